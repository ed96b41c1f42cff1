/** Expected trouble of this layer, as data. `stderr` is git's own text, at most 4,000 characters. */
export type VerifyFailure =
  | Readonly<{ kind: 'transcript-unreadable'; path: string; reason: string }>
  | Readonly<{ kind: 'no-git-repository'; path: string; stderr: string }>
  | Readonly<{ kind: 'git-missing'; path: string; reason: string }>
  | Readonly<{ kind: 'git-failed'; command: string; exitCode: number | null; stderr: string }>
  | Readonly<{ kind: 'git-timeout'; command: string; stderr: string }>
  | Readonly<{ kind: 'git-output-too-large'; command: string; limitBytes: number }>;

export type Result<T> =
  | Readonly<{ ok: true; value: T }>
  | Readonly<{ ok: false; error: VerifyFailure }>;

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure(error: VerifyFailure): Result<never> {
  return { ok: false, error };
}
