// docs/evidence.md shows a report and what an agent is told. Both are held against the grader.

import { describe, expect, test } from 'vitest';
import { grade } from '../../runtime/evidence/grade.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { readPage } from './pages.ts';

const PAGE = readPage('docs/evidence.md');
const FAILED = {
  gate: 'npm test',
  outcome: 'fail',
  mustPass: true,
  error: 'exit code 1, expected 0',
} as const;

describe('docs/evidence.md', () => {
  test('shows a report that the runtime reads without a question', () => {
    const text = /```markdown\n([\s\S]*?)\n```/.exec(PAGE)?.[1] ?? '';
    const report = parseReport(text);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ status: 'done', claimedLevel: 'L2' });
    expect(report.repro).toEqual([{ command: 'npm test', result: '6 passed' }]);
    expect(report.references).toMatchObject([{ path: 'src/decoder.js', line: 19 }]);
  });

  test('shows the answer to an agent whose report is only a claim', () => {
    const report = parseReport(
      'RunId: r-1\nStatus: done\nEvidence-Level: L3\n\n## Summary\nFixed.\n\n## Evidence\n- Repro:\n  - command: `npm test`\n- References:\n  - src/decoder.js:1\n',
    );
    const { level, missing, overclaimed } = grade({
      report,
      resolved: report.references.map((reference) => ({ reference, resolved: true })),
      gates: [FAILED],
      commandGates: [FAILED],
      role: 'body',
      required: 'L2',
      writes: true,
      changedFiles: [],
      outsidePaths: [],
      runId: 'r-1',
    });
    expect({ level, overclaimed }).toEqual({ level: 'L1', overclaimed: true });
    const told = [...PAGE.matchAll(/```text\n([\s\S]*?)\n```/g)].at(-1)?.[1];
    expect(missing.join('\n')).toBe(told);
  });
});
