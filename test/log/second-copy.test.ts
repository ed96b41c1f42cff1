import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  followLog,
  keepSecondCopy,
  lostLog,
  restoreLog,
  secondPlace,
} from '../../runtime/log/second-copy.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const LOG_ID = 'L-abcdefgh';

function workspace() {
  const ws = mainCheckout(temporaryFolder('wukong second '));
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(ws.dir, name)), { recursive: true });
    writeFileSync(join(ws.dir, name), text);
  };
  put('events.jsonl', 'one\n');
  put('archive/events-0001.jsonl', 'zero\n');
  put('artifacts/S-1/N-001/report.md', 'report');
  put('artifacts/S-2/N-001/report.md', 'of a goal that is open');
  return { ws, put, kept: secondPlace(ws, LOG_ID) };
}

test('has the log, its sealed parts and the artifacts of the goal that ended, and no others', () => {
  const { ws, put, kept } = workspace();
  keepSecondCopy(ws, LOG_ID, 'artifacts/S-1');
  put('events.jsonl', 'one\ntwo\n');
  keepSecondCopy(ws, LOG_ID);
  expect(readFileSync(join(kept, 'events.jsonl'), 'utf8')).toBe('one\ntwo\n');
  rmSync(ws.dir, { recursive: true });
  expect(restoreLog(ws, LOG_ID)).toEqual([
    'archive/events-0001.jsonl',
    'artifacts/S-1/N-001/report.md',
    'events.jsonl',
  ]);
  expect(readFileSync(join(ws.dir, 'events.jsonl'), 'utf8')).toBe('one\ntwo\n');
});

test('what a copy left that was killed is no file of it, and goes with the next', () => {
  const { ws, kept } = workspace();
  keepSecondCopy(ws, LOG_ID);
  const half = join(kept, 'events.jsonl.1073741824-1.tmp');
  writeFileSync(half, 'on');
  rmSync(join(ws.dir, 'archive'), { recursive: true });
  rmSync(join(ws.dir, 'events.jsonl'));
  expect(restoreLog(ws, LOG_ID)).toEqual(['archive/events-0001.jsonl', 'events.jsonl']);
  keepSecondCopy(ws, LOG_ID);
  expect(existsSync(half)).toBe(false);
});

test('a restore that was killed goes on, keeps what is there, and puts the log last', () => {
  const { ws, put } = workspace();
  keepSecondCopy(ws, LOG_ID, 'artifacts/S-1');
  rmSync(ws.dir, { recursive: true });
  put('archive/events-0001.jsonl', 'came back before');
  const restored = restoreLog(ws, LOG_ID);
  expect(restored).toEqual(['artifacts/S-1/N-001/report.md', 'events.jsonl']);
  expect(readFileSync(join(ws.dir, 'archive/events-0001.jsonl'), 'utf8')).toBe('came back before');
  expect(restoreLog(ws, 'L-another1')).toBeUndefined();
});

test('is appended to, follows a log that is sealed, and keeps what a log that was set back does not have', () => {
  const { ws, put, kept } = workspace();
  const copy = () => readFileSync(join(kept, 'events.jsonl'), 'utf8');
  followLog(ws, LOG_ID);
  const { ino } = statSync(join(kept, 'events.jsonl'));
  put('events.jsonl', 'one\ntwo\n');
  followLog(ws, LOG_ID);
  expect(copy()).toBe('one\ntwo\n');
  expect(statSync(join(kept, 'events.jsonl')).ino).toBe(ino);
  // Sealed: what the copy has is a part in archive/.
  put('archive/events-0002.jsonl', 'one\ntwo\nthree\n');
  put('events.jsonl', 'four\n');
  followLog(ws, LOG_ID);
  expect(copy()).toBe('four\n');
  expect(readFileSync(join(kept, 'archive/events-0002.jsonl'), 'utf8')).toContain('three');
  // Set back, and gone on from there.
  put('events.jsonl', 'four\nfive\n');
  followLog(ws, LOG_ID);
  put('events.jsonl', 'four\nsix\nseven\n');
  followLog(ws, LOG_ID);
  expect(copy()).toBe('four\nsix\nseven\n');
  expect(readFileSync(join(kept, 'events.before.jsonl'), 'utf8')).toBe('four\nfive\n');
  rmSync(join(ws.dir, 'events.jsonl'));
  expect(lostLog(ws, LOG_ID)).toBe('gone');
  expect(restoreLog(ws, LOG_ID)).toEqual(['events.jsonl']);
});
