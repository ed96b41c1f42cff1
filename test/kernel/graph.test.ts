import { describe, expect, test } from 'vitest';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { frontier, offer } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { call, mustCall, pass, report } from './drive.ts';
import { alive, begin, node, plan } from './plan.ts';
import { OWNED } from './walk.ts';

/** N-030 is there for the case that both fail; N-040 judges what N-020 did. */
const BOTH = plan(
  [
    node('N-010', 'eye', { max_retries: 1 }),
    node('N-020', 'ear', { max_retries: 1 }),
    node('N-030', 'mind'),
    node('N-040', 'nose'),
  ],
  [
    ['N-010', 'N-030', 'on_failure'],
    ['N-020', 'N-030', 'on_failure'],
    ['N-020', 'N-040'],
  ],
);

/** Whatever becomes of N-040. */
const LATER = ['N-040', 'N-050', 'always'] as const;

describe('a graph', () => {
  test('is not finished by a failure whose branch was skipped: a person is asked', () => {
    const { step, goal } = begin(BOTH);
    report(step, mustCall(step, 'eye'));
    expect(nodeState(goal, 'N-030').status).toBe('skipped');
    report(step, mustCall(step, 'ear'), { status: 'failed' });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'retries' });
    expect(canComplete(goal)).toBe(false);
  });

  test('asks a person at the next resume where an older runtime let such a failure be', () => {
    const { step, goal } = begin(BOTH);
    report(step, mustCall(step, 'eye'));
    const run = mustCall(step, 'ear');
    const at = { goal_id: goal.id, node_id: 'N-020', run_id: run.id };
    const ended = {
      outcome: 'failed' as const,
      because: { kind: 'text' as const, text: 'why' },
      counts: true,
      findings: [],
    };
    step.emit({ type: 'run.ended', ...at, payload: ended });
    step.emit({ type: 'node.failed', ...at, payload: { because: { kind: 'text', text: 'why' } } });
    step.emit({
      type: 'node.skipped',
      goal_id: goal.id,
      node_id: 'N-040',
      payload: { because: { kind: 'text', text: 'why' } },
    });
    expect(canComplete(goal)).toBe(false);

    const resumed = resumeGoal(step, { ...OWNED, answer: '' }, alive);
    expect(resumed).toMatchObject({ waiting: ['N-020'] });
    expect(nodeState(goal, 'N-040').status).toBe('pending');
  });

  test('asks a person, too, when the branch is skipped later, and opens what the failure had skipped', () => {
    const { step, goal } = begin(BOTH);
    const eye = mustCall(step, 'eye');
    report(step, mustCall(step, 'ear'), { status: 'failed' });
    expect(nodeState(goal, 'N-020').status).toBe('failed');
    expect(nodeState(goal, 'N-040').status).toBe('skipped');
    report(step, eye);
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'retries' });
    expect(nodeState(goal, 'N-030').status).toBe('skipped');
    expect(nodeState(goal, 'N-040').status).toBe('pending');
    expect(canComplete(goal)).toBe(false);

    resumeGoal(step, { ...OWNED, answer: 'look once more' }, alive);
    pass(step, 'ear');
    pass(step, 'nose');
    expect(canComplete(goal)).toBe(true);
  });

  test('leaves a failure as it is while a run goes on that it led to', () => {
    const { step, goal } = begin(
      plan(
        [...BOTH.nodes, node('N-050', 'tongue')],
        [...BOTH.edges.map(({ from, to, condition }) => [from, to, condition] as const), LATER],
      ),
    );
    const eye = mustCall(step, 'eye');
    report(step, mustCall(step, 'ear'), { status: 'failed' });
    const tongue = mustCall(step, 'tongue');
    report(step, eye);
    expect(nodeState(goal, 'N-020').status).toBe('failed');
    report(step, tongue);
    expect(nodeState(goal, 'N-020').status).toBe('blocked');
    expect(canComplete(goal)).toBe(false);
  });

  test('asks a person when reopened work fails whose branch was skipped the first time', () => {
    const { step, goal } = begin(
      plan(
        [node('N-020', 'body'), node('N-030', 'mind'), node('N-040', 'nose')],
        [
          ['N-020', 'N-030', 'on_failure'],
          ['N-020', 'N-040'],
        ],
      ),
    );
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', findings: ['wrong'] });
    for (let i = 0; i < 2; i += 1) report(step, mustCall(step, 'body'), { status: 'failed' });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'retries' });
    expect(nodeState(goal, 'N-040').status).toBe('pending');
    expect(canComplete(goal)).toBe(false);
  });

  test('offers one writing node at a time, and any number of readers', () => {
    const { step, goal } = begin(
      plan([node('N-010', 'body'), node('N-020', 'tongue'), node('N-030', 'eye')], []),
    );
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-010', 'N-030']);
    mustCall(step, 'body');
    expect(frontier(goal).map((ready) => ready.id)).toEqual(['N-030']);
    expect(call(step, 'tongue').kind).toBe('refused');
  });

  test('offers each node once per attempt, and again to those who must always ask', () => {
    const { step, goal } = begin();
    expect(offer(step, goal, false)).toHaveLength(1);
    expect(offer(step, goal, false)).toEqual([]);
    expect(offer(step, goal, true)).toHaveLength(1);
    report(step, mustCall(step, 'ear'), { status: 'failed' });
    expect(offer(step, goal, false)).toMatchObject([{ id: 'N-001', attempt: 2 }]);
  });
});
