// What holds whatever happens in whatever order. Each walk plays a goal with random deliveries. What is asked at each
// of its steps is asked by `assert`: with `expect` all of it takes half as long again.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askCondition } from '../../runtime/conditions/ask.ts';
import { decide } from '../../runtime/kernel/decide.ts';
import { openEscalations } from '../../runtime/kernel/escalations/follow.ts';
import { packetOf } from '../../runtime/kernel/escalations/packet.ts';
import { escalationReason } from '../../runtime/kernel/escalations/which.ts';
import { outcomeOf, prospectAgain, prospectOf } from '../../runtime/kernel/graph/edges.ts';
import { partsOf } from '../../runtime/kernel/graph/growth.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { canComplete, type Plan, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import { isCutShort } from '../../runtime/kernel/requests/settle.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { activeRuns, nodeState } from '../../runtime/kernel/state/queries.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import { isConditional } from '../../runtime/model/condition.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { WRITING_ROLES } from '../../runtime/model/vocabulary.ts';
import { agentOf, call, report } from './drive.ts';
import { alive, BESIDE, FIX, GROWING, IN_A_LOG, TWO_JUDGES } from './plan.ts';
import { answerAll, apply, fitting, type Move, move, OWNER, somePlan } from './walk.ts';

function play(moves: readonly Move[], from: Plan = FIX): { step: Step; goal: Goal } {
  const step = openStep(emptyState(), '2026-11-21T10:00:00.000Z', askCondition);
  const goal = startGoal(step, OWNER, 'fix it', from);
  for (const next of moves) {
    apply(step, goal, next);
    invariants(step, goal);
    asked(step, goal);
  }
  return { step, goal };
}

/** Agents whose work passes, and a person who has an answer, until nothing is ready any more. */
function playHonestly(step: Step, goal: Goal): void {
  for (let round = 0; round < 200 && step.state.goals[goal.id]; round += 1) {
    for (const run of activeRuns(goal)) report(step, run, { changed: ['a.js'] });
    answerAll(step, goal, 'yes, go on');
    const ready = frontier(goal);
    if (ready.length === 0) return;
    for (const { role } of ready) call(step, role);
  }
}

function invariants(step: Step, goal: Goal): void {
  const active = activeRuns(goal);
  // At most one active run a node, and one writer a tree.
  assert.equal(new Set(active.map((run) => run.node)).size, active.length);
  assert.ok(active.filter((run) => WRITING_ROLES.includes(run.role)).length <= 1, 'two write');
  for (const spec of goal.specs) {
    const node = nodeState(goal, spec.id);
    const working = node.status === 'running' || node.status === 'verify';
    assert.equal(
      active.some((run) => run.node === spec.id),
      working,
      spec.id,
    );
    const needs = goal.edges.filter((edge) => edge.to === spec.id);
    if (node.status === 'ready' || working) {
      // Of another way that was looked for also one that failed.
      for (const { from, condition } of needs) {
        assert.equal(outcomeOf(condition, nodeState(goal, from).status, spec.join), 'fired');
      }
    }
    if (node.status === 'done') {
      const run = goal.runs[node.run];
      assert.equal(run?.ended?.outcome, 'success');
    }
    // Runs are numbered 1, 2, 3, … without gaps, and ids never repeat.
    const numbers = Object.values(goal.runs).filter((run) => run.node === spec.id);
    numbers.forEach((run, i) => {
      assert.equal(run.number, i + 1);
    });
  }
  // The index leads to every run that has an agent or a call, and the active ones are never forgotten.
  const { executors } = step.state;
  for (const run of active) {
    for (const key of [agentOf(run).tool_use_id, agentOf(run).agent_id]) {
      if (key) assert.equal(executors.active[key], goal.id);
    }
  }
  const known = active.flatMap((run) => [agentOf(run).tool_use_id, agentOf(run).agent_id]);
  for (const key of Object.keys(executors.active)) assert.ok(known.includes(key), key);
  assert.ok(goal.stalls <= step.state.config.no_progress_stops, 'past its stops');
  // Only what is ready is started, and no second writer.
  const started = decide(step.state, { isAlive: alive }, goal).filter(
    (command) => command.type === 'start_node',
  );
  for (const command of started) assert.equal(nodeState(goal, command.node).status, 'ready');
  const writers = [...active, ...started].filter(({ role }) => WRITING_ROLES.includes(role));
  assert.ok(writers.length <= 1, 'a second writer');
}

/** A person is asked about exactly what only they can answer, each once, and each is closed once at most. */
function asked(step: Step, goal: Goal): void {
  const ids = (type: Timed['type']) =>
    step.facts.flatMap((fact) =>
      fact.type === type && 'id' in fact.payload ? fact.payload.id : [],
    );
  const opened = ids('escalation.opened');
  const closed = ids('escalation.closed');
  assert.equal(new Set(opened).size, opened.length);
  assert.equal(new Set(closed).size, closed.length);
  const open = openEscalations(step.state);
  assert.deepEqual(
    open.map(({ id }) => id),
    opened.filter((id) => !closed.includes(id)),
  );
  const waits = Object.entries(goal.nodes).flatMap(([id, node]) => {
    if (node.status !== 'blocked') return [];
    const around = { asked: packetOf(goal, id, node.because).asked, findings: node.findings };
    return escalationReason(node.because, around) ? [id] : [];
  });
  if (step.state.goals[goal.id]) {
    assert.deepEqual(open.flatMap(({ node }) => node ?? []).toSorted(), waits.toSorted());
  } else assert.deepEqual(open, []);
}

/** What is before the node that may be planned in parts, and not before who plans it. */
const AROUND = { from: 'N-001', to: 'N-020', condition: 'always' } as const;

/** A node is done, or its parts are. */
function oneOrParts(goal: Goal): void {
  for (const { part_of: whole } of goal.specs) {
    if (whole === undefined || partsOf(goal, whole)[0] === whole) continue;
    assert.equal(nodeState(goal, whole).status, 'cancelled');
  }
}

/** Ready is what may begin now, and pending what may not; what runs may have begun before that opened. */
function sound(step: Step, goal: Goal): void {
  asked(step, goal);
  assert.deepEqual(stateViolations(step.state), []);
  for (const { id, join } of goal.specs) {
    const node = nodeState(goal, id);
    const edges = goal.edges.filter(({ to }) => to === id);
    for (const { from, condition, outcome } of edges) {
      const { status } = nodeState(goal, from);
      if (isConditional(condition) && status === 'done') assert.notEqual(outcome, 'void');
      else assert.equal(outcome, outcomeOf(condition, status, join));
    }
    if (node.status === 'ready') assert.equal(prospectOf(join, edges), 'ready');
    if (node.status === 'pending') {
      const again = node.started_at !== null;
      assert.equal(again ? prospectAgain(join, edges) : prospectOf(join, edges), 'waits');
    }
  }
}

/** At the end a branch for each failure is done, or failed and was made up for itself. */
function madeUpFor(goal: Goal): void {
  if (!canComplete(goal)) return;
  for (const { id } of goal.specs) {
    if (nodeState(goal, id).status !== 'failed') continue;
    const branches = goal.edges.filter(
      ({ from, condition }) => from === id && condition !== 'on_success',
    );
    const ends = branches.map(({ to }) => nodeState(goal, to).status);
    assert.ok(
      ends.some((end) => end === 'done' || end === 'failed'),
      `${id} failed`,
    );
  }
}

describe('whatever happens', () => {
  test('a node runs only when its needs are done, one run at a time, one writer at a time', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => void play(moves)),
      {
        numRuns: 300,
      },
    );
  });

  test('replaying the facts gives the state they were emitted from', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { step } = play(moves);
        const facts: Timed[] = structuredClone([...step.facts]);
        expect(facts.reduce(reduce, emptyState())).toEqual(step.state);
      }),
      { numRuns: 200 },
    );
  });

  test('honest agents always bring the goal to its end, from wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const { step, goal } = play(moves);
        playHonestly(step, goal);
        for (const { id } of planned(goal)) expect(nodeState(goal, id).status).toBe('done');
      }),
      { numRuns: 150 },
    );
  });

  const fittings = fc.array(fitting, { minLength: 40, maxLength: 60 });

  function playFitting(from: Plan, moves: readonly Move[]): { step: Step; goal: Goal } {
    const { step, goal } = play([], from);
    for (const next of moves) {
      apply(step, goal, next);
      sound(step, goal);
      oneOrParts(goal);
      madeUpFor(goal);
    }
    return { step, goal };
  }

  test('in any graph, what begins may begin, and no failure is left that no branch made up for', () => {
    fc.assert(
      fc.property(somePlan(5), fittings, (from, moves) => {
        const { step, goal } = playFitting(from, moves);
        playHonestly(step, goal);
        madeUpFor(goal);
        expect(canComplete(goal) || isCutShort(goal)).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  test('two judges side by side, or one beside a writer, never break it, and it can be replayed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(TWO_JUDGES, BESIDE),
        fc.array(fc.oneof(fitting, fitting, move), { minLength: 40, maxLength: 60 }),
        (from, moves) => {
          const { step, goal } = playFitting(from, moves);
          const facts: Timed[] = structuredClone([...step.facts]);
          expect(facts.reduce(reduce, emptyState())).toEqual(step.state);
          playHonestly(step, goal);
          for (const { id } of planned(goal)) expect(nodeState(goal, id).status).toBe('done');
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a graph that grows and grows again never has a node and its parts at work, and can be replayed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(GROWING, { ...GROWING, edges: [...GROWING.edges, AROUND] }),
        fc.array(fc.oneof(fitting, fitting, move), { minLength: 40, maxLength: 60 }),
        (from, moves) => {
          const { step, goal } = playFitting(from, moves);
          const facts: Timed[] = structuredClone([...step.facts]);
          expect(facts.reduce(reduce, emptyState())).toEqual(step.state);
          playHonestly(step, goal);
          expect(canComplete(goal) || isCutShort(goal)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('facts of another time or of nobody change nothing and never throw', () => {
    const text = fc.constantFrom(
      'G-0001',
      'G-9999',
      'N-020',
      'N-999',
      '',
      'constructor',
      '__proto__',
    );
    const types = fc.constantFrom(
      'run.ended',
      'node.done',
      'node.offered',
      'run.sent_back',
      'graph.paused',
      'notice.given',
      'node.unblocked',
      'unknown.happened',
      'Stop',
      'SessionEnd',
    );
    const payload = {
      reason: 'x',
      counts: true,
      findings: [],
      missing: [],
      attempts: 2,
      level: 'L1',
      run: 'r',
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(types, text, text, text), { maxLength: 30 }), (facts) => {
        const { step } = play([]);
        for (const [type, goal_id, node_id, run_id] of facts) {
          const record: EventRecord = {
            ...IN_A_LOG,
            type,
            timestamp: step.now,
            session_id: goal_id,
            goal_id,
            node_id,
            run_id,
            payload,
          };
          reduce(step.state, upcast(record));
        }
      }),
    );
  });
});

/** Plan B may come to nothing, and the goal goes on without it. */
function planned({ specs }: Goal): Goal['specs'] {
  return specs.filter(({ plan_b_for }) => plan_b_for === undefined);
}
