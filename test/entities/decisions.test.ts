// Decisions, each where it was made.

import { expect, test } from 'vitest';
import { chosenBy, classify } from '../../runtime/classify/classify.ts';
import { pauseForPerson } from '../../runtime/kernel/requests/goals.ts';
import { switchNode } from '../../runtime/kernel/switching/switch-node.ts';
import type { Decision } from '../../runtime/model/views/entities/decision.ts';
import { call, mustCall, pass, report } from '../kernel/drive.ts';
import { FIX } from '../kernel/plan.ts';
import { beginTimed } from '../kernel/timed.ts';
import { entities } from './history.ts';

function begin(of = FIX) {
  const { step, goal } = beginTimed(of, 'the decoder crashes');
  const told = (type: Decision['decision_type']) =>
    entities(goal, step.facts).decisions.filter(({ decision_type }) => decision_type === type);
  return { step, goal, told };
}

test('a plan that the rules chose has their reasons and the other tracks', () => {
  const chosen = chosenBy(classify('the decoder crashes on empty input'), 'fix');
  const [first] = begin({ ...FIX, chosen }).told('plan_chosen');
  expect(first?.rationale).toContain('"crashes" says that something fails');
  expect(first?.alternatives).toEqual(['feature', 'refactor', 'direct']);
});

test('what a report decides has the confidence that it states, and is one decision however often it is said', () => {
  const { step, told } = begin();
  const said = { decisions: ['JSON, because others read it', 'Metric: 3 ms'], confidence: 0.7 };
  const run = mustCall(step, 'ear');
  report(step, run, { ...said, passes: false, missing: ['more'] });
  report(step, run, said);
  expect(told('plan_chosen').slice(1)).toMatchObject([
    { run_id: run.id, rationale: 'JSON, because others read it', confidence: 0.7 },
  ]);
  pass(step, 'eye', { decisions: ['no number is stated'] });
  expect(told('plan_chosen').at(-1)?.confidence).toBe(null);
});

test('a model that the configuration names instead of the one that was asked for is a decision', () => {
  const { step, goal, told } = begin();
  step.state.config.models = { ear: 'haiku' };
  const run = mustCall(step, 'ear');
  expect(told('model_switched')).toMatchObject([
    { run_id: run.id, rationale: 'The configuration gives ear the model haiku.', alternatives: [] },
  ]);
  expect(goal.decisions).toEqual([]);
});

test('a role without a model of its own is given none, and nothing is decided', () => {
  const { step, told } = begin();
  call(step, 'ear');
  expect(told('model_switched')).toEqual([]);
});

test('a plan B is a decision of the run that it replaces', () => {
  const { step, goal, told } = begin();
  const run = mustCall(step, 'ear');
  step.emit({
    type: 'decision.made',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload: { node: run.node, event: run.id, type: 'plan_b_activated', text: 'another way' },
  });
  expect(told('plan_b_activated')).toMatchObject([
    { work_item_id: 'G-0001/N-001', run_id: run.id, rationale: 'another way' },
  ]);
});

test('who carries out a node is a decision where it is not the agent of its role, and said once', () => {
  const { step, goal, told } = begin();
  mustCall(step, 'ear');
  const executor = { type: 'human', name: 'ada' } as const;
  const asked = { node: 'N-001', executor, why: 'it needs the board', handover: {}, by: 'Grace' };
  switchNode(step, goal, asked);
  call(step, 'ear');
  const ofNode = told('tool_selected').filter(({ work_item_id }) =>
    work_item_id?.endsWith('N-001'),
  );
  expect(ofNode.map(({ rationale }) => rationale)).toEqual([
    'N-001: human ada goes on with it: it needs the board.',
  ]);
});

test('a goal whose deadline passed was escalated, and one that its person paused was not', () => {
  const { step, goal, told } = begin();
  pauseForPerson(step, goal, { kind: 'deadline-passed', deadline: '2026-11-21T09:00:00.000Z' });
  expect(told('escalated')).toMatchObject([{ goal_id: 'G-0001', work_item_id: null }]);
  const paused = begin();
  pauseForPerson(paused.step, paused.goal, { kind: 'by-person', from: 'shell' });
  expect(paused.told('escalated')).toEqual([]);
});
