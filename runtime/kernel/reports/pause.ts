// A goal pauses while its reports are verified: gates that run are stopped, nothing they measured counts, and the
// reports wait. A graph that paused by itself only hands out nothing new.

import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { openGoals, pauseGoal } from '../requests/goals.ts';
import { releaseRun } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf, tellOwner } from '../requests/tell-owner.ts';
import { NOBODY } from '../requests/verify-again.ts';
import { activeRuns, lostPlan } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import { verifying } from './verifier.ts';

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
