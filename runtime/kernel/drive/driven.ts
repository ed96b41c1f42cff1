// What a driver asks for: a process outside of a session that gives out the nodes of a goal and takes their
// results. The rules are those of a session; only who works differs.

import type { Lease } from '../../model/actors/lease.ts';
import type { Left } from '../../model/actors/owner.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Called } from '../../model/actors/run-by.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { ExecutorEnd } from '../../model/vocabulary.ts';
import { noteEnd } from '../budget/record-usage.ts';
import { give } from '../requests/dispatch.ts';
import type { DispatchAnswer, DispatchRequest } from '../requests/dispatch-request.ts';
import { own } from '../requests/goals.ts';
import { dispatchable } from '../requests/offer.ts';
import { failRun, releaseRun } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf } from '../requests/tell-owner.ts';
import { isSameOwner } from '../state/owner.ts';
import { activeRuns, specOf } from '../state/queries.ts';

type Alive = (process: ProcessRef) => boolean;

type GiveRequest = Readonly<{
  goal: string;
  node: string;
  by: Exclude<Called, { kind: 'subagent' }>;
}> &
  Omit<DispatchRequest, 'by' | 'role' | 'prompt' | 'model' | 'planMode'>;

/** Gives a ready node to a process or a person, with every check that a dispatch in a session has. */
export function dispatchTo(
  step: Step,
  { goal: goalId, node, ...request }: GiveRequest,
  tree: string | null,
  isAlive: Alive,
): DispatchAnswer {
  const goal = step.state.goals[goalId];
  if (goal?.paused) return { kind: 'paused', goal, because: goal.paused };
  const isReady = goal !== undefined && dispatchable(goal).some(({ id }) => id === node);
  if (goal?.status !== 'running' || !isReady) return { kind: 'untouched' };
  const { role } = specOf(goal, node);
  return give(step, goal, node, { ...request, role, prompt: '' }, tree, isAlive);
}

/** Where its copy of the order will lie, before it is made. False: the run is over by now. */
export function noteCopy(
  step: Step,
  goalId: string,
  runId: string,
  copy: NonNullable<Run['copy']>,
): boolean {
  const at = activeRun(step, goalId, runId);
  if (!at) return false;
  step.emit({ type: 'order.copied', ...scopeOf(at.goal, at.run), payload: copy });
  return true;
}

/** False: the run is over by now, and what was started for it has to end. */
export function leaseRun(step: Step, goalId: string, runId: string, lease: Lease): boolean {
  const at = activeRun(step, goalId, runId);
  if (!at) return false;
  step.emit({ type: 'run.leased', ...scopeOf(at.goal, at.run), payload: lease });
  return true;
}

/** What was nobody's fault uses up no attempt. `seen`: until when it worked. False: it was over before. */
export function endDriven(
  step: Step,
  goalId: string,
  runId: string,
  how: ExecutorEnd,
  why?: string,
  seen?: string,
): boolean {
  const at = activeRun(step, goalId, runId);
  if (!at) return false;
  const because = { kind: 'executor-ended', how, ...(why && { why: why.slice(0, 500) }) } as const;
  if (how === 'interrupted') releaseRun(step, at.goal, at.run, 'stopped', because);
  else if (how === 'lease-lost') releaseRun(step, at.goal, at.run, 'lost', because, seen);
  else failRun(step, at.goal, at.run, because, [{ kind: 'ended', because }]);
  noteEnd(step, at.goal, at.run);
  return true;
}

/** The goal belongs to nobody again: a session or another driver may take it up. */
export function handBack(step: Step, goalId: string, driver: ProcessRef, left?: Left): void {
  const goal = step.state.goals[goalId];
  if (!goal || !isSameOwner(goal.owner, { kind: 'driver', ref: driver })) return;
  own(step, goal, { owner: { kind: 'nobody' }, left });
}

function activeRun(
  step: Step,
  goalId: string,
  runId: string,
): Readonly<{ goal: Goal; run: Run }> | undefined {
  const goal = step.state.goals[goalId];
  const run = goal && activeRuns(goal).find(({ id }) => id === runId);
  return run && { goal, run };
}
