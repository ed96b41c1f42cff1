import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beat, noteCopy, notedCopy, writeLease } from '../../runtime/engine/drive/lease-file.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'wukong-test-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('the copy of an order is noted before anything is started, and stays noted in the lease', () => {
  const order = folder();
  noteCopy(order, '/tmp/copy');
  expect(notedCopy(order)).toBe('/tmp/copy');
  const me = { pid: 1, started: '1' };
  const limits = { ttl_sec: 60, time_limit_sec: 60, no_output_limit_sec: null };
  writeLease(order, { driver: me, process: me, ...limits, folder: '/tmp/copy' });
  expect(notedCopy(order)).toBe('/tmp/copy');
});

test.each(['', '{"folder":', '[]', 'null', '{"folder":7}', '\u0000'])(
  'a bad record is set aside, never fatal: a note that says nothing (%j)',
  (text) => {
    const order = folder();
    writeFileSync(join(order, 'lease.json'), text);
    expect(notedCopy(order)).toBeUndefined();
    beat(order);
  },
);

test('a sign of life for a folder that was taken away is no fault of the driver', () => {
  const order = folder();
  rmSync(order, { recursive: true });
  beat(order);
  expect(notedCopy(order)).toBeUndefined();
});
