// What the main agent hears when nothing is ready for its dispatch: what is waited for.

import { expect, test } from 'vitest';
import { refusalText } from '../../runtime/hosts/claude-code/session/text.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { call, mustCall, report } from '../kernel/drive.ts';
import { begin, node, plan } from '../kernel/plan.ts';

function refused(step: Step, goal: Goal, role: 'ear' | 'eye'): string {
  const answer = call(step, role);
  if (answer.kind !== 'refused') throw new Error(`it was not refused: ${answer.kind}`);
  return refusalText(goal, answer.because, answer.ready);
}

test('a dispatch that nothing is ready for says what is waited for', () => {
  const { step, goal } = begin();
  const run = mustCall(step, 'ear');
  expect(refused(step, goal, 'ear')).toBe(
    `Wukong: N-001 (ear work) is already running as run ${run.id}. Nothing is ready; wait for the running agents.`,
  );
  report(step, run, { status: 'blocked', questions: ['Which format?'] });
  expect(refused(step, goal, 'ear')).toBe(
    'Wukong: No ear node of G-0001 is ready. Nothing is ready; the rest waits for the user. Tell them; `wukong status` names it.',
  );
});

test('a dispatch of another role hears which are ready', () => {
  const { step, goal } = begin(plan([node('N-010', 'eye'), node('N-020', 'eye')], []));
  expect(refused(step, goal, 'ear')).toBe(
    'Wukong: No ear node of G-0001 is ready. Ready now: N-010 eye, N-020 eye.',
  );
});
