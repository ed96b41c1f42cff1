// Runs a command on any recorded tree, with files of another laid over it, in a scratch copy.

import type { CommandGate } from '../model/gate.ts';
import { type Touched, touchedSince } from './dependencies.ts';
import { runGate } from './gates.ts';
import { testsNothing } from './not-a-test.ts';
import { layOver, type TreePlace } from './overlay.ts';
import { makeScratch, type ScratchRequest } from './scratch.ts';

export type CheckRequest = TreePlace &
  Pick<ScratchRequest, 'owner' | 'isGone'> &
  Readonly<{
    /** What runs; that it may run was decided before (approval.ts). */
    gate: CommandGate;
    tree: string;
    /** A tree whose files are laid over it. */
    overlay?: string | undefined;
    logFile: string;
    /** When work in the goal began; files in installed folders that changed after it are named. */
    sinceMs: number;
  }>;

export type Checked = Readonly<{
  /** `unavailable`: it did not start, did not end in time, or tested nothing. */
  outcome: 'pass' | 'fail' | 'unavailable';
  /** One sentence, without its full stop. */
  why: string;
  exitCode?: number;
  linked: readonly string[];
  notes: readonly string[];
  touched: Touched;
}>;

const NOTHING: Touched = { files: [], count: 0, whole: true };

export async function check(request: CheckRequest): Promise<Checked> {
  const { gate, overlay, logFile, sinceMs } = request;
  const none = { linked: [], notes: [], touched: NOTHING };
  const laid =
    overlay === undefined
      ? ({ ok: true, value: request.tree } as const)
      : await layOver(request, request.tree, overlay);
  if (!laid.ok) {
    return { outcome: 'unavailable', why: 'git can not lay the files over the tree', ...none };
  }
  const made = await makeScratch({ ...request, tree: laid.value });
  if (!made.ok) return { outcome: 'unavailable', why: made.why, ...none };
  await using scratch = made.scratch;
  const outcome = await runGate(gate, {
    cwd: scratch.path,
    logFile,
    // A command that asks git finds no repository, rather than one around the temporary files.
    env: { GIT_CEILING_DIRECTORIES: scratch.path },
  });
  const { linked, notes } = scratch;
  const about = {
    linked,
    notes,
    touched: linked.length === 0 ? NOTHING : touchedSince(request.worktree, linked, sinceMs),
    ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
  };
  const ended = outcome.outcome;
  if (ended === 'timeout' || ended === 'unavailable') {
    return { outcome: 'unavailable', why: outcome.error ?? 'it could not run', ...about };
  }
  const empty = testsNothing(gate.command, outcome.exitCode, outcome.output ?? '');
  if (empty !== undefined) return { outcome: 'unavailable', why: empty, ...about };
  // Ended from outside, not by what it tests (the system was out of memory).
  if (outcome.error === 'it was ended by SIGKILL') {
    return { outcome: 'unavailable', why: outcome.error, ...about };
  }
  return { outcome: ended, why: outcome.error ?? `exit code ${gate.expect_exit}`, ...about };
}
