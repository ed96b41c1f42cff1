// What a daemon takes up next, over all goals. Pure.

import type { DriveEnd } from '../model/actors/owner.ts';
import type { ProcessRef } from '../model/actors/process-ref.ts';
import type { Goal } from '../model/state/goal.ts';
import type { State } from '../model/state/state.ts';
import { decide } from './decide.ts';
import { type Next, nextNodes } from './next.ts';
import { drivenNodes } from './requests/offer.ts';
import { isWaitOver } from './retries/parking.ts';
import { type Claim, hasLivingOwner } from './state/owner.ts';
import { goalsOf } from './state/queries.ts';

export type TakeUp = Readonly<{
  goal: string;
  /** Its session keeps it, and waits for what only a program can do. */
  isBeside: boolean;
  chosen?: Claim['chosen'];
}>;

type Now = Readonly<{
  /** ISO. */
  at: string;
  isAlive: (process: ProcessRef) => boolean;
}>;

/** A person has to admit it, or to carry it out: nobody was there when it was queued. */
export function isProposal({ queued }: Goal, { config }: Pick<State, 'config'>): boolean {
  return queued === 'proposed' && !config.daemon_admits_scripts;
}

/** A driver could do nothing for it: a daemon looks again only once something changes. */
export function isLeft({ left, owner }: Goal): boolean {
  return owner.kind === 'nobody' && left !== undefined && CANNOT.includes(left.because);
}

const CANNOT: readonly DriveEnd[] = ['for-session', 'no-executor', 'cannot', 'not-recorded'];

/**
 * Goals with something to do, best first: those that only have to be closed or judged, then by `wukong next`. `busy`:
 * those it has. `passed`: as they were when it could do nothing more for them.
 */
export function toTakeUp(
  state: State,
  now: Now,
  busy: ReadonlySet<string>,
  passed: ReadonlyMap<string, string>,
): TakeUp[] {
  const free = goalsOf(state).filter(({ id, as_of }) => !busy.has(id) && passed.get(id) !== as_of);
  const waited = free.filter(
    (goal) =>
      goal.owner.kind === 'session' &&
      hasLivingOwner(state, goal, now.isAlive) &&
      drivenNodes(goal).length > 0,
  );
  const queued = new Set(
    free
      .filter((goal) => goal.queued && !isProposal(goal, state) && isFree(state, goal, now))
      .map(({ id }) => id),
  );
  const best = new Map<string, Next>();
  for (const next of nextNodes(state, now.at)) {
    if (queued.has(next.goal) && !best.has(next.goal)) best.set(next.goal, next);
  }
  const scored = [...best.values()];
  return [
    ...waited.map(({ id }) => ({ goal: id, isBeside: true })),
    ...[...queued].filter((id) => !best.has(id)).map((id) => ({ goal: id, isBeside: false })),
    ...scored.map(({ goal, score, parts }, at) => {
      const chosen = { score, ...parts, before: scored[at + 1]?.goal ?? null };
      return { goal, isBeside: false, chosen };
    }),
  ];
}

function isFree(state: State, goal: Goal, { at, isAlive }: Now): boolean {
  if (hasLivingOwner(state, goal, isAlive)) return false;
  if (isWaitOver(goal, at)) return true;
  if (goal.status !== 'running') return false;
  // What a driver left that was killed together with what waits beside it.
  if (goal.owner.kind === 'driver') return true;
  return decide(state, { isAlive }, goal).some(
    ({ type }) => type !== 'await_run' && type !== 'await_report',
  );
}
