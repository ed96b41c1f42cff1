// P14: whatever the file system answers, a step succeeds or says clearly that it did not; never half.

import { describe, expect, test } from 'vitest';
import { sample } from './kill-points.ts';
import { type Fault, type Faulty, Scene } from './scene.ts';
import { earReport, STEPS, working } from './steps.ts';
import { sweep } from './sweep.ts';
import { SOAK, Tally } from './tally.ts';

const ERRORS = ['EIO', 'EMFILE', 'EACCES', 'ENOSPC'];

/** The errors take turns; in the full form every operation has one. */
function errorsAt(line: string, at: number): Fault[] {
  const how = ERRORS[(at >> 2) % ERRORS.length] ?? 'EIO';
  const isDue = SOAK || /events\.|state\.json|inbox/.test(line) || at % 4 === 0;
  return isDue ? [{ at, how }] : [];
}

/** In the quick form every write, and of the reads, which are many, each fourth. */
function shortCountsAt(line: string, at: number): Fault[] {
  const isDue = SOAK || at % 4 === 0 ? /^\d+ (?:write|read)Sync / : /^\d+ writeSync /;
  return isDue.test(line) || line.endsWith('beyond') ? [{ at, how: 'short' }] : [];
}

/** Silence means: recorded. Whoever could not record says so, to the client or on stderr. */
function saysWhatHappened(faulty: Faulty, isThere: boolean): void {
  expect(faulty.signal).toBe(null);
  const told = faulty.stderr !== '' || /could not|cannot|WK\d{4}/i.test(faulty.stdout);
  if (faulty.code !== 0) expect(faulty.stderr).not.toBe('');
  if (!told && !isThere) throw new Error('it recorded nothing and said nothing');
}

describe.each([
  ['a file operation that fails', 'P14 failing operations', errorsAt],
  ['a count that is short', 'P14 short counts', shortCountsAt],
] as const)('P14 %s', (_, promise, faultsAt) => {
  const some = sample(STEPS, STEPS.length / 2);
  test.each(some)('is a success or a clear error, never half: $name', async (step) => {
    await using scene = await Scene.create();
    using tally = new Tally(promise);
    await sweep(scene, step, tally, faultsAt, saysWhatHappened);
    tally.rounds = tally.faults;
    expect(tally.faults).toBeGreaterThan(0);
  });
});

test('P14 what the system refuses a hook that would keep a report is reported as that, and is no bug of ours', async () => {
  await using scene = await Scene.create();
  await working(scene);
  const full = { op: 'writeSync', path: 'report.md', how: 'ENOSPC' };
  const faulty = await scene.deliverWith(full, earReport(scene));
  expect(faulty).toMatchObject({ code: 0, stderr: '' });
  expect(faulty.stdout).toMatch(/could not record this event \(ENOSPC: .*report\.md/);
  expect(await scene.deliver(earReport(scene))).toMatchObject({ code: 0, stderr: '' });
  expect(scene.counted().some(({ type }) => type === 'node.done')).toBe(true);
});
