// An answer of a person: what it can do, what it cannot, and from where it came.

import { describe, expect, test } from 'vitest';
import { askApproval } from '../../runtime/kernel/requests/approvals.ts';
import { pauseForPerson } from '../../runtime/kernel/requests/goals.ts';
import { resumeFromCli, speaksForPerson } from '../../runtime/kernel/requests/resume.ts';
import { blockNode } from '../../runtime/kernel/requests/waiting-nodes.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import type { NodeWait } from '../../runtime/model/waits.ts';
import { answeredText, quotedAnswers } from '../../runtime/words/answered.ts';
import { mustCall, report, untilBody } from './drive.ts';
import { alive, begin } from './plan.ts';

const BY = 'u@host';
const TERMINAL = { name: 'pts/3', parents: ['bash', 'tmux'], age_sec: 60 };
const NOTHING = { nodeId: null, answer: '' };

/** The body waits for a person. */
function waiting(because: NodeWait) {
  const begun = untilBody();
  const run = mustCall(begun.step, 'body');
  askApproval(begun.step, begun.goal, run, 'git push', 'git push');
  report(begun.step, run, { status: 'blocked', passes: false, questions: ['which one?'] });
  blockNode(begun.step, begun.goal, 'N-020', because);
  return begun;
}

const QUESTION: NodeWait = { kind: 'questions', questions: ['which one?'] };
const LIKE_FLAGS =
  '--approve --unproven --no-change --tests-changed --criterion 1: yes, approved, accepted, all of it';

describe('an answer in words', () => {
  test.each([
    QUESTION,
    { kind: 'fault-not-shown', why: 'no check ran' },
    { kind: 'no-change' },
    { kind: 'tests-changed', why: 'they differ' },
    { kind: 'criteria-open', open: [] },
  ] satisfies readonly NodeWait[])(
    'allows no action, accepts no work, no tests and no criterion: $kind',
    (because) => {
      const { step, goal } = waiting(because);
      const words = { nodeId: 'N-020', answer: LIKE_FLAGS, by: BY, terminal: TERMINAL };
      resumeFromCli(step, goal, words, alive);
      const types = step.facts.map(({ type }) => type);
      expect(types).toContain('node.answered');
      expect(types.filter((type) => /\.(?:given|accepted|claimed|pinned)$/.test(type))).toEqual([]);
      expect(goal.approvals?.some(({ given }) => given) ?? false).toBe(false);
      expect(nodeState(goal, 'N-020').status).toBe('ready');
    },
  );

  test('is kept with who gave it and from where, told to others once, and quoted so', () => {
    const { step, goal } = waiting(QUESTION);
    const at = { by: BY, terminal: TERMINAL, session: 's2' };
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: 'the second', ...at }, alive);
    const [told] = step.state.answered ?? [];
    expect(told && answeredText(told)).toBe(
      'ESC-0001 (G-0001/N-020) was answered by u@host in session s2 at terminal pts/3, below bash < tmux, open for 60 s: "the second"',
    );
    expect(quotedAnswers(nodeState(goal, 'N-020'))).toEqual([
      'Answered by u@host in session s2 at terminal pts/3: the second',
    ]);
    const payload = { count: 1 };
    // Whoever gave it is told nothing by it.
    step.emit({ type: 'answers.told', session_id: 's2', payload });
    expect(step.state.answered?.[0]?.told).toBeUndefined();
    step.emit({ type: 'answers.told', session_id: 's1', payload });
    expect(step.state.answered?.[0]?.told).toBe(true);
  });

  test('of an older log, which does not say from where, is told to nobody', () => {
    const { step, goal } = waiting(QUESTION);
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: 'the second', by: BY }, alive);
    expect(step.state.answered).toBeUndefined();
    expect(quotedAnswers(nodeState(goal, 'N-020'))).toEqual(['the second']);
  });
});

describe('it speaks for a person', () => {
  test('to answer, to allow, or to let a goal go on that is itself paused for an answer', () => {
    const { step, goal } = waiting(QUESTION);
    const { state } = step;
    expect(speaksForPerson(state, goal, NOTHING)).toBe(false);
    expect(speaksForPerson(state, goal, { ...NOTHING, answer: 'yes' })).toBe(true);
    expect(speaksForPerson(state, goal, { ...NOTHING, approve: true })).toBe(true);
    expect(speaksForPerson(state, goal, { ...NOTHING, foreign: ['a.js'] })).toBe(true);
    pauseForPerson(step, goal, { kind: 'final-gate-unfixable' });
    expect(speaksForPerson(state, goal, NOTHING)).toBe(true);
  });

  test.each<[string, boolean, NodeWait]>([
    ['stopped', false, { kind: 'agent-stopped' }],
    ['interrupted', false, { kind: 'agent-interrupted' }],
    [
      'not-started',
      false,
      { kind: 'never-started', role: 'ear', times: 3, last: { kind: 'not-started' } },
    ],
    // No other run of the role starts until a person says so.
    ['unguarded', true, { kind: 'guard-unproven', role: 'ear', run: 'r' }],
  ])('a node that is %s: %s', (_, isForPerson, because) => {
    const { step, goal } = begin();
    blockNode(step, goal, 'N-001', because);
    expect(speaksForPerson(step.state, goal, NOTHING)).toBe(isForPerson);
  });

  test('not to go on with what a person only paused', () => {
    const { goal, step } = begin();
    step.emit({
      type: 'graph.paused',
      goal_id: goal.id,
      payload: { because: { kind: 'by-person', from: 'shell' } },
    });
    expect(speaksForPerson(step.state, goal, NOTHING)).toBe(false);
  });
});
