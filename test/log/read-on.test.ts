// What is read on from a record, as values: whatever becomes of the log, each counted record comes once, in
// order, or it is said that what was read before does not count any more.

import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { numberOf } from '../../runtime/kernel/state/ids.ts';
import { readHistory } from '../../runtime/log/history.ts';
import { behind, recordsSince, type Since } from '../../runtime/log/read-on.ts';
import { type Cursor, encodeStep, MARK_BYTES, markOf } from '../../runtime/log/record.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { findDamage, setDamageAside } from '../../runtime/step/repair.ts';
import { archiveLog, readState, runStep } from '../../runtime/step/run-step.ts';
import { files, nextOf, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

/** One step of so many records. */
function note(ws: Workspace, text: string, records = 1): void {
  const step = runStep(ws, (at) => {
    for (let n = 1; n <= records; n += 1) {
      at.emit({ type: 'Stop', session_id: 's1', payload: { prompt: text, ms: n } });
    }
  });
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
}

function seal(ws: Workspace): void {
  const sealed = archiveLog(ws);
  if (!sealed.ok || sealed.file === null) throw new Error(JSON.stringify(sealed));
}

function all(ws: Workspace): EventRecord[] {
  const records: EventRecord[] = [];
  const read = readHistory(ws, (record) => records.push(record) > 0, 'count');
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return records;
}

function must(ws: Workspace, from: Cursor): Since {
  const since = recordsSince(ws, from);
  if (!since.ok) throw new Error(JSON.stringify(since.error));
  return since.value;
}

/** Everything there is behind a cursor, and where that ends. */
function rest(ws: Workspace, from: Cursor): Readonly<{ records: EventRecord[]; cursor: Cursor }> {
  const records: EventRecord[] = [];
  for (let cursor = from; ; ) {
    const since = must(ws, cursor);
    records.push(...since.records);
    cursor = since.cursor;
    if (!since.isMore) return { records, cursor };
  }
}

/** What a writer appends that read the log up to there. */
function stepOf(text: string, from: Cursor): Buffer {
  const event = { type: 'Stop', timestamp: '2026-11-21T10:00:00.000Z', payload: { prompt: text } };
  const step = encodeStep([event], from);
  if (!step.ok) throw new Error('too large');
  return step.bytes;
}

function endOf(ws: Workspace): Cursor {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state.log;
}

function ids(records: readonly EventRecord[]): string[] {
  return records.map((record) => record.event_id);
}

/** Three files, with steps of one record and of more, and a step of a late writer. */
function withHistory(ws: Workspace): void {
  note(ws, '解码器崩溃');
  const before = endOf(ws);
  note(ws, 'two', 3);
  appendFileSync(files.log(ws), stepOf('late', before));
  note(ws, 'three');
  seal(ws);
  note(ws, 'four', 2);
  seal(ws);
  note(ws, 'five');
}

describe('what is read on from a record', () => {
  test('is every counted record behind it and no other, from each record of each file', () => {
    using at = temporaryWorkspace();
    withHistory(at.ws);
    const whole = all(at.ws);
    expect(whole).toHaveLength(11);
    expect(whole[1]?.payload.prompt).toBe('解码器崩溃');
    for (let n = 0; n <= whole.length; n += 1) {
      expect(rest(at.ws, behind(n)).records, `behind ${n}`).toEqual(whole.slice(n));
      const crc = whole[n - 1]?.crc ?? '';
      expect(rest(at.ws, { ...behind(n), crc }).records).toEqual(whole.slice(n));
    }
  });

  test('goes on where it ended, however often the log was sealed since', () => {
    using at = temporaryWorkspace();
    let { records, cursor } = rest(at.ws, behind(0));
    for (let round = 0; round < 12; round += 1) {
      note(at.ws, `step ${round}`, 1 + (round % 3));
      if (round % 3 !== 0) seal(at.ws);
      if (round % 2 !== 0) note(at.ws, `behind ${round}`);
      const more = rest(at.ws, cursor);
      records = [...records, ...more.records];
      cursor = more.cursor;
      expect(must(at.ws, cursor)).toEqual({ records: [], cursor, isMore: false });
    }
    expect(records).toEqual(all(at.ws));
  });

  test('comes in whole steps, and not much more than a thousand records at once', () => {
    using at = temporaryWorkspace();
    for (let n = 0; n < 12; n += 1) note(at.ws, `${n}`, 300);
    const seen: EventRecord[] = [];
    for (let since = must(at.ws, behind(0)); ; since = must(at.ws, since.cursor)) {
      expect(since.records.at(-1)?.left ?? 0).toBe(0);
      expect(since.records.length).toBeLessThan(1024 + 300);
      seen.push(...since.records);
      if (!since.isMore) break;
    }
    expect(ids(seen)).toEqual(ids(all(at.ws)));
  });

  test('is nothing of a torn tail, and the step that heals it once', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const { cursor } = rest(at.ws, behind(0));
    const whole = stepOf('never whole', cursor);
    for (let size = 1; size < whole.length; size += 41) {
      const before = readFileSync(files.log(at.ws));
      appendFileSync(files.log(at.ws), whole.subarray(0, size));
      expect(must(at.ws, cursor).records).toEqual([]);
      if (size + 41 < whole.length) writeFileSync(files.log(at.ws), before);
    }
    note(at.ws, 'two');
    const more = rest(at.ws, cursor);
    expect(more.records.map(({ type }) => type)).toEqual(['log.healed', 'Stop']);
    expect(rest(at.ws, more.cursor).records).toEqual([]);
  });

  test('has records of a newer version and of no known type as they are', () => {
    using at = temporaryWorkspace();
    const { cursor } = rest(at.ws, behind(0));
    const line = stepOf('later', cursor).toString();
    const body = line.slice(0, -MARK_BYTES).replace('"Stop"', '"node.dreamt"');
    const bytes = Buffer.from(body.replace(/"v":\d+/, '"v":99'));
    appendFileSync(files.log(at.ws), `${bytes}${markOf(crc32(bytes, 0, bytes.length))}`);
    expect(must(at.ws, cursor).records).toMatchObject([{ type: 'node.dreamt', v: 99 }]);
  });
});

describe('what was read and counts no more is said', () => {
  const cut = (event: string, ends: string | null) => ({
    ok: false,
    error: { kind: 'log-cut', event, ends },
  });

  test('of a number that the log does not have yet', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    expect(recordsSince(at.ws, behind(7))).toEqual(cut('E-000007', 'E-000002'));
    seal(at.ws);
    expect(recordsSince(at.ws, behind(7))).toEqual(cut('E-000007', 'E-000003'));
  });

  test('of a record whose checksum is another, sealed or not', () => {
    using at = temporaryWorkspace();
    withHistory(at.ws);
    for (const n of all(at.ws).map(({ event_id }) => numberOf(event_id))) {
      const from = { ...behind(n), crc: '0badc0de' };
      expect(recordsSince(at.ws, from)).toEqual(cut(ids(all(at.ws))[n - 1] ?? '', null));
    }
  });

  test('when a repair took away what was read, also once the log is as long again', () => {
    using at = temporaryWorkspace();
    for (const text of ['one', 'two', 'three']) note(at.ws, text);
    const kept = must(at.ws, behind(2)).records[0];
    const { cursor } = rest(at.ws, behind(0));
    const bytes = readFileSync(files.log(at.ws));
    const place = bytes.indexOf('two') + 1;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(files.log(at.ws), bytes);
    expect(findDamage(at.ws)).toMatchObject({ ok: true, damaged: { kept: { events: 2 } } });
    expect(setDamageAside(at.ws, () => undefined)).toMatchObject({ ok: true });
    expect(recordsSince(at.ws, cursor)).toEqual(cut('E-000004', 'E-000003'));
    for (const text of ['new two', 'new three']) note(at.ws, text);
    expect(recordsSince(at.ws, cursor)).toEqual(cut('E-000004', null));
    const { events, crc } = { events: 2, crc: kept?.prev ?? '' };
    expect(rest(at.ws, { ...behind(events), crc }).records.map(({ type }) => type)).toEqual([
      'log.repaired',
      'Stop',
      'Stop',
    ]);
  });

  test('of a log that is gone, as that', () => {
    using at = temporaryWorkspace();
    const { cursor } = rest(at.ws, behind(0));
    rmSync(files.log(at.ws));
    expect(recordsSince(at.ws, cursor)).toEqual({ ok: false, error: { kind: 'log-missing' } });
  });
});

describe('a step beside a file that is about to take the log’s place', () => {
  /** As a process that seals leaves it, before its rename. */
  function putNext(ws: Workspace): string {
    mkdirSync(nextOf(ws));
    const next = join(nextOf(ws), 'events.jsonl');
    const sealed = stepOf('in its place', endOf(ws));
    writeFileSync(next, Buffer.concat([readFileSync(files.log(ws)), sealed]));
    return next;
  }

  test('is read once that file is gone, and never if it took the place', () => {
    for (const took of [false, true]) {
      using at = temporaryWorkspace();
      note(at.ws, 'one');
      const { cursor } = rest(at.ws, behind(0));
      const next = putNext(at.ws);
      appendFileSync(files.log(at.ws), stepOf('beside it', cursor));
      expect(must(at.ws, cursor)).toEqual({ records: [], cursor, isMore: false });
      // Who asks once is told what counts at that moment.
      const now = recordsSince(at.ws, cursor, 'now');
      expect(now).toMatchObject({ value: { records: [{ payload: { prompt: 'beside it' } }] } });
      if (took) renameSync(next, files.log(at.ws));
      rmSync(nextOf(at.ws), { recursive: true });
      const texts = must(at.ws, cursor).records.map(({ payload }) => payload.prompt);
      expect(texts).toEqual([took ? 'in its place' : 'beside it']);
    }
  });

  test('is all that waits: what is older than the file is read', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    putNext(at.ws);
    // Of a process that was killed a minute after.
    const later = new Date(Date.now() + 60_000);
    utimesSync(nextOf(at.ws), later, later);
    expect(ids(must(at.ws, behind(0)).records)).toEqual(['E-000001', 'E-000002']);
  });
});
