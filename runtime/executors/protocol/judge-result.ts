// Whether what an executor left may be looked at further, and what of it. Pure: what is known of the run is
// given. No way through here says that something was proven: the end of a program and its words are claims,
// and what follows from them is at most that the runtime looks at the change and runs the checks itself.

import type { Problem } from '../../model/failure.ts';
import { NO_TESTS } from '../../model/protocol/vocabulary.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import type { ReadResult } from './read-result.ts';

/** What the runtime knows of a run by itself. */
export type KnownRun = Readonly<{
  issue_ref: string;
  run_id: string;
  /** The run its node is in at this moment; null: in none, because it was replaced, lost or is over. */
  active: string | null;
  /** Files the run answers for, by the trees before and after it. */
  changed: readonly string[];
  /** The runtime has the change as a patch. */
  patch: boolean;
  /** The commit the working tree stood on when the run began; null before the first one. */
  base: string | null;
  /** The commit the result names, as git in that tree knows it; null: it does not. */
  commit: string | null;
  /** How its process ended, where it has one; null: by a signal. */
  exit?: number | null | undefined;
}>;

/** A command the result says was run, and what it says came of it. Nothing but a claim. */
type CitedCheck = Readonly<{ command: string; said: string }>;

/** What the result may be taken for. */
type Taken = Readonly<{
  result: WorkResult;
  /** For the runtime to run itself. */
  checks: readonly CitedCheck[];
  /** By what the change can be found again. */
  traced: readonly ('pr' | 'commit' | 'patch')[];
}>;

/** Why it is not taken. */
export type ResultFault =
  | Readonly<{ kind: 'stale'; run: string; active: string | null }>
  | Readonly<{ kind: 'other-issue'; theirs: string; ours: string }>
  | Readonly<{ kind: 'other-version'; theirs: string; ours: number }>
  | Readonly<{ kind: 'no-run-id' }>
  | Readonly<{ kind: 'logs-only' }>
  | Readonly<{ kind: 'form'; problems: readonly Problem[] }>
  | Readonly<{ kind: 'untraceable'; files: readonly string[]; commit?: 'unknown' | 'is-base' }>
  | Readonly<{ kind: 'exit'; code: number | null }>
  | Readonly<{ kind: 'said-fail'; code: WorkResult['error_code'] }>
  | Readonly<{ kind: 'said-blocked'; by: readonly string[]; code: WorkResult['error_code'] }>;

export type ResultVerdict =
  /** Archived, and without any effect. */
  | Readonly<{ kind: 'refused'; because: ResultFault }>
  /** A person has to look; `written_back`: whether the thread of the issue may say anything of it. */
  | Readonly<{ kind: 'blocked'; because: ResultFault; written_back: boolean }>
  | Readonly<{ kind: 'failed'; because: ResultFault }>
  /** The runtime goes on to look for itself. */
  | Readonly<{ kind: 'examine'; taken: Taken }>;

export function judgeResult(read: ReadResult, run: KnownRun): ResultVerdict {
  if (read.kind === 'other-version') {
    const { theirs, ours } = read;
    return { kind: 'refused', because: { kind: 'other-version', theirs, ours } };
  }
  // Whose it is cannot be read, but where it lay can: only a run that is over decides that without words.
  if (read.kind !== 'result') return unreadable(read, run);
  const { result } = read;
  if (result.run_id !== run.run_id || run.active !== run.run_id) {
    const because = { kind: 'stale', run: result.run_id, active: run.active } as const;
    return { kind: 'refused', because };
  }
  if (result.issue_ref !== run.issue_ref) {
    const because = { kind: 'other-issue', theirs: result.issue_ref, ours: run.issue_ref } as const;
    return { kind: 'refused', because };
  }
  const { status, blocked_by, error_code: code } = result;
  if (status === 'blocked') return blocked({ kind: 'said-blocked', by: blocked_by, code });
  if (status === 'fail') return { kind: 'failed', because: { kind: 'said-fail', code } };
  // It contradicts itself: what says "ok" and ends otherwise is not ok.
  if (run.exit !== undefined && run.exit !== 0) {
    return { kind: 'failed', because: { kind: 'exit', code: run.exit } };
  }
  const traced = tracesOf(result, run);
  if (run.changed.length > 0 && traced.length === 0) {
    const commit = commitFault(result, run);
    return blocked({ kind: 'untraceable', files: run.changed, ...(commit && { commit }) });
  }
  return { kind: 'examine', taken: { result, checks: citedChecks(result), traced } };
}

function unreadable(
  read: Exclude<ReadResult, { kind: 'result' | 'other-version' }>,
  run: KnownRun,
): ResultVerdict {
  if (run.active !== run.run_id) {
    return { kind: 'refused', because: { kind: 'stale', run: run.run_id, active: run.active } };
  }
  if (read.kind === 'logs-only') return unsigned({ kind: 'logs-only' });
  if (read.missing.includes('run_id')) return unsigned({ kind: 'no-run-id' });
  return unsigned({ kind: 'form', problems: read.problems });
}

/** A result that nobody can be held to is never written back. */
function unsigned(because: ResultFault): ResultVerdict {
  return { kind: 'blocked', because, written_back: false };
}

function blocked(because: ResultFault): ResultVerdict {
  return { kind: 'blocked', because, written_back: true };
}

/** A commit that is the base, or that git does not have, holds no change. */
function tracesOf({ changes }: WorkResult, run: KnownRun): Taken['traced'] {
  const hasCommit = changes.commit !== undefined && run.commit !== null && run.commit !== run.base;
  return [
    ...(changes.pr === undefined ? [] : (['pr'] as const)),
    ...(hasCommit ? (['commit'] as const) : []),
    ...(run.patch ? (['patch'] as const) : []),
  ];
}

function commitFault(
  { changes }: WorkResult,
  { commit, base }: KnownRun,
): 'unknown' | 'is-base' | undefined {
  if (changes.commit === undefined) return undefined;
  if (commit === null) return 'unknown';
  return commit === base ? 'is-base' : undefined;
}

/** `go test ./... => pass`: the arrow parts the command from what is said of it. */
export function citedChecks({ tests }: WorkResult): CitedCheck[] {
  return tests.flatMap((test) => {
    if (test === NO_TESTS) return [];
    const at = test.lastIndexOf('=>');
    const command = (at === -1 ? test : test.slice(0, at)).trim();
    const said = at === -1 ? '' : test.slice(at + 2).trim();
    return command === '' ? [] : [{ command, said }];
  });
}
