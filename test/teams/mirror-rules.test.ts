// What is decided about a log that is mirrored, as values.

import { describe, expect, test } from 'vitest';
import { firstOther } from '../../runtime/engine/team/compare-mirror.ts';
import {
  filesNamed,
  mayTake,
  mayTravel,
  standingOf,
} from '../../runtime/engine/team/mirror-rules.ts';
import { forkOf } from '../../runtime/engine/team/set-aside-fork.ts';
import { forNobody } from '../../runtime/engine/team/take-back.ts';
import { lastTree } from '../../runtime/engine/team/trees-left.ts';
import { restBehind } from '../../runtime/engine/team/whole-mirror.ts';
import { checkLines, lineOf, type NumberedLine } from '../../runtime/log/lines.ts';
import { encodeStep, START } from '../../runtime/log/record.ts';
import type { EventRecord } from '../../runtime/model/event.ts';

const AT = '2026-11-27T10:00:00.000Z';

/** Steps of so many records, as lines. */
function logOf(...steps: readonly number[]) {
  let cursor = START;
  const records: EventRecord[] = [];
  let text = '';
  for (const count of steps) {
    const bodies = Array.from({ length: count }, (_, i) => ({
      ...{ type: 'Stop', timestamp: AT, goal_id: 'G-0001' },
      payload: { n: i, '7': 'ä\u2028\ud800"\\', deep: { z: [1e21, -0.5], a: null } },
    }));
    const encoded = encodeStep(bodies, cursor);
    if (!encoded.ok) throw new Error('too large');
    records.push(...encoded.records);
    text += encoded.bytes.toString('utf8');
    const events = cursor.events + count;
    cursor = { events, bytes: 0, crc: encoded.records.at(-1)?.crc ?? '' };
  }
  const lines = text.trimEnd().split('\n');
  return { text, cursor, rows: lines.map((line, i): NumberedLine => ({ number: i + 1, line })) };
}

describe('the lines of a log', () => {
  test('are had from what records say, byte for byte, and make the same records again', () => {
    const { rows, text, cursor } = logOf(1, 3, 2);
    const checked = checkLines(rows, START);
    if (!checked.ok) throw new Error(checked.error.why);
    expect(checked.value.bytes.toString('utf8')).toBe(text);
    expect(checked.value.cursor).toMatchObject({ events: 6, crc: cursor.crc });
    expect(checked.value.records.map(lineOf)).toEqual(rows);
  });

  test('of a record that was written otherwise are not made up', () => {
    const [first] = logOf(1).rows;
    const record: EventRecord = JSON.parse(first?.line ?? '');
    expect(lineOf({ ...record, timestamp: '2026-11-28T10:00:00.000Z' })).toBeUndefined();
  });

  test('that a mirror has read already are left out, and nothing is read on from others', () => {
    const { rows } = logOf(1, 3, 2);
    const [whole, read, rest] = [
      checkLines(rows, START),
      checkLines(rows.slice(0, 4), START),
      logOf(1, 3, 2).text.split('\n').slice(4).join('\n'),
    ];
    if (!whole.ok || !read.ok) throw new Error('no lines');
    const behind = restBehind({ ...whole.value, files: [] }, read.value.cursor);
    expect(behind?.bytes.toString('utf8')).toBe(rest);
    expect(behind?.records).toEqual(whole.value.records.slice(4));
    const other = { ...read.value.cursor, crc: 'ffffffff' };
    expect(restBehind({ ...whole.value, files: [] }, other)).toBeUndefined();
  });

  test('end with the last whole step', () => {
    const { rows } = logOf(2, 3);
    const checked = checkLines(rows.slice(0, 4), START);
    expect(checked.ok && checked.value.cursor.events).toBe(2);
  });

  const { rows } = logOf(1, 3, 2);
  const other = logOf(1, 3, 2);
  const foreign = logOf(3, 2, 1);
  const changed = (n: number, by: (row: NumberedLine) => NumberedLine) =>
    rows.map((row) => (row.number === n ? by(row) : row));
  test.each([
    [
      'a letter is another one',
      changed(3, (row) => ({ ...row, line: row.line.replace('Stop', 'Stap') })),
      3,
    ],
    ['a line is two', changed(3, (row) => ({ ...row, line: `${row.line}\n${row.line}` })), 3],
    ['a line is missing', rows.filter(({ number }) => number !== 4), 4],
    ['a line stands there twice', [...rows.slice(0, 2), ...rows.slice(1)], 3],
    ['two are exchanged', changed(5, (row) => ({ ...row, line: rows[5]?.line ?? '' })), 5],
    [
      'a line is of another log',
      changed(2, (row) => ({ ...row, line: foreign.rows[1]?.line ?? '' })),
      2,
    ],
    [
      'a step never ends',
      rows.slice(0, 1).map((row) => ({ ...row, line: foreign.rows[0]?.line ?? '' })),
      1,
    ],
    ['it is no record', changed(1, (row) => ({ ...row, line: '{}' })), 1],
  ] as const)('are refused by number where %s', (_, bad, number) => {
    expect(other.rows).toEqual(rows);
    expect(checkLines(bad, START)).toMatchObject({ ok: false, error: { number } });
  });
});

describe('a home', () => {
  test.each([
    ['whose key and epoch are those of the row', 'me', 2, 2, 'home'],
    ['that was killed before it could note anything', 'me', 1, undefined, 'home'],
    ['whose log is at home elsewhere', 'other', 2, 1, 'moved'],
    ['that never noted it, and whose log is at home elsewhere', 'other', 1, undefined, 'moved'],
    ['whose log was moved since, and came back', 'me', 3, 1, 'moved'],
    ['of a database that was made again', 'me', 1, 2, 'set-back'],
    ['of a database as it was when the log was at home elsewhere', 'other', 1, 2, 'set-back'],
  ] as const)('%s: %s, epoch %s, noted %s: %s', (_, home, epoch, noted, standing) => {
    const note = noted === undefined ? undefined : { epoch: noted };
    expect(standingOf({ home, epoch }, 'me', note)).toBe(standing);
  });

  test.each([
    ['as it was told', { home: 'ada', epoch: 1, records: 9, crc: 'a' }, 'yes'],
    [
      'when there is more than it has read',
      { home: 'ada', epoch: 1, records: 10, crc: 'b' },
      'read-on',
    ],
    [
      'when its last record is another one',
      { home: 'ada', epoch: 1, records: 9, crc: 'b' },
      'read-on',
    ],
    [
      'when the database was set back behind what it has read',
      { home: 'ada', epoch: 1, records: 8, crc: 'b' },
      'yes',
    ],
    ['when another one was faster', { home: 'cem', epoch: 2, records: 9, crc: 'a' }, 'taken'],
    ['when its old home took it back', { home: 'ada', epoch: 3, records: 9, crc: 'a' }, 'taken'],
    [
      'when it did so itself, and was killed',
      { home: 'me', epoch: 2, records: 9, crc: 'a' },
      'mine',
    ],
  ] as const)('is taken %s', (_, row, may) => {
    expect(mayTake(row, 'me', { epoch: 1 }, { events: 9, crc: 'a' })).toBe(may);
  });
});

describe('files that travel with a log', () => {
  const named = (type: string, payload: Readonly<Record<string, unknown>>) =>
    filesNamed({ ...JSON.parse(logOf(1).rows[0]?.line ?? ''), type, payload });

  test('are those its records name, which are small', () => {
    const artifacts = [
      { name: 'report.md', bytes: 90 },
      { name: 'patch.diff', bytes: 2_000_000 },
    ];
    const dir = 'artifacts/S-1/N-010/2026-11-27-body-0001';
    expect(named('artifacts.stored', { dir, artifacts })).toEqual([
      `${dir}/report.md`,
      `${dir}/left.json`,
      'artifacts/S-1/history.txt',
    ]);
    const sha256 = 'a'.repeat(64);
    expect(named('goal.created', { graph: { sha256, bytes: 9 } })).toEqual([
      `graphs/${sha256}.json`,
    ]);
    expect(named('goal.created', {})).toEqual([]);
    expect(named('summary.written', { file: 'artifacts/S-1/summary.md' })).toEqual([
      'artifacts/S-1/summary.md',
      'artifacts/S-1/change.patch',
    ]);
  });

  test.each([
    'artifacts/../config.yaml',
    'artifacts',
    'artifacts/',
    '/etc/passwd',
    'config.local.yaml',
    'runtime/hook.cjs',
    'artifacts//a',
    'artifacts/.hidden',
    'artifacts/a\\..\\b',
    'artifacts/a:b',
    `artifacts/${'a'.repeat(400)}`,
    'goals/G-0001.json',
  ])('are never %s', (path) => {
    expect(mayTravel(path)).toBe(false);
    expect(named('summary.written', { file: path })).not.toContain(path);
  });
});

describe('what differs', () => {
  const { rows } = logOf(1, 1, 1);
  test('is the first record that the mirror has otherwise, or not at all', () => {
    const other = rows.map((row) => (row.number === 2 ? { ...row, line: 'x' } : row));
    expect(firstOther(rows, rows, 3)).toBeUndefined();
    expect(firstOther(rows, other, 3)).toEqual({ number: 2, how: 'other' });
    const gone = rows.filter(({ number }) => number !== 2);
    expect(firstOther(rows, gone, 3)).toEqual({ number: 2, how: 'missing' });
    expect(firstOther(rows, rows.slice(0, 2), 2)).toEqual({ number: 3, how: 'missing' });
  });
});

test('what is set aside is named by its goals and runs, each once', () => {
  const of = (goal_id?: string, run_id?: string) =>
    ({ ...(goal_id && { goal_id }), ...(run_id && { run_id }) }) as EventRecord;
  expect(forkOf([of('G-0001', 'r-1'), of('G-0001', 'r-2'), of(), of('G-0002')])).toEqual({
    records: 4,
    goals: ['G-0001', 'G-0002'],
    runs: ['r-1', 'r-2'],
  });
});

test('the last tree of a goal is the one its last run left', () => {
  const left = (tree: string | null) => ({ outputs: { tree } });
  const runs = { a: left('t1'), b: left('t2'), c: { outputs: null }, d: left(null) };
  expect(lastTree({ runs } as unknown as Parameters<typeof lastTree>[0])).toBe('t2');
  expect(lastTree({ runs: {} })).toBeUndefined();
});

test('what is taken back is every order whose run has ended or is of no open goal, and no other', () => {
  const runs = {
    'R-1': { id: 'R-1', ended: { outcome: 'lost' } },
    'R-2': { id: 'R-2', ended: null },
  };
  const state = { goals: { 'G-0001': { runs } } } as never;
  const orders = ['R-1', 'R-2', 'R-3'].map((run) => ({ id: `L-1/${run}` }));
  expect(forNobody(orders, 'L-1', state)).toEqual([{ id: 'L-1/R-1' }, { id: 'L-1/R-3' }]);
});
