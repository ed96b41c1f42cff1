// Started by transcripts.ts, bundled, as a process of its own, so that its peak memory is its own.
//   both <transcript> <report> <rounds>   turn by turn: JSON.parse of each line, and the grading
//   grade <transcript> <report>           the grading alone

import { readFileSync } from 'node:fs';
import { shownObservations } from '../../runtime/engine/keep-findings.ts';
import { redactor } from '../../runtime/privacy/redact.ts';
import { grade } from '../../runtime/verify/levels.ts';
import { readLines } from '../../runtime/verify/lines.ts';
import { seenCommands } from '../../runtime/verify/observed-commands.ts';
import { parseReport } from '../../runtime/verify/report.ts';
import { readTranscript } from '../../runtime/verify/transcript.ts';

const NEWLINE = 10;
const MAX_LINE_BYTES = 32 * 1024 * 1024;

type Timed = Readonly<{ cpuMs: number; wallMs: number; count: number }>;

/** The least that anybody has to do who wants to know what is in the transcript. */
async function parseLines(path: string): Promise<number> {
  const bytes = readFileSync(path);
  let lines = 0;
  for (let at = 0; at < bytes.length; lines += 1) {
    const end = bytes.indexOf(NEWLINE, at);
    JSON.parse(bytes.toString('utf8', at, end === -1 ? bytes.length : end));
    at = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

/** As a report is graded: the transcript read, and the report held against it. */
async function gradeAll(path: string, report: string, root: string): Promise<number> {
  const read = await readTranscript(path);
  if (!read.ok) throw new Error(`the transcript can not be read: ${read.error.kind}`);
  const said = parseReport(report);
  const { observations } = read.value;
  const { level } = grade({
    report: said,
    observations,
    // Looking places up is git's work, and has nothing to do with the length of the transcript.
    resolved: said.references.map((reference) => ({ reference, resolved: true })),
    gates: [],
    role: 'body',
    required: 'L2',
    writes: true,
    changedFiles: ['src/decoder.js'],
    outsidePaths: [],
    root,
  });
  const commands = seenCommands(said, observations, root);
  shownObservations(observations, commands, redactor(process.env));
  if (level !== 'L2') throw new Error(`an honest report was graded ${level}`);
  return observations.length;
}

async function timed(work: () => Promise<number>): Promise<Timed> {
  // Nobody pays for clearing up after the one before.
  globalThis.gc?.();
  const before = process.cpuUsage();
  const started = performance.now();
  const count = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs, count };
}

async function main(): Promise<void> {
  const [mode, path = '', reportPath = '', root = '', rounds = '1'] = process.argv.slice(2);
  const report = readFileSync(reportPath, 'utf8');
  const results: Array<{ parse?: Timed; grade: Timed }> = [];
  // Round 0 compiles.
  for (let round = mode === 'both' ? 0 : 1; round <= Number(rounds); round += 1) {
    const parse = mode === 'both' ? { parse: await timed(() => parseLines(path)) } : {};
    const graded = await timed(() => gradeAll(path, report, root));
    if (round > 0) results.push({ ...parse, grade: graded });
  }
  const lines = await countLines(path);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ results, lines, peakMb }));
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  readLines(path, MAX_LINE_BYTES, () => {
    lines += 1;
  });
  return lines;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
