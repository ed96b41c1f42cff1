// What is done about the change of a session after a turn, and whether it is told: by values alone.

import { type CommandGate, commandText } from '../../model/gate.ts';
import type { TurnSaying } from '../../model/saying.ts';
import type { Check } from '../../proof/change.ts';

type Said = Readonly<{ tree: string; said: TurnSaying }>;

export type Turn = Readonly<{
  /** At the first prompt, and as it is. */
  base: string;
  tree: string;
  /** What somebody judges at this moment. */
  judging?: string | undefined;
  /** What was said last, to the person or not yet. */
  last?: Said | undefined;
}>;

/**
 *   judge  nobody did, and whoever is at work on another tree ends
 *   leave  it was judged, or somebody is at it
 *   drop   there is nothing to judge, and what is untold or under way is of files that are no more
 */
export function whatNow({ base, tree, judging, last }: Turn): 'judge' | 'leave' | 'drop' {
  if (tree === base) return 'drop';
  if (judging !== undefined) return judging === tree ? 'leave' : 'judge';
  return last?.tree === tree && isVerdict(last.said) ? 'leave' : 'judge';
}

/** Why nothing runs is told once, until something did run. */
export function isNews(said: TurnSaying, told: TurnSaying | undefined): boolean {
  return isVerdict(said) || told?.is !== said.is;
}

function isVerdict({ is }: TurnSaying): boolean {
  return is !== 'no-gate' && is !== 'not-approved' && is !== 'edits-check';
}

export type Gate = Readonly<{
  gate: CommandGate;
  /** A person approved it, and it gets the variables that it names. */
  mayRun: boolean;
  /** What it runs by way of scripts is not what it was when the session began. */
  isEdited: boolean;
}>;

/** What judges it, or why nothing does: a person approved words, and not what the session makes of them. */
export function checksOf(gates: readonly Gate[]): readonly Check[] | TurnSaying {
  const [first] = gates;
  if (!first) return { is: 'no-gate' };
  const approved = gates.filter(({ mayRun }) => mayRun);
  if (approved.length === 0) return { is: 'not-approved', check: commandText(first.gate.command) };
  const may = approved.filter(({ isEdited }) => !isEdited).map(({ gate }) => ({ gate }));
  const edited = approved.find(({ isEdited }) => isEdited);
  if (!edited || may.some(({ gate }) => gate.type === 'test')) return may;
  return { is: 'edits-check', check: commandText(edited.gate.command) };
}
