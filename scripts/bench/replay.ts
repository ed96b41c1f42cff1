// The whole log into a state, against JSON.parse of each of its lines: the least that anybody has to do who
// wants to know what is in it.

import { readFileSync } from 'node:fs';
import { rebuildState } from '../../runtime/cache/rebuild-state.ts';
import { listSegments } from '../../runtime/log/segments.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import type { Prepared } from './workspace.ts';

const LIMIT = 2.5;
const MOST_ROUNDS = 3;
const NEWLINE = 10;

export function measureReplay({ ws, restore }: Prepared, name: string, run: Run): Row[] {
  if (!run.wants(name)) return [];
  restore('working');
  const pairs: Array<{ parseMs: number; replayMs: number }> = [];
  // Round 0 compiles.
  for (let round = 0; round <= Math.min(run.rounds, MOST_ROUNDS); round += 1) {
    run.progress(`${name}, round ${round}`);
    const pair = {
      parseMs: cpuMsOf(() => parseLines(ws)),
      replayMs: cpuMsOf(() => replay(ws)),
    };
    if (round > 0) pairs.push(pair);
  }
  const ratios = pairs.map(({ parseMs, replayMs }) => replayMs / parseMs);
  return [
    {
      name,
      value: median(ratios),
      unit: '×',
      of: 'JSON.parse of each line',
      spread: spread(ratios),
      limit: LIMIT,
      figures: {
        cpuMs: median(pairs.map(({ replayMs }) => replayMs)),
        parseCpuMs: median(pairs.map(({ parseMs }) => parseMs)),
      },
    },
  ];
}

function replay(ws: Workspace): void {
  const rebuilt = rebuildState(ws);
  if (!rebuilt.ok) throw new Error(`the log cannot be read: ${rebuilt.failure.kind}`);
}

function parseLines(ws: Workspace): void {
  const listed = listSegments(ws);
  if (!listed.ok) throw new Error(`the log cannot be read: ${listed.failure.kind}`);
  for (const { path } of listed.segments) {
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, at);
      JSON.parse(bytes.toString('utf8', at, end));
      at = end + 1;
    }
  }
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
