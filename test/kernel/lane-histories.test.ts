// Random histories of a goal whose graph grows, with parts that write at the same time in lanes and edges that ask:
// runs that land, fail, conflict and are lost, plans that are made again, words of a person.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import { dispatchTo } from '../../runtime/kernel/drive/driven.ts';
import type { Part } from '../../runtime/kernel/graph/growth.ts';
import { hasLane, meet, pathsOf } from '../../runtime/kernel/graph/write-sets.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { canComplete, type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { beginLanding, inLane, landed, laneMoved } from '../../runtime/kernel/requests/lane.ts';
import { dispatchable } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { isCutShort } from '../../runtime/kernel/requests/settle.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { activeRuns, nodeState, specOf } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { WRITING_ROLES } from '../../runtime/model/vocabulary.ts';
import { rounds } from '../crash/tally.ts';
import { alive, GROWING, judged } from './plan.ts';
import { OWNED } from './walk.ts';

const ME = { pid: 4243, started: '1' };
const CLAIM = { owner: { kind: 'driver', ref: ME } } as const;
const MOST = 3;

/** Carried out by a program; an edge asks whether the last look is needed. */
const PLAN: Plan = {
  ...GROWING,
  nodes: GROWING.nodes.map((spec) => ({
    ...spec,
    executor: { type: 'command' as const, name: 'fixer' },
    ...(spec.id === 'N-030' && { join: 'any' as const }),
  })),
};

const PARTS: readonly (readonly [string, string])[] = [
  ['a', 'src/a/**'],
  ['b', 'src/b/**'],
  ['c', 'src/**'],
];
const CONDITIONS: readonly Edge['condition'][] = [
  ...(['on_success', 'on_failure', 'always', 'predicate:run.number == 1'] as const),
];

const plannedParts = fc.record({
  count: fc.integer({ min: 0, max: 3 }),
  under: fc.constantFrom(undefined, ...CONDITIONS),
});
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('give' as const), nth: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      nth: fc.nat(5),
      how: fc.constantFrom('done', 'done', 'done', 'failed', 'conflict', 'rework', 'asks'),
      plans: plannedParts,
    }),
  },
  fc.record({ do: fc.constantFrom('lose' as const, 'catch-up' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('answer' as const), answer: fc.constantFrom('', 'yes, so', 'no') }),
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

function growth({
  count,
  under,
}: Readonly<{ count: number; under: Edge['condition'] | undefined }>) {
  if (count === 0) return {};
  const nodes = PARTS.slice(0, count).map(
    ([id, path]): Part => ({
      ...{ id, title: id, instructions: id, join: 'all' },
      ...{ allowed_paths: [path], allowed_paths_re: [] },
    }),
  );
  const edges = under === undefined || count < 2 ? [] : [{ from: 'a', to: 'b', condition: under }];
  return { growth: { nodes, edges, writers: { most: MOST } } };
}

function give(step: Step, goal: Goal, nth: number): void {
  const ready = dispatchable(goal);
  const { id } = ready[nth % Math.max(1, ready.length)] ?? {};
  if (id === undefined) return;
  const by = { kind: 'process', name: 'fixer', ref: ME } as const;
  const lane = hasLane(goal, id) && { lane: { worktree: `/lanes/${id}`, base: 't0' } };
  dispatchTo(step, { goal: goal.id, node: id, by, worktree: '/repo', ...lane }, 't0', alive);
}

/** In the order of the engine: what is good lands first, and is settled then. */
function report(step: Step, goal: Goal, run: Run, result: Partial<Judged>): void {
  const key = `k-${run.id}`;
  const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
  const payload = { key, file: 'f', transcript: '', verifier: ME };
  step.emit({ type: 'run.reported', ...scope, payload });
  const at = { goal: goal.id, run: run.id };
  const isGood = (result.status ?? 'done') === 'done' && result.conflict === undefined;
  if (isGood && inLane(step.state, at)) {
    const from = run.lane.base ?? 't0';
    if (beginLanding(step, at, { from, to: `${from}+` }, alive)) landed(step, at);
  }
  settleReport(step, run.id, key, judged(result), true);
}

function resultOf(goal: Goal, { node }: Run, { how, plans }: Move & { do: 'report' }) {
  const { role, may_grow } = specOf(goal, node);
  if (how === 'failed') return { status: 'failed' } as const;
  if (how === 'asks') return { status: 'blocked', questions: ['which?'] } as const;
  if (how === 'conflict' && hasLane(goal, node)) {
    const conflict = { kind: 'lane-conflict', paths: ['src/a/x.js'], nodes: [] } as const;
    return { conflict: { ...conflict, paths: [...conflict.paths], nodes: [] }, passes: false };
  }
  if (how === 'rework' && role === 'nose') {
    return { verdict: 'rework', reopen: 'N-010', findings: ['src/a/x.js:1 wrong'] } as const;
  }
  return may_grow === undefined ? {} : growth(plans);
}

function apply(step: Step, goal: Goal, next: Move): void {
  const runs = activeRuns(goal);
  const run = 'nth' in next ? runs[next.nth % Math.max(1, runs.length)] : undefined;
  if (next.do === 'give') give(step, goal, next.nth);
  if (next.do === 'answer') {
    resumeGoal(step, { ...OWNED, claim: CLAIM, goalId: goal.id, answer: next.answer }, alive);
  }
  if (!run) return;
  if (next.do === 'lose') loseRun(step, goal, run, { kind: 'client-gone' });
  if (next.do === 'catch-up') laneMoved(step, { goal: goal.id, run: run.id }, 't9');
  if (next.do === 'report') report(step, goal, run, resultOf(goal, run, next));
}

/** Who writes at once has a lane, and paths that do not meet; no node is at work beside its parts. */
function sound(step: Step, goal: Goal): void {
  assert.deepEqual(stateViolations(step.state), []);
  const writers = activeRuns(goal).filter(({ role }) => WRITING_ROLES.includes(role));
  assert.ok(writers.length <= MOST, 'more than may');
  for (const one of writers) {
    for (const other of writers.filter((run) => run !== one)) {
      assert.ok(one.lane.lands_in && other.lane.lands_in, 'two write in one tree');
      const [paths, others] = [one, other].map((run) => pathsOf(specOf(goal, run.node)));
      assert.ok(!meet(paths ?? [], others ?? []), `${one.node} and ${other.node} meet`);
    }
  }
}

test('whatever comes in whatever order, no two write the same, and the log gives the very same state again', () => {
  let grown = 0;
  let beside = 0;
  fc.assert(
    fc.property(fc.array(move, { minLength: 30, maxLength: 60, size: 'max' }), (moves) => {
      const step = openStep(emptyState(), '2026-11-26T10:00:00.000Z', askCondition);
      const goal = startGoal(step, CLAIM, 'build it', PLAN);
      for (const next of moves) {
        apply(step, goal, next);
        sound(step, goal);
        if (activeRuns(goal).filter(({ lane }) => lane.lands_in).length > 1) beside += 1;
      }
      if (goal.specs.some(({ part_of }) => part_of !== undefined)) grown += 1;
      const facts: Timed[] = structuredClone([...step.facts]);
      const again = facts.reduce(reduce, emptyState());
      assert.equal(JSON.stringify(again), JSON.stringify(step.state));
      // Nobody is stuck: agents whose work is good, and a person with an answer, bring it to its end.
      for (let round = 0; round < 60 && !canComplete(goal); round += 1) {
        resumeGoal(step, { ...OWNED, claim: CLAIM, goalId: goal.id, answer: 'yes, so' }, alive);
        for (const { id } of goal.specs) {
          if (nodeState(goal, id).status !== 'blocked') continue;
          const about = { ...OWNED, claim: CLAIM, goalId: goal.id, nodeId: id };
          resumeGoal(step, { ...about, answer: 'yes, so' }, alive);
        }
        give(step, goal, 0);
        for (const run of activeRuns(goal)) report(step, goal, run, {});
      }
      assert.ok(canComplete(goal) || isCutShort(goal), 'it is stuck');
    }),
    { numRuns: rounds(100, 1000) },
  );
  // Were there none, nothing would be held.
  expect([grown > 0, beside > 0]).toEqual([true, true]);
});
