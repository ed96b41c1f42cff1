// Started by replay.ts, bundled, as a process of its own, so that its peak memory is its own.
//   both <repo> <rounds>   turn by turn: JSON.parse of each line, and the replay
//   replay <repo>          the replay alone

import { readFileSync } from 'node:fs';
import type { Workspace } from '../../runtime/store/paths.ts';
import { rebuildState } from '../../runtime/store/rebuild.ts';
import { findRepository } from '../../runtime/store/repository.ts';
import { listSegments } from '../../runtime/store/segments.ts';

const NEWLINE = 10;

/** The whole log into a state: checksums, chain, reducer. Returns how many records counted. */
function replay(ws: Workspace): number {
  const rebuilt = rebuildState(ws);
  if (!rebuilt.ok) throw new Error(`the log can not be read: ${rebuilt.failure.kind}`);
  return rebuilt.state.log.events;
}

/** The least that anybody has to do who wants to know what is in the log, sealed files and all. */
function parseLines(ws: Workspace): number {
  const listed = listSegments(ws);
  if (!listed.ok) throw new Error(`the log can not be read: ${listed.failure.kind}`);
  let lines = 0;
  for (const { path } of listed.segments) {
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; lines += 1) {
      const end = bytes.indexOf(NEWLINE, at);
      JSON.parse(bytes.toString('utf8', at, end));
      at = end + 1;
    }
  }
  return lines;
}

function timed(work: () => number): { cpuMs: number; wallMs: number; events: number } {
  // Nobody pays for clearing up after the one before.
  globalThis.gc?.();
  const before = process.cpuUsage();
  const started = performance.now();
  const events = work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs, events };
}

const [mode, repo = '', rounds = '1'] = process.argv.slice(2);
const ws = findRepository(repo);
if (!ws) throw new Error(`${repo} is no repository`);
const results = Array.from({ length: Number(rounds) }, () => ({
  ...(mode === 'both' ? { parse: timed(() => parseLines(ws)) } : {}),
  replay: timed(() => replay(ws)),
}));
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ results, peakMb }));
