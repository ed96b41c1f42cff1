import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beat } from '../../runtime/engine/drive/lease-file.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'wukong-test-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('a sign of life for a folder that was taken away is no fault of the driver', () => {
  const order = folder();
  rmSync(order, { recursive: true });
  beat(order);
  expect(existsSync(order)).toBe(false);
});
