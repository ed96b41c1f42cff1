// Folders that many tests begin with: made once in a run of the tests by the built programs, and copied
// from then on. What a test does to its copy goes with it.

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../../scripts/client/child.ts';
import { waitUntil } from './wait.ts';

/** Where they are, for every worker of one run. Outside of vitest nothing is kept. */
const VARIABLE = 'WUKONG_TEST_PREPARED';

/** A worker that is at it longer was killed. */
const LIMIT_MS = 240_000;

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
  copyFolder(kept, folder);
}

/**
 * The large files of the program, and git's objects: put there once and never written to, so a copy has the same
 * ones. To copy them took twice as long as all the rest. (goal.cjs is left out: some tests write into theirs.)
 */
const NEVER_WRITTEN =
  /[\\/]wukong[\\/]runtime[\\/]\w+[\\/](?:begin|handed|report)\.cjs$|[\\/]\.git[\\/]objects[\\/]/;

export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (NEVER_WRITTEN.test(source)) linkSync(source, target);
    else copyFileSync(source, target);
  }
}

/** It appears whole under its name. Who finds another worker at it waits for that one, and takes its place if it fails. */
async function keep(kept: string, make: Make): Promise<void> {
  const making = `${kept}-making`;
  if (!begins(making)) {
    await waitUntil(dirname(making), () => !existsSync(making) || undefined, LIMIT_MS);
    if (existsSync(making)) rmSync(making, { recursive: true, force: true });
    if (!existsSync(kept)) await keep(kept, make);
    return;
  }
  try {
    // It may have come between the two looks.
    if (existsSync(kept)) return rmdirSync(making);
    await make(making);
    renameSync(making, kept);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

function begins(making: string): boolean {
  try {
    mkdirSync(making);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}
