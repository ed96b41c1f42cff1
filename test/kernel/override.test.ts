// A failed test gate that a person let pass in the local configuration: it is a decision in the log, a
// warning wherever the node is shown, and never a pass.

import { describe, expect, test } from 'vitest';
import { grade } from '../../runtime/evidence/grade.ts';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { findCandidates } from '../../runtime/memory/find-candidates.ts';
import type { GateOutcome } from '../../runtime/model/gate.ts';
import { warningOf } from '../../runtime/words/counts-text.ts';
import { describeEvent } from '../../runtime/words/facts.ts';
import { gradeInput } from '../evidence/samples.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, IN_A_LOG, node, plan } from './plan.ts';
import { summaryOf } from './timed.ts';

const OUTCOME: GateOutcome = {
  gate: 'unit 测试',
  outcome: 'fail',
  mustPass: true,
  overridden: true,
  error: 'exit code 1, expected 0',
  counts: { tests: { passed: 3, failed: 1, skipped: 0, total: 4 } },
};
const { gate, outcome, error, counts } = OUTCOME;
const WARNING =
  'The test gate "unit 测试" failed (exit code 1, expected 0); allow_override_failing_tests let the node pass.';
const RESULT: Partial<Judged> = {
  gates: [{ gate, outcome, error, ...(counts && { counts }), overridden: true }],
  warnings: [WARNING],
};
const ONE = plan([node('N-010', 'body'), node('N-020', 'mind')], [['N-010', 'N-020']]);

describe('an overridden test gate', () => {
  test('is a decision in the log once its node passes, and not before', () => {
    const { step, goal } = begin(ONE);
    const run = mustCall(step, 'body');
    report(step, run, { ...RESULT, passes: false, missing: ['more'] });
    const decisions = () => step.facts.filter(({ type }) => type === 'decision.made');
    expect(decisions()).toEqual([]);
    report(step, run, RESULT);
    expect(decisions()).toMatchObject([
      { node_id: 'N-010', run_id: run.id, payload: { because: 'allow_override_failing_tests' } },
    ]);
    expect(goal.decisions.map(({ text }) => text)).toEqual([
      'The test gate "unit 测试" failed, and allow_override_failing_tests in config.local.yaml let it pass.',
    ]);
    expect(goal.runs[run.id]?.outputs?.warnings).toEqual([WARNING]);
  });

  test('holds the node no more, and leaves its level at L2 at most', () => {
    expect(grade(gradeInput({ gates: [OUTCOME] }))).toMatchObject({ passes: true, level: 'L2' });
    const strict = gradeInput({ gates: [OUTCOME], required: 'L3' });
    expect(grade(strict)).toMatchObject({ passes: false, level: 'L2' });
    const { overridden, ...failed } = OUTCOME;
    expect(grade(gradeInput({ gates: [failed] })).passes).toBe(false);
  });

  test('is named in the summary and in the log, and nobody is asked to remember it', () => {
    const { step, goal } = begin(ONE);
    pass(step, 'body', RESULT);
    const records = step.facts.map((fact) => ({ ...IN_A_LOG, ...fact }));
    const text = summaryOf(step, goal, { end: { outcomes: [OUTCOME] } });
    const line =
      '`unit 测试` warning: fail (3 passed, 1 failed, 0 skipped), overridden by allow_override_failing_tests: `exit code 1, expected 0`';
    expect(text).toContain(`- N-010 ${line}`);
    expect(text).toContain(`- final tree: ${line}`);
    expect(text).toContain('let it pass.');
    const finished = records.find(({ type }) => type === 'gate.finished');
    expect(finished && describeEvent(finished)).toBe(
      'gate unit 测试: warning, fail, 3 passed, 1 failed: exit code 1, expected 0',
    );
    expect(findCandidates(goal, records, 'L-1', '2026')).toEqual([]);
  });
});

test('a failure is a warning only where it holds nothing up', () => {
  const failed: GateOutcome = { gate: 'lint', outcome: 'timeout', mustPass: false };
  expect(warningOf(failed)).toBe('The gate "lint" ran out of time; it need not pass.');
  expect(warningOf({ ...failed, mustPass: true })).toBeUndefined();
  expect(warningOf({ ...failed, outcome: 'pass' })).toBeUndefined();
  expect(warningOf({ ...failed, outcome: 'unavailable' })).toBeUndefined();
});
