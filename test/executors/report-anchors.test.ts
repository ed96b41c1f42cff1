import { expect, test } from 'vitest';
import { reportAnchors } from '../../runtime/engine/report/report-anchors.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';

const SEEN = {
  issueRef: 'local#1',
  gates: [{ gate: 'npm test', outcome: 'pass', mustPass: true }],
  patch: Buffer.from('diff'),
} as const;

const REPORT =
  'RunId: 2026-01-31-body-0001\nStatus: done\n\n## Summary\ns\n\n## Evidence\n- a.js:1\n';

test('a report that names no issue, commit or tests lacks nothing, and they are filled in', () => {
  const report = parseReport(REPORT);
  expect(report.problems).toEqual([]);
  expect(reportAnchors(report, SEEN)).toEqual({
    issue_ref: 'local#1',
    tests: 'npm test => pass',
    commit: null,
    pr: null,
    patch: 'patch.diff',
    filled: ['issue_ref', 'tests'],
  });
});

test('what a report says of them stays beside it as its own words', () => {
  const more = 'IssueRef: local#1\nCommit: 4f2a9c1\nPR: none\nTests: npm test (18 passed)\n';
  expect(reportAnchors(parseReport(more + REPORT), { ...SEEN, gates: [] })).toMatchObject({
    tests: 'npm test (18 passed)',
    commit: '4f2a9c1',
    pr: null,
    filled: [],
  });
});
