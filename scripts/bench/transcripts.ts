// Grading a report whose transcript is long, against JSON.parse of the transcript's lines.

import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { run as runChild } from '../client/child.ts';
import { bundleInto } from './bundle.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { bodyReport, fixExample, writeTranscript } from './transcript.ts';
import { firstLane, type Prepared } from './workspace.ts';

const LIMIT = 2;
const MAX_PEAK_MB = 128;
const MOST_ROUNDS = 7;
const TIME_LIMIT_MS = 10 * 60_000;
const MB = 1024 * 1024;

type Timed = Readonly<{ cpuMs: number; wallMs: number; count: number }>;
type Result = Readonly<{
  results: ReadonlyArray<{ parse: Timed; grade: Timed }>;
  lines: number;
  peakMb: number;
}>;

export function transcriptName(mb: number): string {
  return `transcript-${mb}mb/grade`;
}

export function transcriptMemoryName(mb: number): string {
  return `transcript-${mb}mb/memory`;
}

export async function measureTranscript(prepared: Prepared, mb: number, run: Run): Promise<Row[]> {
  const lane = firstLane(prepared);
  lane.restore('fresh');
  fixExample(lane.repo);
  const report = bodyReport(lane.repo, 'run');
  const reportPath = join(prepared.home, 'report.md');
  const path = join(prepared.home, `transcript-${mb}.jsonl`);
  writeFileSync(reportPath, report);
  writeLong(path, lane.repo, report, mb * MB);
  const script = bundleInto(prepared.home, 'transcript-child');
  const child = async (flags: string[], ...args: string[]): Promise<Result> => {
    const options = { env: prepared.environment, timeoutMs: TIME_LIMIT_MS };
    const all = [...flags, script, ...args];
    const ended = await runChild(process.execPath, all, options);
    if (ended.code !== 0) throw new Error(`the grading failed: ${ended.stderr.slice(-2000)}`);
    return JSON.parse(ended.stdout);
  };
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  run.progress(`${transcriptName(mb)}, ${rounds} rounds`);
  const both = await child(['--expose-gc'], 'both', path, reportPath, lane.repo, String(rounds));
  run.progress(`${transcriptName(mb)}, memory`);
  const alone = await child([], 'grade', path, reportPath, lane.repo);
  const ratio = (key: 'cpuMs' | 'wallMs') =>
    both.results.map(({ parse, grade }) => grade[key] / parse[key]);
  return [
    {
      name: transcriptName(mb),
      beside: 'JSON.parse of each line',
      ratios: { cpu: median(ratio('cpuMs')), wall: median(ratio('wallMs')) },
      spread: spread(ratio('cpuMs')),
      limit: LIMIT,
      figures: {
        lines: both.lines,
        calls: both.results[0]?.grade.count ?? 0,
        cpuMs: median(both.results.map(({ grade }) => grade.cpuMs)),
        parseCpuMs: median(both.results.map(({ parse }) => parse.cpuMs)),
      },
    },
    {
      name: transcriptMemoryName(mb),
      beside: `${MAX_PEAK_MB} MB`,
      ratios: { memory: alone.peakMb / MAX_PEAK_MB },
      limit: 1,
      figures: { peakMb: alone.peakMb },
    },
  ];
}

/** Reads and test runs as a long session has them, before the fix, its test and its report. */
function writeLong(path: string, repo: string, report: string, bytes: number): void {
  const end = join(repo, '..', 'end.jsonl');
  writeTranscript(end, repo, report);
  const fd = openSync(path, 'w');
  let written = 0;
  for (let n = 1; written < bytes; n += 1) {
    const text = pair(repo, n);
    writeSync(fd, text);
    written += Buffer.byteLength(text);
  }
  closeSync(fd);
  appendFileSync(path, readFileSync(end));
}

function pair(cwd: string, n: number): string {
  const id = `toolu_long_${n}`;
  const isRead = n % 3 !== 0;
  const input = isRead
    ? { file_path: join(cwd, `src/file-${n % 40}.ts`) }
    : { command: `npm test -- --run part-${n % 7}`, description: 'Run the tests' };
  const output = isRead ? fileText(n) : testText(n);
  const common = { cwd, timestamp: new Date(1_790_000_000_000 + n * 1000).toISOString() };
  const call = { type: 'tool_use', id, name: isRead ? 'Read' : 'Bash', input };
  const usage = { input_tokens: 1000 + n, output_tokens: 50, cache_read_input_tokens: 9000 };
  const message = {
    id: `msg_long_${n}`,
    role: 'assistant',
    model: 'scripted',
    usage,
    content: [call],
  };
  const block = { type: 'tool_result', tool_use_id: id, content: output, is_error: false };
  const lines = [
    { ...common, type: 'assistant', uuid: `a${n}`, message },
    {
      ...common,
      type: 'user',
      uuid: `r${n}`,
      message: { role: 'user', content: [block] },
      // The client keeps the result a second time, in a form of its own.
      toolUseResult: isRead ? { type: 'text', file: { content: output } } : { stdout: output },
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function fileText(n: number): string {
  const line = (at: number): string =>
    `${String(at).padStart(6)}→  const value${at} = decode(bytes.subarray(${at}, ${n + at})); // 第 ${at} 行`;
  return Array.from({ length: 60 + (n % 90) }, (_, at) => line(at + 1)).join('\n');
}

function testText(n: number): string {
  const line = (at: number): string => `ok ${at} - decodes a body of ${at * n} bytes`;
  return [
    ...Array.from({ length: 40 + (n % 200) }, (_, at) => line(at + 1)),
    '# pass 9',
    '# fail 0',
  ].join('\n');
}
