// A goal that a usage limit or an outage stopped: until when it waits. Nothing of it is a retry.

import type { Cause, Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';

/** Minutes, where nobody says when it is over: the first wait, the second, all others. */
export const WAITS_MIN: readonly number[] = [5, 15, 60];
/** A limit of a week has the longest wait there is. */
const LONGEST_MS = 8 * 24 * 3600 * 1000;

/** What is known of the end of a limit or an outage. `steps`: now and so many minutes (WAITS_MIN), as times. */
export type WaitsFor = Readonly<{ named?: string; steps: readonly string[] }> | 'person';

/** The reason with the time after which the goal goes on by itself; only a person ends some. */
export function untilOver(because: Cause, goal: Goal, waits: WaitsFor, now: string): Cause {
  if (because.kind !== 'api-error' || waits === 'person') return because;
  const { named, steps } = waits;
  const inMs = named === undefined ? 0 : Date.parse(named) - Date.parse(now);
  const step = steps[Math.min(goal.parkings ?? 0, steps.length - 1)];
  const until = inMs > 0 && inMs <= LONGEST_MS ? named : step;
  return { ...because, ...(until !== undefined && { until }) };
}

/** Undefined: it is not parked, or only a person can go on. */
export function parkedUntil({
  status,
  paused,
}: Pick<Goal, 'status' | 'paused'>): string | undefined {
  return status === 'paused' ? untilIn(paused) : undefined;
}

export function untilIn(reason: Reason | null): string | undefined {
  return reason?.kind === 'api-error' ? reason.until : undefined;
}

/** Its wait is over, and the next hook goes on with it. */
export function isWaitOver(goal: Goal, now: string): boolean {
  const until = parkedUntil(goal);
  return until !== undefined && until <= now;
}
