// A large goal keeps counts and lists instead of looking through its nodes. Whatever happens, they say
// what a recount says, and the goal does what a small one would.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyState } from '../../runtime/kernel/empty-state.ts';
import { fires, isOver } from '../../runtime/kernel/fires.ts';
import { abortGoal, canComplete, type Plan, startGoal } from '../../runtime/kernel/goals.ts';
import { reopenNode } from '../../runtime/kernel/judge.ts';
import { beyondOffers, frontier, offer } from '../../runtime/kernel/offer.ts';
import { reduce } from '../../runtime/kernel/reduce.ts';
import { nodeState } from '../../runtime/kernel/state.ts';
import { openStep, type Step } from '../../runtime/kernel/step.ts';
import type { Draft } from '../../runtime/model/event.ts';
import type { Goal } from '../../runtime/model/state.ts';
import { NODE_STATUSES } from '../../runtime/model/words.ts';
import { call, pass } from './drive.ts';
import { node, plan } from './plan.ts';
import { apply, type Move, move, OWNER, somePlan } from './walk.ts';

const GRAPH = { sha256: 'f'.repeat(64), bytes: 70_000 };

function begin(from: Plan): { step: Step; goal: Goal } {
  const step = openStep(emptyState(), '2026-11-21T10:00:00.000Z');
  return { step, goal: startGoal(step, OWNER, 'fix it', from) };
}

function recount(goal: Goal): void {
  const { large } = goal;
  if (!large) throw new Error('the goal is not large');
  const of = (status: string) => goal.specs.filter(({ id }) => goal.nodes[id]?.status === status);
  for (const status of NODE_STATUSES) expect(large.counts[status]).toBe(of(status).length);
  expect(large.nodes).toBe(goal.specs.length);
  const place = (id: string): number => goal.specs.findIndex((spec) => spec.id === id);
  expect(large.ready).toEqual(of('ready').map(({ id, role }) => [place(id), id, role]));
  expect(large.blocked).toEqual(of('blocked').map(({ id }) => [place(id), id]));
  expect(large.failed).toEqual(of('failed').map(({ id }) => [place(id), id]));
  const active = Object.values(goal.runs).filter((run) => run.ended === null);
  expect(large.active).toEqual(active.map((run) => [run.id, run.node]));
  const due = of('pending').filter(({ id }) => {
    const state = nodeState(goal, id);
    const before = goal.edges.filter((edge) => edge.to === id);
    const isDead = before.some(({ from, condition }) => {
      const { status } = nodeState(goal, from);
      return isOver(status) && !fires(condition, status);
    });
    return state.status === 'pending' && (state.waits <= 0 || isDead);
  });
  expect(large.due).toEqual(due.map(({ id }) => [place(id), id]));
}

function play(from: Plan, moves: readonly Move[], look: (goal: Goal) => void) {
  const { step, goal } = begin(from);
  look(goal);
  for (const next of moves) {
    apply(step, goal, next);
    look(goal);
  }
  return { step, goal };
}

/** What was said, without the names that calls and reports of a test get by counting. */
function told(step: Step) {
  return step.drafts.map(({ type, node_id, run_id, payload }) => {
    const { reason, attempt, between, stalls } = payload;
    return { type, node_id, run_id, reason, attempt, between, stalls };
  });
}

/** Trees are named by counting, too. */
function standing({ nodes }: Goal) {
  return Object.entries(nodes).map(([id, { base: _, ...state }]) => ({ id, ...state }));
}

describe('a large goal, whatever happens', () => {
  const walks = fc.property(somePlan(12), fc.array(move, { maxLength: 60 }), (from, moves) => {
    const small = play(from, moves, () => undefined);
    const large = play({ ...from, graph: GRAPH }, moves, recount);
    expect(told(large.step)).toEqual(told(small.step));
    expect(standing(large.goal)).toEqual(standing(small.goal));
    expect(frontier(large.goal)).toEqual(frontier(small.goal));
    expect(canComplete(large.goal)).toBe(canComplete(small.goal));
  });

  test('says and does what a small one would, and its counts and lists are those of a recount', () => {
    fc.assert(walks, { numRuns: 400 });
  });

  test('names its plan by hash in the log, and with the plan the log gives the same state again', () => {
    fc.assert(
      fc.property(somePlan(12), fc.array(move, { maxLength: 40 }), (from, moves) => {
        const { step } = play({ ...from, graph: GRAPH }, moves, () => undefined);
        const [created, ...facts]: Draft[] = structuredClone([...step.drafts]);
        if (!created) throw new Error('nothing was said');
        expect(created.payload).toMatchObject({ graph: GRAPH });
        expect(created.payload).not.toHaveProperty('nodes');
        const { nodes, edges } = from;
        const whole = { ...created, payload: { ...created.payload, nodes, edges } };
        expect([whole, ...facts].reduce(reduce, emptyState())).toEqual(step.state);
      }),
      { numRuns: 200 },
    );
  });

  test('ends with every node cancelled or over when it is aborted', () => {
    fc.assert(
      fc.property(somePlan(12), fc.array(move, { maxLength: 20 }), (from, moves) => {
        const { step, goal } = play({ ...from, graph: GRAPH }, moves, recount);
        abortGoal(step, goal, 'no more');
        for (const { id } of goal.specs) expect(isOver(nodeState(goal, id).status)).toBe(true);
        expect(step.state.counters.open_nodes).toBe(0);
        expect(step.state.executors).toEqual({ active: {}, ended: {} });
      }),
    );
  });
});

test('of many ready nodes sixteen are offered, and each of them can be dispatched by its name', () => {
  const many = Array.from({ length: 40 }, (_, i) => node(`N-${100 + i}`, i === 39 ? 'eye' : 'ear'));
  const { step, goal } = begin({ ...plan(many, []), graph: GRAPH });
  expect(offer(step, goal, true)).toHaveLength(16);
  expect(beyondOffers(goal)).toBe(24);
  expect(call(step, 'eye')).toMatchObject({ kind: 'bound', at: { run: { node: 'N-139' } } });
  const named = call(step, 'ear', { prompt: 'take N-120' });
  expect(named).toMatchObject({ kind: 'bound', at: { run: { node: 'N-120' } } });
  pass(step, 'ear');
  expect(offer(step, goal, false).map(({ id }) => id)).toContain('N-116');
  recount(goal);
});

test('a way back that is too long for a record is looked for by whoever reads it', () => {
  const ids = Array.from({ length: 1200 }, (_, i) => `N-${1000 + i}`);
  const long = plan(
    ids.map((id) => node(id, 'ear')),
    ids.slice(1).map((id, i) => [ids[i] ?? '', id] as const),
  );
  const { step, goal } = begin({ ...long, graph: GRAPH });
  for (const _ of ids) pass(step, 'ear');
  expect(canComplete(goal)).toBe(true);
  reopenNode(step, goal, 'N-1000', 'N-2199', 'look again', []);
  expect(step.drafts.at(-1)?.payload).not.toHaveProperty('between');
  expect(goal.large?.counts).toMatchObject({ ready: 1, pending: 1199, done: 0 });
  recount(goal);
});
