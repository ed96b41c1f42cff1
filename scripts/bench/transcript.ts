// The transcript of a body that fixed the example, as the client would have written it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCE = 'src/decoder.js';
const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';

/** Fixes the example's fault. */
export function fixExample(repo: string): void {
  const path = join(repo, SOURCE);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(CRASH)) throw new Error('the example has another fault now');
  writeFileSync(path, text.replace(CRASH, `${GUARD}\n${CRASH}`));
}

/** What the body says at its end. */
export function bodyReport(repo: string, runId: string): string {
  const lines = readFileSync(join(repo, SOURCE), 'utf8').split('\n');
  const line = lines.indexOf(GUARD) + 1;
  return `IssueRef: local#1
RunId: ${runId}
Status: done
Commit: none
Tests: npm test (pass)
Evidence-Level: L2

## Summary
An empty body now gives no readings.

## Steps
1. Put a guard before the version byte is read.
2. Ran \`npm test\`.

## Evidence
- Level: L2
- Repro:
  - command: \`npm test\`
  - result: the tests pass
- References:
  - ${SOURCE}:${line} "${GUARD.trim()}"

## Risks
- Nothing else uses what was changed.

## Next
- Nothing.`;
}

/** An edit, then a test run, then the report. */
export function writeTranscript(path: string, repo: string, report: string): void {
  const file_path = join(repo, SOURCE);
  const lines = [
    asked(repo, 1, { name: 'Edit', input: { file_path, old_string: CRASH, new_string: GUARD } }),
    answered(repo, 1, 'The file has been updated.'),
    asked(repo, 2, { name: 'Bash', input: { command: 'npm test' } }),
    answered(repo, 2, '# pass 9\n# fail 0'),
    said(repo, 3, [{ type: 'text', text: report }]),
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function asked(cwd: string, n: number, tool: Readonly<{ name: string; input: object }>) {
  return said(cwd, n, [{ type: 'tool_use', id: `toolu_bench_${n}`, ...tool }]);
}

function said(cwd: string, n: number, content: readonly object[]) {
  const usage = { input_tokens: 100, output_tokens: 50 };
  const message = { id: `msg_${n}`, role: 'assistant', model: 'scripted', usage, content };
  return { type: 'assistant', uuid: `u${n}`, cwd, timestamp: new Date().toISOString(), message };
}

function answered(cwd: string, n: number, output: string) {
  const content = [{ type: 'tool_result', tool_use_id: `toolu_bench_${n}`, content: output }];
  const message = { role: 'user', content };
  return { type: 'user', uuid: `r${n}`, cwd, timestamp: new Date().toISOString(), message };
}
