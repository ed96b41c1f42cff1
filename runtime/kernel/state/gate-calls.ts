import type { Goal } from '../../model/state/goal.ts';

/** How long a recorded result is given back instead of running the same once more. */
const VALID_MS = 3600 * 1000;

export type KeptCall = NonNullable<Goal['calls']>[number];

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
