// What a worker refuses although its home signed it: what it carried out before, and rows that are no orders.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { noteDone, wasDone } from '../../runtime/engine/team/done-orders.ts';
import type { TravellingOrder } from '../../runtime/model/protocol/travelling.ts';
import { jobId, rowOf } from '../../runtime/team/pg-boss-queue.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

function workspace(): Workspace {
  const root = temporaryFolder('wukong-done-');
  const ws = { root, worktree: root, commonDir: join(root, '.git'), dir: join(root, '.wukong') };
  mkdirSync(dirname(files.doneOrders(ws)), { recursive: true });
  return ws;
}

const order = (run: string, more: Partial<TravellingOrder> = {}) =>
  ({ log: 'L-1', run, expires: '2026-11-28T12:00:00.000Z', ...more }) as TravellingOrder;
const NOW = new Date('2026-11-28T11:00:00.000Z');

test('an order is carried out once by a worker, also where another one of its run is signed', () => {
  const ws = workspace();
  expect(wasDone(ws, order('r-1'))).toBeUndefined();
  noteDone(ws, order('r-1'), NOW);
  expect(wasDone(ws, order('r-1'))).toContain('carried it out before');
  expect(wasDone(ws, order('r-1', { role: 'body' }))).toContain('another order of this run');
  expect(wasDone(ws, order('r-2'))).toBeUndefined();
  // Too old by then: it is refused for that.
  noteDone(ws, order('r-2'), new Date('2026-11-29T11:00:00.000Z'));
  expect(wasDone(ws, order('r-1'))).toBeUndefined();
});

test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['no id', { body: 1 }],
  ['an id that is none', { id: 7, body: 1 }],
  ['no body', { id: 'L-1/r-1' }],
  ['the order of another row', { id: 'L-1/r-2', body: 1 }],
])('a row that holds %s is none of ours', (_what, data) => {
  expect(rowOf(jobId('L-1/r-1'), data)).toBeUndefined();
});

test('a row that holds its own order is read', () => {
  const data = { id: 'L-1/r-1', body: { n: 1 } };
  expect(rowOf(jobId('L-1/r-1'), data)).toEqual(data);
});
