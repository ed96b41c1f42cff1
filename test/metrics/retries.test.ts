// How often something was tried again is one number, wherever it is shown.

import { expect, test } from 'vitest';
import { spentView } from '../../runtime/kernel/budget/spent-view.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { countRetries } from '../../runtime/kernel/state/retries.ts';
import { projectTaskgraph } from '../../runtime/kernel/views/taskgraph.ts';
import { nothingSeen, see } from '../../runtime/metrics/collect.ts';
import { dayFacts, dayOf, seeInDay } from '../../runtime/metrics/day.ts';
import { workStats } from '../../runtime/metrics/work-stats.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, node, plan } from '../kernel/plan.ts';
import { beginTimed, recordsOf } from '../kernel/timed.ts';
import { OWNED } from '../kernel/walk.ts';

/** A run is lost, one asks, one fails; the day after one passes. */
function fourRuns() {
  const { step, goal, wait } = beginTimed(plan([node('N-010', 'body')], []), 'take it apart');
  loseRun(step, goal, mustCall(step, 'body'), { kind: 'client-gone' });
  const asks = { status: 'blocked', passes: false, questions: ['which one?'] } as const;
  report(step, mustCall(step, 'body'), asks);
  resumeGoal(step, { ...OWNED, answer: 'that one', by: 'me@here' }, alive);
  report(step, mustCall(step, 'body'), { status: 'failed', passes: false, level: 'L0' });
  wait(24 * 3600);
  pass(step, 'body');
  return { step, goal, records: recordsOf(step.facts) };
}

test('retries are the runs beyond the first of each node, without those that were lost', () => {
  const { step, goal, records } = fourRuns();
  const seen = nothingSeen();
  for (const record of records) see(seen, { ...record });
  const [graph] = projectTaskgraph(step.state, undefined).graphs;
  expect(Object.values(goal.runs)).toHaveLength(4);
  expect({
    'wukong stats': workStats(seen).total.retries,
    'wukong state': countRetries(Object.values(goal.runs)),
    'wukong goal show': spentView(goal, step.now).retries,
    'taskgraph.json': graph?.nodes[0]?.retries,
  }).toEqual({
    'wukong stats': 2,
    'wukong state': 2,
    'wukong goal show': 2,
    'taskgraph.json': 2,
  });
});

test('a retry is counted on its own day, though the first run was on the day before', () => {
  const { step, records } = fourRuns();
  const retriesOn = (day: string): number => {
    const of = dayFacts(day);
    for (const record of records) seeInDay(of, { ...record }, record.timestamp.slice(0, 10));
    return dayOf(of, step.state, `${day}T23:59:59.999Z`).spent.total.retries;
  };
  expect([retriesOn('2026-11-21'), retriesOn('2026-11-22')]).toEqual([1, 1]);
});
