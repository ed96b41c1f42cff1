// P2: N processes × M events: N×M counted records, ids unique and gap-free, void ones 0.

import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SEALED } from '../../runtime/log/segments.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { counted, voidSteps } from './counted.ts';
import { rounds, Tally } from './tally.ts';
import { acknowledged, write } from './writers.ts';

/** Of the padding: records of some 300 bytes to nearly the 64 KB one may have. */
const SIZES = [100, 1_000, 4_000, 300, 16_000, 65_000];
const WRITERS = 8;

test('P2 eight processes that append at once: each record once, no gap, none void', async () => {
  using at = temporaryWorkspace();
  using tally = new Tally('P2 appends by eight processes');
  const count = rounds(200, 2_000);
  const tasks = Array.from({ length: WRITERS }, (_, i) => {
    const sizes = [...SIZES.slice(i % SIZES.length), ...SIZES.slice(0, i % SIZES.length)];
    return write({ repo: at.ws.root, name: `w${i}`, count, sizes });
  });
  const ended = await Promise.all(tasks);
  for (const writer of ended) expect(writer).toMatchObject({ code: 0, stderr: '' });
  tally.rounds = WRITERS * count;

  const records = counted(at.ws).slice(1);
  // At full length the log is sealed several times on the way.
  const texts = records
    .filter(({ type }) => type !== SEALED)
    .map((record) => record.payload.prompt);
  for (const text of ended.flatMap(acknowledged)) {
    const times = texts.filter((each) => each === text).length;
    if (times !== 1) tally.lose(`${text} is counted ${times} times`);
  }
  expect(texts).toHaveLength(WRITERS * count);
  expect(records.map((record) => record.event_id)).toEqual(
    records.map((_, i) => `E-${String(i + 2).padStart(6, '0')}`),
  );
  expect(voidSteps(at.ws)).toBe(0);
  // What the writers left as caches is what the log says.
  const kept = readState(at.ws);
  rmSync(`${at.ws.dir}/state.json`, { force: true });
  expect(readState(at.ws)).toEqual(kept);
});
