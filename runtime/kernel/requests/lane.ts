// What becomes of the lane of a run, from the tree that is put into it to the one its work is laid into.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { activeRuns, busyGoals, type RunAt, runIn } from '../state/queries.ts';
import { isLive } from './dispatch.ts';
import { loseRun } from './runs.ts';
import type { Step } from './step.ts';
import { scopeOf } from './tell-owner.ts';

type At = Readonly<{ goal: string; run: string }>;
type Alive = (process: ProcessRef) => boolean;

/** The run, while it is at work in a lane of its own. */
export function inLane(state: State, { goal, run }: At): RunAt | undefined {
  const at = runIn(state, goal, run);
  return at && !at.run.ended && at.run.lane.lands_in !== undefined ? at : undefined;
}

/** False: its run is over. */
export function laneReady(step: Step, at: At, worktree: string, base: string): boolean {
  const of = inLane(step.state, at);
  if (!of?.run.lane.awaited) return false;
  const payload = { worktree, base };
  step.emit({ type: 'lane.ready', ...scopeOf(of.goal, of.run), payload });
  return true;
}

export function laneMoved(step: Step, at: At, base: string): boolean {
  const of = inLane(step.state, at);
  if (!of) return false;
  step.emit({ type: 'lane.moved', ...scopeOf(of.goal, of.run), payload: { base } });
  return true;
}

/** Nobody may be at work in the tree that it is laid into. False: not now, or its run is over. */
export function beginLanding(
  step: Step,
  at: At,
  trees: Readonly<{ from: string; to: string }>,
  isAlive: Alive,
): boolean {
  const of = inLane(step.state, at);
  if (!of || of.run.lane.base !== trees.from || writerWhereItLands(step.state, of, isAlive)) {
    return false;
  }
  // Who wrote there and is gone is waited for by nobody, as at a dispatch.
  for (const { goal, run } of writersWhereItLands(step.state, of)) {
    loseRun(step, goal, run, { kind: 'client-gone' });
  }
  if (of.run.lane.landing) return true;
  step.emit({ type: 'lane.landing', ...scopeOf(of.goal, of.run), payload: trees });
  return true;
}

export function landed(step: Step, at: At): void {
  const of = inLane(step.state, at);
  if (of) step.emit({ type: 'lane.landed', ...scopeOf(of.goal, of.run), payload: {} });
}

/** A run of another goal that writes in that very tree. */
export function writerWhereItLands(state: State, at: RunAt, isAlive: Alive): RunAt | undefined {
  return writersWhereItLands(state, at).find((busy) => isLive(busy, isAlive));
}

function writersWhereItLands(state: State, { goal, run }: RunAt): readonly RunAt[] {
  return busyGoals(state)
    .filter(({ id }) => id !== goal.id)
    .flatMap((other) => activeRuns(other).map((one) => ({ goal: other, run: one })))
    .filter(({ run: { role, report, lane } }) => {
      const isThere = lane.worktree === run.lane.lands_in && !lane.awaited;
      return isThere && report === null && WRITING_ROLES.includes(role);
    });
}

/** Nodes of the goal whose work came into its tree since this run began there, and that touch one of these paths. */
export function landedSince(goal: Goal, of: RunAt['run'], paths: readonly string[]): string[] {
  const found = Object.values(goal.runs).filter(
    ({ id, node, outputs, ended, lane }) =>
      id !== of.id &&
      node !== of.node &&
      ended?.outcome === 'success' &&
      lane.base !== null &&
      outputs?.patch_files.some((path) => paths.includes(path)),
  );
  return [...new Set(found.map(({ node }) => node))];
}
