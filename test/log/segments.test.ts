import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursorOf } from '../../runtime/cache/fold.ts';
import { readStored } from '../../runtime/cache/read-state.ts';
import { rebuildState } from '../../runtime/cache/rebuild-state.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { readHistory } from '../../runtime/log/history.ts';
import { type Cursor, encodeStep } from '../../runtime/log/record.ts';
import { archiveLog, readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { CLIENT, FIX } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

function note(ws: Workspace, text: string) {
  const step = runStep(ws, (at) =>
    at.emit({ type: 'Stop', session_id: 's1', payload: { prompt: text } }),
  );
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
  return step;
}

function seal(ws: Workspace) {
  const sealed = archiveLog(ws);
  if (!sealed.ok || sealed.file === null) throw new Error(JSON.stringify(sealed));
  return sealed;
}

function mustRead(ws: Workspace) {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state;
}

function ids(ws: Workspace): string[] {
  const seen: string[] = [];
  const read = readHistory(ws, (record) => seen.push(record.event_id) > 0);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return seen;
}

/** What a writer appends that read the log up to there. */
function stepOf(text: string, from: Cursor): Buffer {
  const event = { type: 'Stop', timestamp: '2026-11-21T10:00:00.000Z', payload: { text } };
  const step = encodeStep([event], from);
  if (!step.ok) throw new Error('too large');
  return step.bytes;
}

describe('a sealed log', () => {
  test('is one row of records in two files, by number, chain and SHA-256', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const before = readFileSync(files.log(at.ws));
    const sealed = seal(at.ws);
    expect(sealed).toMatchObject({
      file: 'archive/events-000001.jsonl',
      events: 2,
      bytes: before.length,
    });
    expect(readFileSync(join(at.ws.dir, sealed.file))).toEqual(before);
    expect(sealed.sha256).toBe(createHash('sha256').update(before).digest('hex'));
    const first = JSON.parse(readFileSync(files.log(at.ws), 'utf8').split('\n')[0] ?? '');
    expect(first).toMatchObject({ event_id: 'E-000003', type: 'log.sealed' });
    expect(first.prev).toBe(before.toString().slice(-11, -3));
    note(at.ws, 'two');
    expect(ids(at.ws)).toEqual(['E-000001', 'E-000002', 'E-000003', 'E-000004']);
  });

  test('sealed twice is still one log, and gives the same state without any cache', () => {
    using at = temporaryWorkspace();
    runStep(at.ws, (step) => {
      startGoal(step, ofSession('s1', CLIENT, ''), 'fix it', FIX);
    });
    seal(at.ws);
    note(at.ws, 'between');
    seal(at.ws);
    note(at.ws, 'after');
    const kept = mustRead(at.ws);
    rmSync(files.state(at.ws));
    expect(mustRead(at.ws)).toEqual(kept);
    expect(Object.keys(kept.goals)).toEqual(['G-0001']);
    expect(rebuildState(at.ws)).toMatchObject({ ok: true, state: { log: kept.log } });
  });

  test('without one of its files is refused with the name of the file', () => {
    using at = temporaryWorkspace();
    const { file } = seal(at.ws);
    rmSync(join(at.ws.dir, file));
    rmSync(files.state(at.ws));
    expect(readState(at.ws)).toEqual({ ok: false, failure: { kind: 'segment-missing', file } });
  });

  test('damaged in a sealed file is refused with file, line and byte', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const { file } = seal(at.ws);
    note(at.ws, 'two');
    const path = join(at.ws.dir, file);
    const bytes = readFileSync(path);
    const place = bytes.indexOf(10) + 1;
    bytes[place + 30] = (bytes[place + 30] ?? 0) ^ 1;
    rmSync(path);
    appendFileSync(path, bytes);
    rmSync(files.state(at.ws));
    expect(readState(at.ws)).toMatchObject({
      ok: false,
      failure: { kind: 'log-damaged', file, line: 2, byte: place },
    });
  });

  test('takes nothing of what a late writer put behind the sealed bytes', () => {
    using at = temporaryWorkspace();
    const before = mustRead(at.ws).log;
    note(at.ws, 'one');
    const { file } = seal(at.ws);
    const late = { type: 'Stop', timestamp: '2026-11-21T10:00:00.000Z', payload: { text: 'late' } };
    const step = encodeStep([late], before);
    if (!step.ok) throw new Error('too large');
    appendFileSync(join(at.ws.dir, file), step.bytes);
    rmSync(files.state(at.ws));
    expect(mustRead(at.ws).log).toMatchObject({ events: 3, void_steps: 0 });
  });

  test.each([
    ['and nothing more', []],
    ['and written on', ['three']],
  ])('that is sealed while somebody reads it, %s, is read whole', (_, more) => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    seal(at.ws);
    note(at.ws, 'two');
    const seen: string[] = [];
    const read = readHistory(at.ws, (record) => {
      if (seen.push(record.event_id) === 1) {
        seal(at.ws);
        for (const text of more) note(at.ws, text);
      }
      return true;
    });
    expect(read).toMatchObject({ ok: true, cursor: cursorOf(mustRead(at.ws)) });
    expect(seen).toEqual(ids(at.ws));
  });

  test('is not read from its first line by a hook that waited with what state.json said before', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const [step, look] = [readStored(at.ws), readStored(at.ws)];
    const { file } = seal(at.ws);
    note(at.ws, 'two');
    // Whoever needs it now begins at the first line.
    rmSync(join(at.ws.dir, file));
    expect(readState(at.ws, ({ as_of }) => as_of, look)).toMatchObject({ value: 'E-000004' });
    const waited = runStep(at.ws, (it) => it.emit({ type: 'Stop', payload: {} }), { cached: step });
    expect(waited).toMatchObject({ ok: true, state: { as_of: 'E-000005' } });
  });

  test('a file of which names one that goes on from it is refused', () => {
    using at = temporaryWorkspace();
    const { file } = seal(at.ws);
    copyFileSync(files.log(at.ws), join(at.ws.dir, file));
    rmSync(files.state(at.ws));
    const failure = { kind: 'log-damaged', file, line: 1, byte: 0 };
    expect(readState(at.ws)).toMatchObject({ ok: false, failure });
  });

  test('whose sealing was killed after the new name was made goes on, and seals under that name', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    mkdirSync(files.archive(at.ws));
    linkSync(files.log(at.ws), join(at.ws.dir, 'archive/events-000001.jsonl'));
    note(at.ws, 'two');
    expect(seal(at.ws).file).toBe('archive/events-000001.jsonl');
    expect(ids(at.ws)).toHaveLength(4);
    expect(statSync(files.log(at.ws)).ino).not.toBe(
      statSync(join(at.ws.dir, 'archive/events-000001.jsonl')).ino,
    );
  });

  test('void steps that name a record of a sealed file are still void', () => {
    using at = temporaryWorkspace();
    const before = mustRead(at.ws).log;
    note(at.ws, 'one');
    seal(at.ws);
    appendFileSync(files.log(at.ws), stepOf('late', before));
    note(at.ws, 'two');
    expect(mustRead(at.ws).log).toMatchObject({ events: 4, void_steps: 1 });
  });

  test('with a void step at the end of a sealed file is no damaged one', () => {
    using at = temporaryWorkspace();
    const before = mustRead(at.ws).log;
    note(at.ws, 'one');
    // Its writer had lost the lock, and was killed before it could repeat it.
    appendFileSync(files.log(at.ws), stepOf('late', before));
    seal(at.ws);
    note(at.ws, 'two');
    rmSync(files.state(at.ws));
    expect(mustRead(at.ws).log).toMatchObject({ events: 4, void_steps: 1 });
    expect(ids(at.ws)).toHaveLength(4);
  });
});

describe('damage in a log of several files', () => {
  /** Two sealed files of some records each, and no cache that would hide what is wrong with them. */
  function twice() {
    const at = temporaryWorkspace();
    for (const word of ['one', 'two', 'three']) note(at.ws, word);
    const first = join(at.ws.dir, seal(at.ws).file);
    for (const word of ['four', 'five', 'six']) note(at.ws, word);
    const second = join(at.ws.dir, seal(at.ws).file);
    note(at.ws, 'seven');
    rmSync(files.state(at.ws));
    return { at, first, second };
  }

  function failureOf(ws: Workspace) {
    const now = readState(ws);
    expect(readHistory(ws, () => true).ok).toBe(false);
    return now.ok ? undefined : now.failure;
  }

  /** Changes the byte behind these words. */
  function flip(path: string, words: string): void {
    const bytes = readFileSync(path);
    const place = bytes.indexOf(words) + words.length;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    rmSync(path);
    writeFileSync(path, bytes);
  }

  test('of its first line is reported, for no writer leaves half a record there', () => {
    const { at } = twice();
    using _ = at;
    flip(files.log(at.ws), '"timestamp":"2');
    const where = { kind: 'log-damaged', file: 'events.jsonl', line: 1, byte: 0 };
    expect(failureOf(at.ws)).toMatchObject(where);
    writeFileSync(files.log(at.ws), '');
    expect(failureOf(at.ws)).toMatchObject(where);
  });

  test('of the middle of a sealed file is reported with its line', () => {
    const { at, second } = twice();
    using _ = at;
    flip(second, '"prompt":"fi');
    const name = 'archive/events-000002.jsonl';
    expect(failureOf(at.ws)).toMatchObject({ kind: 'log-damaged', file: name, line: 3 });
  });

  test('of a sealed file that was cut between two records is reported of that file', () => {
    const { at, first } = twice();
    using _ = at;
    const whole = readFileSync(first);
    const kept = whole.lastIndexOf(10, whole.length - 2) + 1;
    rmSync(first);
    writeFileSync(first, whole.subarray(0, kept));
    const name = 'archive/events-000001.jsonl';
    expect(failureOf(at.ws)).toMatchObject({ kind: 'log-damaged', file: name, byte: kept });
  });
});
