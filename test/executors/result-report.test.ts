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

  test('may cite commands that name files: they are commands, and no places', () => {
    const tests = ['go test ./... => pass', 'node --test test/a.test.js => 3 passed'];
    const result = { ...RESULT, tests, changes: { patch: 'mine.patch' } };
    const taken = { result, checks: [], traced: [] };
    const about = { run: RUN, issue: 'local#1', executor: 'fixer', own: undefined, patch: '' };
    const report = parseReport(
      resultReport({ ...about, result, verdict: { kind: 'examine', taken } }),
    );
    expect(report.references).toEqual([]);
    expect(report.repro).toEqual([
      { command: 'go test ./...', result: 'pass' },
      { command: 'node --test test/a.test.js', result: '3 passed' },
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

  test('that is none says how its program ended, and where what it printed is', () => {
    const verdict = {
      kind: 'blocked',
      because: { kind: 'logs-only' },
      written_back: false,
    } as const;
    const about = { run: RUN, issue: 'local#1', executor: 'fixer', own: undefined, patch: '' };
    const printed = { exit: 1, dir: '.wukong/artifacts/S-1/N-010/x' };
    const text = resultReport({ ...about, verdict, result: undefined, printed });
    expect(text).toContain(
      'left no result (work_result.json or work_result.txt) and ended with exit code 1. What it printed is in .wukong/artifacts/S-1/N-010/x.',
    );
  });

  test('that says it failed is repeated in its words', () => {
    const because = { kind: 'said-fail', code: 'tests_failed' } as const;
    expect(reportOf({ kind: 'failed', because }).summary).toBe(
      'An empty body gives no readings. (tests_failed)',
    );
  });

  test('that failed says so in its own words as well', () => {
    const report = reportOf({ kind: 'failed', because: { kind: 'exit', code: 3 } });
    expect(report.status).toBe('failed');
    expect(report.summary).toContain('ended with exit code 3');
    expect(report.summary).toContain('An empty body gives no readings.');
  });
});

describe('a place', () => {
  const change = (name: string, hunk: string): string =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunk}\n`;
  const cited = (patch: string) =>
    parseReport(
      `RunId: ${RUN}\n\n## Evidence\n- References:\n  - ${placesIn(patch).join('\n  - ')}\n`,
    ).references;

  test('is what stands in the new file, and no more than one a file', () => {
    expect(placesIn(PATCH)).toEqual([
      '`src/decoder.js:12` "if (bytes.length === 0) return readings;"',
    ]);
  });

  test('may be in a file whose name has spaces and Chinese', () => {
    expect(
      cited(change('src/加 法.js\t', '@@ -2 +2 @@\n-  a - b;\n+  return a + b;')),
    ).toMatchObject([{ path: 'src/加 法.js', line: 2, quote: 'return a + b;' }]);
  });

  test('is without words where they hold quotation marks, and where lines were only taken out', () => {
    const quotes = change('a.go', '@@ -1,2 +1,3 @@\n package a\n+\n+import "fmt"');
    expect(cited(quotes)).toMatchObject([{ path: 'a.go', line: 3 }]);
    expect(cited(change('a.go', '@@ -4,3 +4,2 @@\n b\n-c\n d'))).toMatchObject([{ line: 4 }]);
  });

  test('is none in a file that is gone, and the lines of another file are not taken for its own', () => {
    const gone = 'diff --git a/b b/b\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';
    expect(placesIn(change('a.js', '@@ -1 +0,0 @@\n-x') + gone)).toEqual([]);
    const noEnd = '@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+some new line';
    expect(placesIn(change('a.js', noEnd))).toEqual(['`a.js:1` "some new line"']);
  });
});
