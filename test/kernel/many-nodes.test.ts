import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import { countOf } from '../../runtime/kernel/graph/graph.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { canComplete, type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { beyondOffers, offer } from '../../runtime/kernel/requests/offer.ts';
import { reopenNode } from '../../runtime/kernel/requests/reopen.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { call, mustCall, pass, report } from './drive.ts';
import { node, plan } from './plan.ts';
import { apply, type Move, move, OWNER, somePlan } from './walk.ts';

const GRAPH = { sha256: 'f'.repeat(64), bytes: 70_000 };

function begin(from: Plan): { step: Step; goal: Goal } {
  const step = openStep(emptyState(), '2026-11-21T10:00:00.000Z', askCondition);
  return { step, goal: startGoal(step, OWNER, 'fix it', from) };
}

function play(from: Plan, moves: readonly Move[]): Step {
  const { step, goal } = begin(from);
  for (const next of moves) apply(step, goal, next);
  return step;
}

test('a plan in a file is named by its hash in the log, and with the plan the log gives the same state again', () => {
  fc.assert(
    fc.property(somePlan(12), fc.array(move, { maxLength: 40 }), (from, moves) => {
      const step = play({ ...from, graph: GRAPH }, moves);
      const [created, ...facts]: Timed[] = structuredClone([...step.facts]);
      if (created?.type !== 'goal.created') throw new Error('nothing was emitted');
      expect(created.payload).toMatchObject({ graph: GRAPH });
      expect(created.payload).not.toHaveProperty('nodes');
      const { nodes, edges } = from;
      const full = { ...created, payload: { ...created.payload, nodes, edges } };
      expect([full, ...facts].reduce(reduce, emptyState())).toEqual(step.state);
    }),
    { numRuns: 200 },
  );
});

test('of many ready nodes three are offered, and any of them can be dispatched by its name', () => {
  const many = Array.from({ length: 40 }, (_, i) => node(`N-${100 + i}`, i === 39 ? 'eye' : 'ear'));
  const { step, goal } = begin(plan(many, []));
  const offers = offer(step, goal, true);
  expect(offers.map(({ id }) => id)).toEqual(['N-100', 'N-101', 'N-102']);
  expect(beyondOffers(goal, offers)).toBe(37);
  expect(call(step, 'eye')).toMatchObject({ kind: 'bound', at: { run: { node: 'N-139' } } });
  const named = call(step, 'ear', { prompt: 'take N-120' });
  expect(named).toMatchObject({ kind: 'bound', at: { run: { node: 'N-120' } } });
  pass(step, 'ear');
  expect(offer(step, goal, true).map(({ id }) => id)).toEqual(['N-101']);
});

test('three nodes are worked on at once, and the next is offered when one of them has ended', () => {
  const { step, goal } = begin(plan(['N-100', 'N-101', 'N-102', 'N-103'].map(ear), []));
  offer(step, goal, false);
  const [first] = [1, 2, 3].map(() => mustCall(step, 'ear'));
  if (!first) throw new Error('nothing was dispatched');
  expect(offer(step, goal, true)).toEqual([]);
  const refused = call(step, 'ear');
  expect(refused).toMatchObject({ kind: 'refused', because: { kind: 'enough-at-once', most: 3 } });
  report(step, first);
  expect(offer(step, goal, false).map(({ id }) => id)).toEqual(['N-103']);
});

test('how many are worked on at once is for the configuration to say', () => {
  const { step, goal } = begin(plan(['N-100', 'N-101', 'N-102'].map(ear), []));
  step.state.config = { ...step.state.config, max_concurrent_work_items: 1 };
  expect(offer(step, goal, true)).toHaveLength(1);
  mustCall(step, 'ear');
  expect(call(step, 'ear').kind).toBe('refused');
  step.state.config = { ...step.state.config, max_concurrent_work_items: 2 };
  expect(offer(step, goal, true)).toHaveLength(1);
});

function ear(id: string): NodeSpec {
  return node(id, 'ear');
}

test('a goal of a thousand nodes in a row is worked through, and opened again from its first', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `N-${1000 + i}`);
  const long = plan(
    ids.map((id) => node(id, 'ear')),
    ids.slice(1).map((id, i) => [ids[i] ?? '', id] as const),
  );
  const { step, goal } = begin(long);
  for (const _ of ids) pass(step, 'ear');
  expect(canComplete(goal)).toBe(true);
  reopenNode(step, goal, 'N-1000', 'N-1999', { kind: 'text', text: 'look again' }, []);
  expect(countOf(goal, 'ready')).toBe(1);
  expect(countOf(goal, 'pending')).toBe(999);
});

test('where an older version named only the judge, the way to it is looked for', () => {
  const from = plan(
    [node('N-001', 'body'), node('N-002', 'eye'), node('N-003', 'nose')],
    [
      ['N-001', 'N-002'],
      ['N-002', 'N-003'],
    ],
  );
  const { step, goal } = begin(from);
  for (const role of ['body', 'eye', 'nose'] as const) pass(step, role);
  const because = { kind: 'text', text: 'rework' } as const;
  const older = { because, findings: [], judge: 'N-003' };
  step.emit({ type: 'node.reopened', goal_id: goal.id, node_id: 'N-001', payload: older });
  expect(countOf(goal, 'ready')).toBe(1);
  expect(countOf(goal, 'pending')).toBe(2);
});

test('a judge is given the nearest nodes that want a review', () => {
  const verification_plan = { deterministic: [], llm_review: { aspects: ['security_risk'] } };
  const ids = Array.from({ length: 40 }, (_, i) => `N-${100 + i}`);
  const nodes = [...ids.map((id) => node(id, 'eye', { verification_plan })), node('N-900', 'nose')];
  const chain = nodes.slice(1).map(({ id }, i) => [nodes[i]?.id ?? '', id] as const);
  const { step, goal } = begin(plan(nodes, chain));
  for (const _ of ids) pass(step, 'eye');
  const sources = { readOutput: () => '', history: () => '', anchor: () => undefined };
  const order = makeWorkOrder(goal, mustCall(step, 'nose', 's1'), 'artifacts/x', sources);
  expect(order.node.review?.map((one) => one.node)).toEqual(ids.slice(-32));
});
