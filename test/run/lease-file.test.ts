import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beat } from '../../runtime/engine/drive/lease-file.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

test.each(['', '{"driver":', '\u0000'])(
  'a bad record is set aside, never fatal: a lease that says nothing (%j) still tells that its driver is there',
  (text) => {
    const order = temporaryFolder('wukong-test-');
    const lease = join(order, 'lease.json');
    writeFileSync(lease, text);
    utimesSync(lease, 0, 0);
    beat(order);
    expect(readFileSync(lease, 'utf8')).toBe(text);
    rmSync(order, { recursive: true });
    // Taken away with its folder: no fault of the driver, and nobody hears of the run any more.
    beat(order);
  },
);
