import type { Failure } from './failure.ts';

/** Thrown where nobody could go on: a full disk, say, which is no bug. */
export function notRecorded(what: string, failure: Failure): Error {
  const error = new Error(`${what} cannot be recorded: ${failure.kind}`);
  return Object.assign(error, { failure });
}

export function failureIn(error: unknown): Failure | undefined {
  return error instanceof Error && 'failure' in error ? (error.failure as Failure) : undefined;
}
