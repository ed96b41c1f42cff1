// A walk through a goal: random deliveries, in random order.

import fc from 'fast-check';
import type { Part } from '../../runtime/kernel/graph/growth.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import { frontierIds } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { agentEnded, loseRun, startRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { activeRuns, nodeState, specOf } from '../../runtime/kernel/state/queries.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { ROLES } from '../../runtime/model/vocabulary.ts';
import { call, report } from './drive.ts';
import { alive, CLIENT, FIX, node } from './plan.ts';

const ENDS = {
  completed: 'no-report',
  failed: 'agent-error',
  killed: 'agent-stopped',
} as const;

export const OWNER = ofSession('s1', CLIENT, '');
/** A resume of its goal without words. */
export const OWNED = { claim: OWNER, goalId: null, nodeId: null, take: false, interrupted: [] };

/** One that comes out this way or that, and one that cannot be answered. */
const ASKED = ['predicate:run.number == 1', 'predicate:goal.parameters.area == "api"'] as const;

/** Some nodes; edges lead from earlier ones to later ones, under any condition. */
export const somePlan = (most: number) =>
  fc
    .record({
      nodes: fc.array(
        fc.record({
          role: fc.constantFrom(...ROLES),
          max_retries: fc.constantFrom(1, 3),
          join: fc.constantFrom('all' as const, 'all' as const, 'any' as const, 'legacy' as const),
        }),
        { minLength: 2, maxLength: most, size: 'max' },
      ),
      edges: fc.array(
        fc.record({
          from: fc.nat(most - 1),
          to: fc.nat(most - 1),
          condition: fc.constantFrom('on_success', 'on_failure', 'always', ...ASKED),
        }),
        { maxLength: 20, size: 'max' },
      ),
    })
    .map(({ nodes, edges }): Plan => {
      const idOf = (n: number): string => `N-${String((n + 1) * 10).padStart(3, '0')}`;
      const seen = new Set<string>();
      return {
        ...FIX,
        nodes: nodes.map(({ role, ...more }, i) => node(idOf(i), role, more)),
        edges: edges.flatMap(({ from, to, condition }) => {
          const pair = `${from} ${to}`;
          if (from >= to || to >= nodes.length || seen.has(pair)) return [];
          seen.add(pair);
          return [{ from: idOf(from), to: idOf(to), condition: condition as 'always' }];
        }),
      };
    });

/** A delivery that fits: a ready node is dispatched, or an agent that works reports. */
export const fitting = fc.record({
  do: fc.constant('fit' as const),
  nth: fc.nat(9),
  status: fc.constantFrom('done' as const, 'done' as const, 'failed' as const, 'blocked' as const),
  verdict: fc.constantFrom('accept' as const, 'rework' as const),
  reopen: fc.constantFrom(null, 'N-005', 'N-010', 'N-020'),
});

export const move = fc.oneof(
  fitting,
  fc.record({ do: fc.constant('call' as const), role: fc.constantFrom(...ROLES) }),
  fc.record({
    do: fc.constant('report' as const),
    nth: fc.nat(5),
    passes: fc.boolean(),
    status: fc.constantFrom('done' as const, 'failed' as const, 'blocked' as const),
    verdict: fc.constantFrom(null, 'accept' as const, 'rework' as const, 'reject' as const),
    questions: fc.constantFrom([], ['which?']),
    changed: fc.constantFrom([], ['a.js']),
  }),
  fc.record({
    do: fc.constant('end' as const),
    nth: fc.nat(5),
    how: fc.constantFrom(
      'completed' as const,
      'failed' as const,
      'killed' as const,
      'lost' as const,
    ),
  }),
  fc.record({ do: fc.constant('stop' as const) }),
  fc.record({ do: fc.constant('resume' as const), answer: fc.constantFrom('', 'yes, so', 'no') }),
);
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

export function apply(step: Step, goal: Goal, next: Move): void {
  const runs = Object.values(goal.runs);
  const run = 'nth' in next ? runs[next.nth % Math.max(1, runs.length)] : undefined;
  switch (next.do) {
    case 'call':
      call(step, next.role);
      return;
    case 'report':
      if (run) report(step, run, { ...next, ...partsSaid(goal, run, next.nth) });
      return;
    case 'end':
      if (!run) return;
      startRun(step, goal, run, { agentId: `agent-${run.id}`, background: true, via: 'test' });
      if (next.how === 'lost') loseRun(step, goal, run, { kind: 'text', text: 'gone' });
      else agentEnded(step, goal, run, { kind: ENDS[next.how] });
      return;
    case 'stop':
      stopSession(step, { sessionId: 's1', listed: [], started: () => [] }, alive);
      return;
    case 'fit':
      applyFitting(step, goal, next);
      return;
    case 'resume':
      resumeGoal(step, { ...OWNED, answer: next.answer }, alive);
  }
}

/** A person who has words for each node that waits, or their leave to go on. */
export function answerAll(step: Step, goal: Goal, answer: string): void {
  for (const nodeId of goal.specs.map(({ id }) => id)) {
    if (nodeState(goal, nodeId).status !== 'blocked') continue;
    resumeGoal(step, { ...OWNED, nodeId, answer }, alive);
  }
  resumeGoal(step, { ...OWNED, answer: '' }, alive);
}

function applyFitting(step: Step, goal: Goal, next: Move & { do: 'fit' }): void {
  const ready = frontierIds(goal);
  const runs = activeRuns(goal);
  const nth = next.nth % Math.max(1, ready.length + runs.length);
  const [id, run] = [ready[nth], runs[nth - ready.length]];
  if (id) {
    call(step, specOf(goal, id).role, { prompt: id });
  } else if (run) {
    const verdict = run.role === 'nose' ? next.verdict : null;
    const questions = next.status === 'blocked' ? ['which?'] : [];
    report(step, run, { ...next, verdict, questions, ...partsSaid(goal, run, next.nth) });
  } else answerAll(step, goal, 'yes, so');
}

const IN_TURN = { from: 'a', to: 'b' } as const;

/** Of a run that may plan another node in parts: none, one, two beside each other, two in turn under any condition. */
function partsSaid(goal: Goal, run: Run, nth: number): Partial<Judged> {
  if (specOf(goal, run.node).may_grow === undefined || nth % 7 === 0) return {};
  const part = (id: string): Part => ({
    ...{ id, title: id, instructions: id, allowed_paths_re: [], join: 'all' },
  });
  const nodes = nth % 7 === 1 ? [part('a')] : [part('b'), part('a')];
  const condition = [
    undefined,
    undefined,
    undefined,
    'on_success',
    'on_failure',
    ...ASKED,
  ] as const;
  const under = condition[nth % 7];
  const edges = under === undefined ? [] : [{ ...IN_TURN, condition: under }];
  return { growth: { nodes, edges } };
}
