// Who verifies a report. Gates may take longer than a hook may wait, so this is a process of its own:
// it settles the report if, and only if, it is still the one that is written down here.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf } from '../requests/tell-owner.ts';
import { activeRuns, busyGoals, type RunAt } from '../state/queries.ts';

type Alive = (process: ProcessRef) => boolean;

/** The active run that waits for its report to be settled. */
export function findVerified(state: State, runId: string, key: string): RunAt | undefined {
  for (const goal of busyGoals(state)) {
    const run = activeRuns(goal).find(({ id }) => id === runId);
    if (run?.report?.key === key) return { goal, run };
  }
  return undefined;
}

/** The same for the process that verifies it. Undefined: somebody else does now, or nobody should. */
export function verifiedBy(
  state: State,
  runId: string,
  key: string,
  me: ProcessRef,
): RunAt | undefined {
  const at = findVerified(state, runId, key);
  const verifier = at?.run.report?.verifier;
  return verifier?.pid === me.pid && verifier.started === me.started ? at : undefined;
}

/** Whether the agent is still held, so that it can be sent back. */
export function isHeldFor(run: Run, isAlive: Alive): boolean {
  const waiter = run.report?.waiter;
  return waiter !== undefined && isAlive(waiter);
}

/**
 * The hook waits no longer: from here on the agent is gone, and the report is settled as such.
 * False: it was settled before.
 */
export function detachReport(step: Step, runId: string, key: string): boolean {
  const at = findVerified(step.state, runId, key);
  if (!at) return false;
  if (at.run.report?.waiter)
    step.emit({ type: 'verify.detached', ...scopeOf(at.goal, at.run), payload: {} });
  return true;
}

/** A report whose verifier is gone gets another. Undefined: the report needs none, or has one by now. */
export function restartVerify(
  step: Step,
  goalId: string,
  runId: string,
  verifier: ProcessRef,
  isAlive: Alive,
): string | undefined {
  const goal = step.state.goals[goalId];
  const run = goal?.runs[runId];
  if (goal?.status !== 'running' || !run?.report || isAlive(run.report.verifier)) return undefined;
  step.emit({ type: 'verify.restarted', ...scopeOf(goal, run), payload: { verifier } });
  return run.report.key;
}

/** The nodes whose gates run again because a person brought what they lacked. */
export function nodesTriedAgain(goal: Goal): string[] {
  return verifying(goal)
    .filter(({ report }) => report.brought !== undefined)
    .map(({ node }) => node);
}

/** Reports of active runs whose verifier is gone. */
export function deadVerifiers(goal: Goal, isAlive: Alive): string[] {
  return verifying(goal)
    .filter((run) => !isAlive(run.report.verifier))
    .map((run) => run.id);
}

type Verified = Run & { report: NonNullable<Run['report']> };

export function verifying(goal: Goal): Verified[] {
  return activeRuns(goal).filter((run): run is Verified => run.report !== null);
}
