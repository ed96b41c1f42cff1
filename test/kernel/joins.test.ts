import { describe, expect, test } from 'vitest';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { canComplete, type Plan } from '../../runtime/kernel/requests/goals.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Join } from '../../runtime/model/vocabulary.ts';
import { mustCall, pass, report } from './drive.ts';
import { alive, begin, IN_A_LOG, node, noticesOf, plan, statuses } from './plan.ts';

/** The body does it, or else the tongue; then the mind sums up. */
function detour(join: Join): Plan {
  return plan(
    [
      node('N-010', 'body', { max_retries: 1 }),
      node('N-020', 'tongue', { max_retries: 1 }),
      node('N-030', 'mind', { join }),
    ],
    [
      ['N-010', 'N-030'],
      ['N-010', 'N-020', 'on_failure'],
      ['N-020', 'N-030'],
    ],
  );
}

function outcomes(goal: Goal): string[] {
  return goal.edges.map(({ outcome }) => outcome);
}

function fail(step: Step, role: 'body' | 'tongue' | 'eye'): void {
  report(step, mustCall(step, role), { status: 'failed' });
}

function stop(step: Step) {
  return stopSession(step, { sessionId: 's1', listed: [], started: () => [] }, alive);
}

describe('an edge from a skipped node', () => {
  test.each(['all', 'any'] as const)('keeps no node with join: %s from running', (join) => {
    const { step, goal } = begin(detour(join));
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'skipped', 'ready']);
    expect(outcomes(goal)).toEqual(['fired', 'dead', 'void']);
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('fires under always, and a node with none but void edges is skipped', () => {
    const { step, goal } = begin(
      plan(
        [node('N-010', 'body'), node('N-020', 'eye'), node('N-030', 'mind'), node('N-040', 'ear')],
        [
          ['N-010', 'N-020', 'on_failure'],
          ['N-020', 'N-030', 'always'],
          ['N-020', 'N-040'],
        ],
      ),
    );
    pass(step, 'body');
    expect(outcomes(goal)).toEqual(['dead', 'fired', 'void']);
    expect(statuses(goal)).toEqual(['done', 'skipped', 'ready', 'skipped']);
  });
});

describe('a node with join: any', () => {
  test('runs after the detour as well', () => {
    const { step, goal } = begin(detour('any'));
    fail(step, 'body');
    expect(statuses(goal)).toEqual(['failed', 'ready', 'pending']);
    pass(step, 'tongue');
    expect(statuses(goal)).toEqual(['failed', 'done', 'ready']);
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  const EITHER = plan(
    [
      node('N-010', 'eye', { max_retries: 1 }),
      node('N-020', 'body', { max_retries: 1 }),
      node('N-030', 'nose', { join: 'any' }),
    ],
    [
      ['N-010', 'N-030'],
      ['N-020', 'N-030', 'always'],
    ],
  );

  test('does not wait for the others once one edge has fired', () => {
    const { step, goal } = begin(EITHER);
    pass(step, 'eye');
    expect(statuses(goal)).toEqual(['done', 'ready', 'ready']);
    expect(outcomes(goal)).toEqual(['fired', 'open']);
  });

  test('lets a node fail that it would have run after, if it runs already', () => {
    const { step, goal } = begin(EITHER);
    pass(step, 'eye');
    pass(step, 'nose');
    fail(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'failed', 'done']);
    expect(canComplete(goal)).toBe(true);
  });

  test('is skipped when no edge can fire any more', () => {
    const { step, goal } = begin(
      plan(
        [
          node('N-010', 'eye', { max_retries: 1 }),
          node('N-020', 'ear'),
          node('N-030', 'mind', { join: 'any' }),
        ],
        [
          ['N-010', 'N-030'],
          ['N-010', 'N-020', 'on_failure'],
        ],
      ),
    );
    fail(step, 'eye');
    expect(statuses(goal)).toEqual(['failed', 'ready', 'skipped']);
  });

  test('waits for what it has opened again, whatever fired before', () => {
    const { step, goal } = begin(
      plan(
        [
          node('N-010', 'eye', { max_retries: 1 }),
          node('N-020', 'body'),
          node('N-030', 'nose', { join: 'any' }),
        ],
        [
          ['N-010', 'N-030'],
          ['N-020', 'N-030'],
        ],
      ),
    );
    pass(step, 'eye');
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', findings: ['wrong'] });
    expect(statuses(goal)).toEqual(['done', 'ready', 'pending']);
    expect(outcomes(goal)).toEqual(['fired', 'open']);
    pass(step, 'body');
    expect(frontier(goal).map(({ id }) => id)).toEqual(['N-030']);
  });
});

describe('a goal whose last nodes were all skipped', () => {
  test('does not end as completed: Stop pauses it and says so', () => {
    const { step, goal } = begin(detour('all'));
    fail(step, 'body');
    pass(step, 'tongue');
    expect(statuses(goal)).toEqual(['failed', 'done', 'skipped']);
    expect(canComplete(goal)).toBe(false);
    expect(stop(step)).toEqual({ kind: 'allow' });
    const paused = { kind: 'last-nodes-skipped', nodes: ['N-030'] };
    expect(goal).toMatchObject({ status: 'paused', paused });
    expect(noticesOf(step).at(-1)).toContain('`wukong goal cancel G-0001`');
  });

  test('is not one whose branch for a failure was not needed', () => {
    const { step, goal } = begin(
      plan([node('N-010', 'body'), node('N-020', 'eye')], [['N-010', 'N-020', 'on_failure']]),
    );
    pass(step, 'body');
    expect(statuses(goal)).toEqual(['done', 'skipped']);
    expect(canComplete(goal)).toBe(true);
  });
});

test('a graph that was begun before there were joins keeps its rule: an edge that cannot fire skips the node', () => {
  const { step } = begin(detour('all'));
  pass(step, 'body');
  const state = emptyState();
  for (const fact of step.facts) reduce(state, upcast({ ...IN_A_LOG, ...withoutJoins(fact) }));
  const goal = state.goals['G-0001'];
  expect(goal?.specs.map(({ join }) => join)).toEqual(['legacy', 'legacy', 'legacy']);
  expect(goal && outcomes(goal)).toEqual(['fired', 'dead', 'dead']);
});

function withoutJoins(fact: Timed): Timed {
  return JSON.parse(JSON.stringify(fact, (key, value) => (key === 'join' ? undefined : value)));
}
