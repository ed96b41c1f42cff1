// What a repository or a disk may be like is told in a sentence, and never thrown.

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDirectory } from '../../files/folders.ts';
import type { VerifyFailure } from '../trees/result.ts';

export type No = Readonly<{ ok: false; why: string }>;

/** What the system refuses becomes a sentence; anything else is a bug of ours and goes on up. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | No> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, why: whyNot(error) };
  }
}

/** Throws it on if it is none of the system's. */
export function whyNot(error: unknown): string {
  // Node's own codes mean a wrong call.
  if (!(error instanceof Error && 'code' in error) || `${error.code}`.startsWith('ERR_')) {
    throw error;
  }
  return error.message;
}

/** Why git could not do what it was asked for. */
export function gitSaid(error: VerifyFailure): string {
  if ('stderr' in error && error.stderr !== '') return error.stderr.slice(0, 300).trim();
  return error.kind === 'git-missing' ? 'git cannot be started' : `git failed (${error.kind})`;
}

/** So little is left that whatever was refused was refused for this. */
const FULL_BYTES = 1024 * 1024;
const SAYS_FULL = /ENOSPC|EDQUOT|No space left|diskspace|Disk quota/;

/** Of a full disk git says no more than which files it could not write. */
export function whyFull(why: string, folders: readonly string[]): string | undefined {
  const full = folders.map(thereAbove).find(isFull);
  if (full === undefined && !SAYS_FULL.test(why)) return undefined;
  return `no space is left on the disk${full ? ` of ${full}` : ''}`;
}

export function orFull<T extends Readonly<{ ok: boolean }>>(
  answer: T | No,
  folders: readonly string[],
): T | No {
  const full = answer.ok || !('why' in answer) ? undefined : whyFull(answer.why, folders);
  return full === undefined ? answer : { ok: false, why: full };
}

function thereAbove(folder: string): string {
  return isDirectory(folder) || dirname(folder) === folder ? folder : thereAbove(dirname(folder));
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL_BYTES;
}
