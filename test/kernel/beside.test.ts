// What is said beside the first sentence of a goal.

import { expect, test } from 'vitest';
import { besideOf } from '../../runtime/kernel/graph/proof.ts';
import { recordMeasured } from '../../runtime/kernel/reports/record-judged.ts';
import { acceptTests } from '../../runtime/kernel/requests/accept-tests.ts';
import { besideText } from '../../runtime/words/fault.ts';
import { begin } from './plan.ts';

const NAMED = [
  'src/a.test.js:3 test skipped: test.skip("one", () => {',
  'src/a.test.js:9 test skipped: it.skip("two: three", () => {',
  'src/a.test.js:12 expectation changed: expect(f()).toBe(1);',
  'test/b.test.js:1 file deleted',
];

test('nothing is said where nothing was done', () => {
  const { goal } = begin();
  expect(besideOf(goal)).toBeUndefined();
  expect(besideText(undefined)).toBe('');
});

test('skipped tests, changed expectations, removed files and who accepted them are one line', () => {
  const { step, goal } = begin();
  const seal = { tree: 't1', held: true, why: '', changed: [], named: NAMED };
  recordMeasured(step, { goal_id: goal.id }, { measured: [], seal });
  const accepted = { files: { 'test/b.test.js': '' }, why: 'it was wrong', by: 'ada@host' };
  acceptTests(step, goal, 'N-020', accepted);
  step.emit({
    type: 'changes.claimed',
    goal_id: goal.id,
    payload: { paths: ['src/mine.js'], by: 'ada@host' },
  });
  expect(besideText(besideOf(goal, { gone: ['src/x.js'] }))).toBe(
    [
      '2 tests skipped (src/a.test.js:3, src/a.test.js:9), 1 expectation changed (src/a.test.js:12), 1 file deleted (test/b.test.js:1).',
      'Not in the tree any more: src/x.js.',
      'Changed tests accepted by ada@host: it was wrong.',
      'Changes claimed as their own by ada@host: src/mine.js.',
    ].join(' '),
  );
});

test('a gate that failed and then passed on the same files is named, once', () => {
  const { step, goal } = begin();
  const passed = { type: 'gate.finished', goal_id: goal.id } as const;
  for (const gate of ['unit', 'unit', 'e2e']) {
    step.emit({ ...passed, payload: { gate, outcome: 'pass', flaky: true } });
  }
  step.emit({ ...passed, payload: { gate: 'lint', outcome: 'pass' } });
  expect(besideOf(goal)?.flaky).toEqual(['unit', 'e2e']);
  expect(besideText(besideOf(goal))).toBe(
    'Failed and then passed on the same files, so a matter of chance: unit, e2e.',
  );
});

test('the newest look at the tests counts, and a long list is cut with its number', () => {
  const { step, goal } = begin();
  const seal = { tree: 't1', held: false, why: '', changed: [], named: NAMED };
  recordMeasured(step, { goal_id: goal.id }, { measured: [], seal });
  const named = [1, 2, 3, 4, 5].map((line) => `a.test.js:${line} test removed: x`);
  const text = besideText(besideOf(goal, { named }));
  expect(text).toBe('5 tests removed (a.test.js:1, a.test.js:2, a.test.js:3 and 2 more).');
});
