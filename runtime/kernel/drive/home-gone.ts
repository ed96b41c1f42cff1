// A log got another home. Whatever drove its goals does so no more: its processes are those of another machine,
// and a number of theirs says nothing here.

import type { Goal } from '../../model/state/goal.ts';
import { openGoals, own } from '../requests/goals.ts';
import { releaseRun } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { activeRuns } from '../state/queries.ts';
import { endDaemon } from './daemon.ts';

export type LeftAtHome = Readonly<{ goals: readonly string[]; runs: readonly string[] }>;

/** Its runs are lost, which costs no attempt, and its goals are nobody's. So is what a person has at hand there. */
export function leaveHome(step: Step): LeftAtHome {
  const open = openGoals(step.state);
  const runs = open.flatMap((goal) => endRuns(step, goal));
  for (const goal of open) {
    if (goal.owner.kind !== 'nobody') own(step, goal, { owner: { kind: 'nobody' } });
  }
  const { daemon } = step.state;
  if (daemon) endDaemon(step, daemon.process, 'gone');
  return { goals: open.map(({ id }) => id), runs };
}

/** Also what was reported and not judged yet: the folder of its order, and what it rests on, lie on that machine. */
function endRuns(step: Step, goal: Goal): string[] {
  const lost = activeRuns(goal);
  for (const run of lost) {
    const isCalled = run.by.kind === 'subagent';
    const because = isCalled ? ({ kind: 'client-gone' } as const) : LEASE_LOST;
    releaseRun(step, goal, run, 'lost', because);
  }
  return lost.map(({ id }) => id);
}

const LEASE_LOST = { kind: 'executor-ended', how: 'lease-lost' } as const;
