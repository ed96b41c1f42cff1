// P3: a step is there whole or not at all; a torn tail is set aside, reported and healed.

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeStep, lastCrc } from '../../runtime/log/record.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { counted, decodeWhole } from './counted.ts';
import { Scene } from './scene.ts';
import { HEAL } from './steps.ts';
import { STORY } from './story.ts';
import { rounds, SOAK, Tally } from './tally.ts';

function eventsOf(ws: Workspace): number {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state.log.events;
}

test('P3 cut at every byte of its last step, a log has that step whole or not at all, and goes on', () => {
  using at = temporaryWorkspace();
  using tally = new Tally('P3 cut at every byte');
  for (const chapter of STORY.slice(0, 2)) runStep(at.ws, chapter);
  const kept = statSync(files.log(at.ws)).size;
  const before = eventsOf(at.ws);
  runStep(at.ws, STORY[2] ?? (() => undefined));
  const whole = readFileSync(files.log(at.ws));
  const all = eventsOf(at.ws);
  expect(all - before).toBeGreaterThan(3);
  // Reading at each byte; writing on, which syncs the torn bytes away, at some of them.
  for (let size = kept; size <= whole.length; size += 1) {
    tally.rounds += 1;
    const expected = size === whole.length ? all : before;
    const decoded = decodeWhole(whole.subarray(0, size));
    const torn = size > kept && size < whole.length ? kept : null;
    tally.holds(`cut at ${size}`, () => {
      expect(decoded.damage).toBe(null);
      expect(decoded.records).toHaveLength(expected);
      expect(decoded.tornAt).toBe(torn);
    });
    if ((size - kept) % rounds(31, 1) !== 0) continue;
    tally.faults += 1;
    writeFileSync(files.log(at.ws), whole.subarray(0, size));
    tally.holds(`cut at ${size}`, () => {
      expect(eventsOf(at.ws)).toBe(expected);
      expect(
        runStep(at.ws, ({ emit }) => emit({ type: 'Stop', session_id: 's1', payload: {} })).ok,
      ).toBe(true);
      const fresh = counted(at.ws)
        .slice(expected)
        .map((record) => record.type);
      expect(fresh).toEqual(torn === null ? ['Stop'] : ['log.healed', 'Stop']);
    });
    rmSync(files.state(at.ws), { force: true });
  }
  if (SOAK) expect(tally.faults).toBe(tally.rounds);
  const aside = readdirSync(files.archive(at.ws)).filter((name) => name.startsWith('torn-'));
  expect(aside.length).toBeGreaterThan(0);
});

test('P3 of a large torn step no line is looked at again from each line before it, and it is healed', () => {
  using at = temporaryWorkspace();
  using tally = new Tally('P3 large torn steps');
  const log = readFileSync(files.log(at.ws));
  const torn = tornStep(log, 4000);
  const whole = Object.assign(Buffer.concat([log, torn]), { indexOf: countingLines });
  let lines = 0;
  function countingLines(this: Buffer, value: string | number, from?: number): number {
    if (value === 10) lines += 1;
    return Buffer.prototype.indexOf.call(this, value, from);
  }
  expect(decodeWhole(whole)).toMatchObject({ tornAt: log.length, damage: null });
  // By who looks for the next step, for a first one behind it, and for what it is then.
  expect(lines).toBeLessThan(4 * 4000);

  writeFileSync(files.log(at.ws), torn, { flag: 'a' });
  expect(
    runStep(at.ws, ({ emit }) => emit({ type: 'Stop', session_id: 's1', payload: {} })).ok,
  ).toBe(true);
  expect(counted(at.ws).map(({ type }) => type)).toEqual(['log.created', 'log.healed', 'Stop']);
  tally.rounds = 1;
  tally.faults = 1;
});

/** A step of `count` records behind a log, which lacks its last bytes. */
function tornStep(log: Buffer, count: number): Buffer {
  const draft = { type: 'node.ready', timestamp: '2026-11-21T10:00:00.000Z', payload: {} };
  const cursor = { events: 1, bytes: log.length, crc: lastCrc(log) };
  const encoded = encodeStep(new Array(count).fill(draft), cursor);
  if (!encoded.ok) throw new Error('a record is too large');
  return encoded.bytes.subarray(0, -40);
}

test('P3 torn bytes are set aside as they were', () => {
  using at = temporaryWorkspace();
  runStep(at.ws, STORY[0] ?? (() => undefined));
  const torn = '{"event_id":"E-000003","type":"UserPromptSubmit","payload":{"prompt":"解';
  writeFileSync(files.log(at.ws), torn, { flag: 'a' });
  runStep(at.ws, STORY[1] ?? (() => undefined));
  const [name = ''] = readdirSync(files.archive(at.ws));
  expect(readFileSync(`${files.archive(at.ws)}/${name}`, 'utf8')).toBe(torn);
  // In the log empty lines are left of them, so whoever reads it line by line does not stumble.
  const lines = readFileSync(files.log(at.ws), 'utf8').split('\n');
  for (const line of lines) if (line !== '') JSON.parse(line);
  expect(lines.filter((line) => line === '').length).toBeGreaterThan(Buffer.byteLength(torn));
});

test('P3 a torn tail is reported, even if the hook that heals it is killed in the middle', async () => {
  await using scene = await Scene.create();
  using tally = new Tally('P3 healing reported');
  await HEAL.prepare(scene);
  const before = scene.keep();
  for (let nth = 1; ; nth += 1) {
    scene.putBack(before);
    // Around each operation on the log itself.
    const fault = { op: 'writeSync', path: 'events.jsonl', nth, how: 'kill-before' };
    const killed = await scene.deliverWith(fault, HEAL.delivery(scene));
    if (killed.fired === undefined) break;
    tally.rounds += 1;
    tally.faults += 1;
    await scene.deliver(HEAL.delivery(scene));
    const healed = scene.counted().filter((record) => record.type === 'log.healed');
    if (healed.length !== 1)
      tally.lose(`killed at ${killed.fired}: reported ${healed.length} times`);
  }
  expect(tally.faults).toBeGreaterThan(0);
});
