// Who verifies a report. Gates may take longer than a hook may wait, so this is a process of its own:
// it settles the report if, and only if, it is still the one that is written down here. The same holds for
// what tries the gates of a goal while the first readers work.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Trial } from '../../model/gate-schema.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { proofOf } from '../graph/proof.ts';
import { openGoals, pauseGoal } from '../requests/goals.ts';
import { releaseRun } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf, tellOwner } from '../requests/tell-owner.ts';
import { NOBODY } from '../requests/verify-again.ts';
import { activeRuns, busyGoals, lostPlan, type RunAt } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import { needsMoreThanCopy } from '../state/trials.ts';

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

/**
 * A person pauses the goal: gates that run are stopped, nothing they measured counts, and the reports
 * wait. A graph that paused by itself only hands out nothing new.
 */
export function pauseByPerson(step: Step, goal: Goal, from: 'session' | 'shell'): void {
  pauseReports(step, goal, { kind: 'by-person', from });
}

/** What its gates need to run is not as it was pinned: the reports wait for a person, too. */
export function pauseForSettings(step: Step, goal: Goal, what: readonly string[]): void {
  if (goal.status !== 'running') return;
  pauseReports(step, goal, { kind: 'settings-changed', what: [...what] });
  tellOwner(step, goal, { kind: 'settings-changed', goal: goal.id, what: [...what] });
}

/**
 * Hooks are about to fall silent, so no report could come any more: what runs is paused, and the runs of
 * agents at work end. A report that came waits, as it does with any pause.
 */
export function turnOff(step: Step, said: Said): Readonly<{ paused: string[]; ended: string[] }> {
  const open = openGoals(step.state).filter((goal) => !lostPlan(goal));
  const paused = open.filter(({ status }) => status === 'running').map(({ id }) => id);
  const ended: string[] = [];
  for (const goal of open) {
    pauseByPerson(step, goal, 'shell');
    for (const run of activeRuns(goal)) {
      if (run.report) continue;
      releaseRun(step, goal, run, 'stopped', { kind: 'by-person', from: 'shell' });
      ended.push(`${goal.id}/${run.node}`);
    }
  }
  step.emit({ type: 'hooks.turned_off', payload: signed(said) });
  return { paused, ended };
}

function pauseReports(step: Step, goal: Goal, because: Cause): void {
  pauseGoal(step, goal, because);
  for (const run of verifying(goal)) {
    if (run.report.verifier.pid === NOBODY.pid) continue;
    step.emit({
      type: 'verify.stopped',
      ...scopeOf(goal, run),
      payload: { verifier: NOBODY, because },
    });
  }
}

/** Written down before it begins: what another process says was tried for this goal does not count. */
export function beginTrials(step: Step, goal: Goal, process: ProcessRef): void {
  step.emit({ type: 'trials.begun', goal_id: goal.id, payload: { process } });
}

/** Whether this process is to try the gates of the goal: it was begun for that, and nobody may write yet. */
export function mayTry(goal: Goal | undefined, me: ProcessRef): boolean {
  const { pid, started } = goal?.trier ?? {};
  const isMe = pid === me.pid && started === me.started;
  return goal?.status === 'running' && isMe && proofOf(goal).first === null;
}

/** A person is told of a gate that passes in no copy, with the reason and the way out. */
export function recordTrial(step: Step, goalId: string, me: ProcessRef, trial: Trial): void {
  const goal = step.state.goals[goalId];
  if (!goal || !mayTry(goal, me)) return;
  step.emit({ type: 'gate.tried', goal_id: goalId, payload: trial });
  const { gate, here, copy, cause } = trial;
  if (!needsMoreThanCopy(trial)) return;
  tellOwner(step, goal, { kind: 'gate-differs', goal: goalId, gate, here, copy, cause });
}
