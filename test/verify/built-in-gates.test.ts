import { describe, expect, test } from 'vitest';
import type { BuiltInGateName } from '../../runtime/model/gate.ts';
import { isTestFile, runBuiltInGate } from '../../runtime/verify/built-in-gates.ts';
import { parseReport } from '../../runtime/verify/report.ts';

const EMPTY = parseReport('');
const FULL = parseReport(
  [
    'Verdict: accept',
    '## Summary\nok\n## Steps\n1. a\n## Evidence\nRepro: `npm test`\nReferences:\n- a.js:1',
    '## Risks\nfew',
    'Criterion: it works',
  ].join('\n'),
);

function outcome(name: BuiltInGateName, report = FULL, paths: readonly string[] = ['test/a.js']) {
  const changes = paths.map((path) => ({ path, status: 'M' }) as const);
  const resolved = report.references.map((reference) => ({ reference, resolved: true }));
  return runBuiltInGate({ type: 'builtin', name, mustPass: true }, { report, resolved, changes });
}

describe('a built-in gate', () => {
  test.each([
    ['references', 'the report cites no file and line'],
    ['criteria', 'no line "Criterion: …" says what counts as done'],
    ['verdict', 'the header has no line "Verdict: accept", "rework", "reject"'],
    ['summary', 'the section "## Summary" is empty'],
    ['plan', 'the section "## Steps" is empty'],
    ['tests_added', 'no test file was added or changed'],
    ['repro_steps', 'no command stands under "Repro:"'],
    ['risk_assessment', 'the section "## Risks" is empty'],
  ] as const)('%s passes on a full report and tells what an empty one lacks', (name, error) => {
    expect(outcome(name)).toEqual({ gate: name, mustPass: true, outcome: 'pass' });
    expect(outcome(name, EMPTY, ['src/a.js'])).toEqual({
      gate: name,
      mustPass: true,
      outcome: 'fail',
      error,
    });
  });

  test('references fails when one of them does not resolve', () => {
    const [reference] = FULL.references;
    if (reference === undefined) throw new Error('a reference expected');
    const input = { report: FULL, resolved: [{ reference, resolved: false }], changes: [] };
    expect(
      runBuiltInGate({ type: 'builtin', name: 'references', mustPass: true }, input),
    ).toMatchObject({
      outcome: 'fail',
      error: '0 of 1 references resolve',
    });
  });

  test('tests_added does not count a deleted test', () => {
    const changes = [{ path: 'test/a.js', status: 'D' }] as const;
    const gate = { type: 'builtin', name: 'tests_added', mustPass: true } as const;
    expect(runBuiltInGate(gate, { report: FULL, resolved: [], changes }).outcome).toBe('fail');
  });
});

test.each([
  'test/a.js',
  'src/a.test.ts',
  'pkg/a_test.go',
  'tests/test_a.py',
  'test_a.py',
  'src/ATest.java',
  'spec/a_spec.rb',
  'src/__tests__/a.js',
  'src/解码.test.js',
])('%s is a test file', (path) => expect(isTestFile(path)).toBe(true));

test.each(['src/a.js', 'src/latest.js', 'contest/a.js', 'src/attestation.ts', 'protest.md'])(
  '%s is no test file',
  (path) => expect(isTestFile(path)).toBe(false),
);
