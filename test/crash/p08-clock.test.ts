// P8: clocks that jump change no order, revive no run, wedge no lock.

import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { counted } from './counted.ts';
import { meaningOf } from './meaning.ts';
import { STORY } from './story.ts';
import { rounds, Tally } from './tally.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

/** The story as a clock tells it that is wrong by `jumps[i]` hours at its i-th step. */
function tellAt(ws: Workspace, jumps: readonly number[]): void {
  for (const [i, chapter] of STORY.entries()) {
    const time = NOON + i * 1000 + (jumps[i % jumps.length] ?? 0) * HOUR;
    const told = runStep(ws, chapter, { now: () => new Date(time).toISOString() });
    if (!told.ok) throw new Error(JSON.stringify(told.failure));
  }
}

/** The same story under many clocks, each of which jumps by up to `most` hours at each step. */
function jumping(tally: Tally, most: number, check: (ws: Workspace) => void): void {
  const jumps = fc.array(fc.integer({ min: -most, max: most }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(jumps, (hours) => {
      tally.rounds += 1;
      tally.faults += hours.length;
      using at = temporaryWorkspace();
      tellAt(at.ws, hours);
      check(at.ws);
    }),
    { numRuns: rounds(8, 200), seed: 8 },
  );
}

test('P8 whatever the clock says at each step, order and meaning are those of a steady clock', () => {
  using steady = temporaryWorkspace();
  using tally = new Tally('P8 jumping clock');
  tellAt(steady.ws, [0]);
  const truth = meaningOf(steady.ws);
  const types = counted(steady.ws).map((record) => record.type);
  // Within the day: the day is part of the ids of runs, and of nothing else.
  jumping(tally, 11, (ws) => {
    expect(counted(ws).map((record) => record.type)).toEqual(types);
    expect(meaningOf(ws)).toEqual(truth);
    // Replayed without caches it is the same, whatever the timestamps.
    rmSync(files.state(ws), { force: true });
    expect(meaningOf(ws)).toEqual(truth);
  });
});

test('P8 whatever day the clock says, no run and no goal gets the name of another', () => {
  using tally = new Tally('P8 jumping days');
  jumping(tally, 72, (ws) => {
    const names = counted(ws).flatMap(({ type, run_id, payload }) => {
      if (type === 'goal.created') return [payload.artifacts];
      return type === 'run.dispatched' ? [run_id] : [];
    });
    expect(names).toEqual([...new Set(names)]);
    // The day is part of the counters: without caches it is the same one.
    const now = readState(ws);
    rmSync(files.state(ws), { force: true });
    const replayed = readState(ws);
    expect(replayed.ok && replayed.state.counters).toEqual(now.ok && now.state.counters);
  });
});

test.each([
  ['an hour ahead', HOUR],
  ['a year ahead', 8760 * HOUR],
  ['an hour back', -HOUR],
])('P8 a lock dated %s holds nobody up', (_name, jump) => {
  using at = temporaryWorkspace();
  using tally = new Tally('P8 dated locks');
  // Its holder is alive: only its date says that something is wrong.
  writeFileSync(files.lock(at.ws), JSON.stringify({ host: hostname(), pid: process.ppid, at: 0 }));
  const then = new Date(Date.now() + jump);
  utimesSync(files.lock(at.ws), then, then);
  const step = runStep(at.ws, ({ emit }) => emit({ type: 'Stop', session_id: 's', payload: {} }), {
    waitMs: 1_000,
  });
  tally.rounds = 1;
  tally.faults = 1;
  if (!step.ok) tally.lose(JSON.stringify(step.failure));
  const now = readState(at.ws);
  expect(now.ok && now.state.log.events).toBe(2);
});
