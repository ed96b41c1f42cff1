// One harness at a time in a folder of clones: what a forgery needs is set up in them.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isAlive } from '../client/child.ts';

/** Undefined where another one is at work; else what gives it back. */
export function lock(top: string): (() => void) | undefined {
  const folder = join(top, '.proof');
  const file = join(folder, 'lock');
  mkdirSync(folder, { recursive: true });
  // Of one that was killed.
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (owner !== undefined && !(owner > 0 && isAlive(owner))) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  return () => rmSync(file, { force: true });
}
