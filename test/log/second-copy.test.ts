import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keepSecondCopy, restoreLog, secondPlace } from '../../runtime/log/second-copy.ts';
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
  expect(restoreLog(ws, LOG_ID)).toEqual(['archive/events-0001.jsonl']);
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
