import type { Failure, InTheWay } from '../model/failure.ts';

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Nothing is there, or a folder is, or a file where a folder has to be: read as if there were none. */
export function isNoFile(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));
}

type Failed = Readonly<{ ok: false; failure: Failure }>;

/** What the system refuses becomes a failure; anything else is a bug of ours and goes on up. */
export function orFailure<T>(run: () => T): T | Failed {
  try {
    return run();
  } catch (error) {
    return { ok: false, failure: fileFailure(error) };
  }
}

export function fileFailure(error: unknown): Failure {
  const code = codeOf(error);
  // Node's own codes mean a wrong call.
  if (!(error instanceof Error) || code === '' || code.startsWith('ERR_')) throw error;
  if ('inTheWay' in error) return { kind: 'in-the-way', ...(error.inTheWay as InTheWay) };
  if (code === 'ENOENT' && isOfLog(error)) return { kind: 'log-missing' };
  return { kind: 'file-system', code, message: error.message };
}

/** The lock is made beside the log: where it can't be, the folder of both is gone. */
function isOfLog(error: Error): boolean {
  return 'path' in error && /[\\/]events\.(?:jsonl|lock)$/.test(String(error.path));
}
