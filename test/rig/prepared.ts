// Folders that many tests begin with: made once in a run of the tests by the built programs, and copied
// from then on. What a test does to its copy goes with it.

import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../scripts/client/child.ts';

/** Where they are, for every worker of one run. Outside of vitest nothing is kept. */
const VARIABLE = 'WUKONG_TEST_PREPARED';

type Make = (folder: string) => Promise<void>;

/** Called by vitest before the first test, once for each project that needs it; they share one folder. */
export function setup(): void {
  process.env[VARIABLE] ??= mkdtempSync(join(tmpdir(), 'wukong-prepared-'));
}

/** Called by vitest after the last test. */
export function teardown(): void {
  const shared = process.env[VARIABLE];
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true });
  delete process.env[VARIABLE];
}

/**
 * Makes `folder` what `make` makes of an empty one. The name says all that it depends on: whoever asks
 * for it again gets a copy.
 */
export async function prepared(name: string, folder: string, make: Make): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const shared = process.env[VARIABLE];
  if (shared === undefined) return make(folder);
  const kept = join(shared, name);
  if (!existsSync(kept)) await keep(kept, make);
  cpSync(kept, folder, { recursive: true });
}

/** Two workers may make it at once. It appears whole under its name, and the first one stays. */
async function keep(kept: string, make: Make): Promise<void> {
  const making = mkdtempSync(`${kept}-`);
  await make(making);
  try {
    renameSync(making, kept);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    rmSync(making, { recursive: true, force: true });
  }
}
