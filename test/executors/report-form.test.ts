// The form that an order shows passes the checks of that order, once it names places that are there.

import { expect, test } from 'vitest';
import { resultReport } from '../../runtime/engine/results/result-report.ts';
import { runBuiltInGate } from '../../runtime/evidence/gates/built-in-gates.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { readResult } from '../../runtime/executors/protocol/read-result.ts';
import {
  howToHandIn,
  reportForm,
  resultForm,
} from '../../runtime/executors/protocol/result-form.ts';
import { BUILT_IN_GATES, gatesInOrder, isReportGate } from '../../runtime/model/gate.ts';
import { builtIn } from '../documents/built-in.ts';
import { ORDER, RESULT } from './samples.ts';

/** Judged by the files of a change, so no form can bring it. */
const BY_FILES = 'tests_added';
const CRITERION = { number: 1, kind: 'judged', text: 'c', names: [], node: 'N-001' } as const;

function asked(checks: readonly string[], evidence_level_required: 'L1' | 'L2' = 'L1') {
  const judged = checks.includes('summary') ? { criteria: [{ ...CRITERION, names: [] }] } : {};
  const node = { ...ORDER.node, checks: [...checks], evidence_level_required };
  return { ...ORDER, node, inputs: { ...ORDER.inputs, ...judged } };
}

/** As it is judged, with the header that the runtime gives it. */
function judged(form: string) {
  const { issue_ref, run_id } = RESULT;
  const read = readResult(resultForm({ issue_ref, run_id }), 'text');
  if (read.kind !== 'result') throw new Error('the form of a result is none');
  const verdict = {
    kind: 'examine',
    taken: { result: read.result, checks: [], traced: [] },
  } as const;
  const about = { run: run_id, issue: issue_ref, executor: 'x', result: read.result, patch: '' };
  return parseReport(resultReport({ ...about, verdict, own: form }));
}

function failed(checks: readonly string[], form: string) {
  const report = judged(form);
  const resolved = report.references.map((reference) => ({ reference, resolved: true }));
  return BUILT_IN_GATES.filter((name) => checks.includes(name)).flatMap((name) => {
    const gate = { type: 'builtin', name, mustPass: true } as const;
    if (!isReportGate(gate) || name === BY_FILES) return [];
    const ended = runBuiltInGate(gate, { report, resolved, changes: [], request: 'add is wrong' });
    return ended.outcome === 'pass' ? [] : [`${name}: ${ended.error}`];
  });
}

test.each(['fix', 'fix_small', 'feature', 'refactor', 'direct'])(
  'every step of %s shows a form that its own checks pass',
  async (name) => {
    for (const { verification_plan, quality } of (await builtIn(name)).nodes) {
      const checks = gatesInOrder(verification_plan).map((gate) => gate.name);
      const level = quality.evidence_level_required === 'L1' ? 'L1' : 'L2';
      const report = judged(reportForm(asked(checks, level)));
      expect(failed(checks, reportForm(asked(checks, level)))).toEqual([]);
      expect(report.problems).toEqual([]);
      expect(report.references.length).toBeGreaterThan(0);
      expect(report.repro.length > 0).toBe(level === 'L2');
    }
  },
);

test('each check that reads a report finds in the form what it looks for, and its order says so', () => {
  for (const name of BUILT_IN_GATES) {
    if (name === 'tests_before') continue;
    expect(failed([name], reportForm(asked([name])))).toEqual([]);
    const told = howToHandIn(asked([name]));
    expect(told.includes(`The checks of this step read a report: ${name}.`)).toBe(
      name !== BY_FILES,
    );
  }
});

test('a judge is shown a line for each criterion', () => {
  const report = judged(reportForm(asked(['references', 'summary'])));
  expect(report.onCriteria).toMatchObject([{ number: 1, met: true }]);
});
