import { codeOf } from '../../../files/file-failure.ts';
import { type Failure, fail, type Result } from '../../../model/failure.ts';

export function catching<T>(work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    return fail(asFailure(error));
  }
}

/** What the disk says; anything else is a bug of ours. */
export function asFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === '') throw error;
  return { kind: 'file-system', code, message: error.message };
}
