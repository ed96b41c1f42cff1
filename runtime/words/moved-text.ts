import type { SetAside } from '../model/set-aside.ts';
import { counted, oneLine } from './plain-text.ts';

/** Loud: what somebody did there counts no more. */
export function movedText(home: string, aside: SetAside | undefined): string {
  const name = oneLine(home, 60);
  const moved = `The log of this clone was moved to ${name}, and this clone is a mirror of it now.`;
  if (!aside) return moved;
  const of = [...aside.goals, ...aside.runs].join(', ') || 'no goal';
  return `${moved}\nSET ASIDE: ${counted(aside.records, 'record')} behind ${aside.behind} that ${name} does not have, of ${of}. They count no more, and are kept whole in .wukong/${aside.file}; files in the working tree are as they were.`;
}

/** Of the changes of an open goal, which go by git. */
export function unsentText({ goal, why }: Readonly<{ goal: string; why: string }>): string {
  return `The changes of ${goal} did not go to the remote of the team: ${oneLine(why, 300)}.`;
}
