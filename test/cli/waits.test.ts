// What waits for a person, as `wukong answer` shows it, and by what it is known again.

import { describe, expect, test } from 'vitest';
import { stampAt, waitLines, waitsIn } from '../../runtime/cli/goals/waits.ts';
import { resumeFromCli } from '../../runtime/kernel/requests/resume.ts';
import { blockNode } from '../../runtime/kernel/requests/waiting-nodes.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, begin } from '../kernel/plan.ts';

/** The body asks. */
function asking() {
  const begun = begin();
  for (const role of ['ear', 'eye'] as const) pass(begun.step, role);
  const run = mustCall(begun.step, 'body');
  report(begun.step, run, { status: 'blocked', passes: false, questions: ['which one?'] });
  return begun;
}

describe('what waits', () => {
  test('is shown with the ways on by number and letter, and how to answer it', () => {
    const { step } = asking();
    expect(waitsIn(step.state).flatMap(waitLines)).toEqual([
      'ESC-0001  G-0001/N-020  It asks: which one?',
      '  1 (A)  Answer the question in your own words, below',
      '  2 (B)  Leave it to the agent, which says what it took for granted',
      '  3 (C)  Give the goal up: `wukong goal cancel G-0001`',
      '  To answer: wukong answer ESC-0001 <number, letter or words>',
    ]);
  });

  test('is not what a person was shown any more once it asks something else, under the same name', () => {
    const { step, goal } = asking();
    const shown = stampAt(step.state, goal.id, 'N-020');
    blockNode(step, goal, 'N-020', { kind: 'questions', questions: ['and now?'] });
    expect(waitsIn(step.state)).toMatchObject([{ id: 'ESC-0001', why: 'It asks: and now?' }]);
    expect(stampAt(step.state, goal.id, 'N-020')).not.toBe(shown);
  });

  test('is nothing once it is answered', () => {
    const { step, goal } = asking();
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: 'the old one', by: 'u@h' }, alive);
    expect(waitsIn(step.state)).toEqual([]);
  });
});
