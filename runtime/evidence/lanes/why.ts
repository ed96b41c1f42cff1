// What a repository or a disk may be like is told in a sentence, and never thrown.

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
