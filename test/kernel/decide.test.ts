import { expect, test } from 'vitest';
import { type Command, decide } from '../../runtime/kernel/decide.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { detachReport } from '../../runtime/kernel/reports/verifier.ts';
import { pauseGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { mustCall, pass, reporterOf } from './drive.ts';
import { alive, begin, CLIENT, FIX, node, plan } from './plan.ts';

const NOW = { isAlive: alive };
const VERIFIER = { pid: 7, started: '7' };
const nobody = { isAlive: () => false };
const STOP = { sessionId: 's1', listed: [], started: () => [] };

const SIDE_BY_SIDE = plan([node('N-010', 'ear'), node('N-020', 'body'), node('N-030', 'body')], []);

function start(id: string, role: 'ear' | 'body'): Command {
  return { type: 'start_node', goal: 'G-0001', node: id, role, by: 'subagent' };
}

function at({ node: id, id: run }: Run) {
  return { goal: 'G-0001', node: id, run };
}

test('what is ready is to be started, one writing node at a time', () => {
  const { step } = begin(SIDE_BY_SIDE);
  expect(decide(step.state, NOW)).toEqual([start('N-010', 'ear'), start('N-020', 'body')]);
});

test('an agent that works is awaited, and what can be done beside it is started', () => {
  const { step } = begin(SIDE_BY_SIDE);
  const run = mustCall(step, 'body');
  expect(decide(step.state, NOW)).toEqual([
    { type: 'await_run', ...at(run) },
    start('N-010', 'ear'),
  ]);
});

test('a report is awaited while somebody verifies it, and verified again when nobody does', () => {
  const { step, goal } = begin(plan([node('N-010', 'ear')], []));
  const run = mustCall(step, 'ear');
  const seen = {
    from: reporterOf(run, 'a1'),
    key: 'k',
    file: 'f',
    transcript: '',
  };
  receiveReport(step, { ...seen, verifier: VERIFIER, waiter: CLIENT }, alive);
  expect(decide(step.state, NOW, goal)).toEqual([{ type: 'await_report', ...at(run), held: true }]);
  detachReport(step, run.id, 'k');
  expect(decide(step.state, NOW, goal)).toEqual([
    { type: 'await_report', ...at(run), held: false },
  ]);
  expect(decide(step.state, nobody, goal)).toEqual([{ type: 'verify_report', ...at(run) }]);
});

test('a goal whose nodes all ended is to be completed', () => {
  const { step } = begin(plan([node('N-010', 'ear')], []));
  pass(step, 'ear');
  expect(decide(step.state, NOW)).toEqual([{ type: 'complete_goal', goal: 'G-0001' }]);
});

test('a goal that nobody goes on with is to be paused, and then there is nothing to do', () => {
  const { step } = begin(FIX);
  const { no_progress_stops } = step.state.config;
  for (let n = 0; n < no_progress_stops; n += 1) {
    expect(decide(step.state, NOW)).toEqual([start('N-001', 'ear')]);
    expect(stopSession(step, STOP, alive).kind).toBe('continue');
  }
  const because = { kind: 'no-progress', reminders: no_progress_stops };
  expect(decide(step.state, NOW)).toEqual([{ type: 'pause_goal', goal: 'G-0001', because }]);
  expect(stopSession(step, STOP, alive).kind).toBe('allow');
  expect(decide(step.state, NOW)).toEqual([]);
});

test('it is decided for all goals, or for one', () => {
  const { step, goal } = begin(plan([node('N-010', 'ear')], []));
  const owner = ofSession('s2', CLIENT, '');
  const other = startGoal(step, owner, 'another', plan([node('N-010', 'eye')], []));
  expect(decide(step.state, NOW).map((one) => one.goal)).toEqual(['G-0001', 'G-0002']);
  expect(decide(step.state, NOW, other).map((one) => one.goal)).toEqual(['G-0002']);
  pauseGoal(step, goal, { kind: 'text', text: 'later' });
  expect(decide(step.state, NOW).map((one) => one.goal)).toEqual(['G-0002']);
});
