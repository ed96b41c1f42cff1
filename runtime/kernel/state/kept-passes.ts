// What a goal keeps of gates that passed in place, and how long that counts. What counts of a trial in a copy is
// proof/counts.ts's to say.

import type { Goal } from '../../model/state/goal.ts';

/** How long a recorded result is given back instead of running the same once more. */
const VALID_MS = 3600 * 1000;

type KeptCall = NonNullable<Goal['calls']>[number];

/** What the same call came to. Only passes are kept: why a gate failed may lie outside of the files. */
export function recordedCall(
  { calls = [] }: Pick<Goal, 'calls'>,
  key: string,
  now: string,
): KeptCall | undefined {
  const kept = calls.find((call) => call.key === key);
  const age = kept ? Date.parse(now) - Date.parse(kept.at) : -1;
  return age >= 0 && age < VALID_MS ? kept : undefined;
}

/** A goal keeps so many. */
const MOST = 32;

export function keepCall(goal: Goal, call: KeptCall): void {
  const others = (goal.calls ?? []).filter(({ key }) => key !== call.key);
  goal.calls = [...others, call].slice(-MOST);
}

/** On exactly this tree, in whichever run. Null: git could not record the tree, so nothing is known of it. */
export function hasPassedOn(
  { proven }: Pick<Goal, 'proven'>,
  gate: string,
  tree: string | null,
): boolean {
  return tree !== null && proven[gate] === tree;
}
