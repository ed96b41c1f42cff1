// What an executor says, as the report that is judged.

import { describe, expect, test } from 'vitest';
import { placesIn, resultReport } from '../../runtime/engine/results/result-report.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { ResultVerdict } from '../../runtime/executors/protocol/judge-result.ts';
import { type WorkResult, workResultSchema } from '../../runtime/model/protocol/work-result.ts';

const RUN = '2026-02-14-body-0003';

const RESULT: WorkResult = workResultSchema.parse({
  issue_ref: 'local#1',
  run_id: RUN,
  status: 'ok',
  changes: {},
  tests: ['npm test => pass'],
  summary: 'An empty body gives no readings.',
});

const PATCH = `diff --git a/src/decoder.js b/src/decoder.js
--- a/src/decoder.js
+++ b/src/decoder.js
@@ -10,3 +10,4 @@ export function decode(bytes) {
   const readings = [];
-  const version = 1;
+
+  if (bytes.length === 0) return readings;
`;

const EXAMINE: ResultVerdict = {
  kind: 'examine',
  taken: { result: RESULT, checks: [], traced: ['patch'] },
};

function reportOf(verdict: ResultVerdict, own?: string) {
  const about = { run: RUN, issue: 'local#1', executor: 'fixer', result: RESULT, patch: PATCH };
  return parseReport(resultReport({ ...about, verdict, own }));
}

describe('the result of an executor', () => {
  test('is a report with the command it cites and a place in each file it changed', () => {
    const report = reportOf(EXAMINE);
    expect(report).toMatchObject({ runId: RUN, status: 'done', problems: [] });
    expect(report.tests).toBe('`npm test` => pass');
    expect(report.references).toMatchObject([
      { path: 'src/decoder.js', line: 12, quote: 'if (bytes.length === 0) return readings;' },
    ]);
  });

  test('cannot say with a report of its own whose it is, or that it ended otherwise', () => {
    const own = `RunId: 2026-02-14-nose-0009\nStatus: failed\nVerdict: accept\n\n## Summary\nGood.\n`;
    const report = reportOf(EXAMINE, own);
    expect(report).toMatchObject({
      runId: RUN,
      status: 'done',
      verdict: 'accept',
      summary: 'Good.',
    });
  });

  test('that is none asks a person what is to be done', () => {
    const because = { kind: 'logs-only' } as const;
    const report = reportOf({ kind: 'blocked', because, written_back: false });
    expect(report.status).toBe('blocked');
    expect(report.questions).toEqual([expect.stringContaining('left no result')]);
  });

  test('that failed says so in its own words as well', () => {
    const report = reportOf({ kind: 'failed', because: { kind: 'exit', code: 3 } });
    expect(report.status).toBe('failed');
    expect(report.summary).toContain('ended with exit code 3');
    expect(report.summary).toContain('An empty body gives no readings.');
  });
});

test('a place is what stands in the new file, and no more than one a file', () => {
  expect(placesIn(PATCH)).toEqual(['src/decoder.js:12 "if (bytes.length === 0) return readings;"']);
});
