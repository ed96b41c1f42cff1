// Runs a command on any recorded tree, in a scratch copy.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readBytes } from '../../files/reading.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { testsNothing } from '../commands/no-test-ran.ts';
import { configurationAbove } from '../trees/copy-place.ts';
import { type Touched, touchedSince } from '../trees/dependencies.ts';
import { allIn, forgetReads, keepsReadTimes, lookAt } from '../trees/looks.ts';
import type { TreePlace } from '../trees/overlay.ts';
import { makeScratch, type Scratch, type ScratchRequest } from '../trees/scratch.ts';
import { type Cases, casesFrom } from './formats/cases.ts';
import type { Told } from './formats/shape.ts';
import type { Stamps } from './output-files.ts';
import { stampOutputs, toldInOutputs } from './outputs.ts';
import { type GateRun, runGate, stdoutOf } from './run-gate.ts';

export type CheckRequest = TreePlace &
  Pick<ScratchRequest, 'owner' | 'isGone' | 'sinceMs' | 'places' | 'spare'> &
  Readonly<{
    /** What runs; that it may run was decided before (approval.ts). */
    gate: CommandGate;
    tree: string;
    logFile: string;
    /** Whether it is told which files were opened. */
    watch?: boolean | undefined;
    /** Whether the single tests are read from the files that the gate names. */
    cases?: boolean | undefined;
    /** Looked for in what it prints, and in what it writes into the copy. */
    lookFor?: readonly string[] | undefined;
    /** What a person allows gates, see `GateRun`. */
    start?: Pick<GateRun, 'env' | 'wrapper'>;
    /** Ends it; then it is unavailable. */
    stop?: AbortSignal | undefined;
    onStart?: ((pid: number) => void) | undefined;
  }>;

/**
 * Why it says nothing.
 *
 *   not-started  the command is not there, or ended before a test could begin
 *   no-tests     it found none
 *   timeout      it did not end in time
 *   disturbed    something came in its way that is no part of it: the copy, its end from outside, its files
 */
type Cause = 'not-started' | 'no-tests' | 'timeout' | 'disturbed';

export type Checked = Readonly<{
  /** `unavailable`: it did not start, did not end in time, or tested nothing. */
  outcome: 'pass' | 'fail' | 'unavailable';
  /** Of `unavailable`. */
  cause?: Cause;
  /** One sentence, without its full stop. */
  why: string;
  exitCode?: number;
  tookMs?: number;
  /** Where its copy lay: paths in reports begin there. */
  copy?: string;
  linked: readonly string[];
  notes: readonly string[];
  touched: Touched;
  /** Where that was asked for and it names them. */
  cases?: Cases | undefined;
  /** The same as they stand there. */
  told?: readonly Told[] | undefined;
  /** Of what was looked for, what is there. */
  found?: readonly string[];
  /** Files of the copy, and those that it opened, where that was asked for and can be said. */
  opened?: Readonly<{ files: readonly string[]; read: readonly string[] }>;
  /** See `Scratch`. */
  locked?: Scratch['locked'];
  empty?: Scratch['empty'];
}>;

const NOTHING: Touched = { files: [], count: 0, whole: true };

/**
 * What a tool would find above the copy is looked for before the run, when it is made, and after it. If it
 * came in between, the command runs once more, in a copy that lies elsewhere if it has to.
 */
export async function check(request: CheckRequest): Promise<Checked> {
  const first = await checkOnce(request);
  if (first.above === undefined || request.stop?.aborted) return first;
  const second = await checkOnce(request);
  if (second.above === undefined) return second;
  const why = `${second.above} was put above the copy while it ran, where tools look for their configuration; it counts where nothing is put there`;
  return { ...second, outcome: 'unavailable', cause: 'disturbed', why };
}

/** `above`: configuration that lies above its copy at its end. */
async function checkOnce(request: CheckRequest): Promise<Checked & Readonly<{ above?: string }>> {
  const { gate, logFile, sinceMs } = request;
  const none = { linked: [], notes: [], touched: NOTHING };
  const disturbed = { outcome: 'unavailable', cause: 'disturbed' } as const;
  const made = await makeScratch(request);
  if (!made.ok) return { ...disturbed, why: made.why, ...none };
  await using scratch = made.scratch;
  const isWatched = request.watch === true && keepsReadTimes(dirname(scratch.path));
  const looked = (): readonly string[] => {
    if (scratch.keep) return allIn(scratch.path);
    return isWatched ? scratch.files : [];
  };
  const seen = lookAt(scratch.path, looked(), scratch.known);
  const found = isWatched ? forgetReads(scratch.path, seen) : seen;
  const outputs = request.cases && gate.outputs ? stampOutputs(gate, scratch.path) : undefined;
  const outcome = await runGate(gate, {
    cwd: scratch.path,
    logFile,
    ...request.start,
    // A command that asks git finds the copy itself, and never a repository around the temporary files.
    // Git looks at the folder it starts in whatever is named.
    env: {
      ...request.start?.env,
      ...pythonPath(scratch, request.start?.env),
      GIT_CEILING_DIRECTORIES: dirname(scratch.path),
    },
    ...(request.stop && { stop: request.stop }),
    ...(request.onStart && { onStart: request.onStart }),
  });
  const { linked, notes, young, locked, empty } = scratch;
  const left = lookAt(scratch.path, looked());
  const above = configurationAbove(scratch.path);
  const about = {
    copy: scratch.path,
    linked,
    notes,
    locked,
    empty,
    touched: linked.length === 0 ? NOTHING : touchedSince(request.worktree, linked, sinceMs),
    ...(above === undefined ? {} : { above }),
    ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
    ...(outcome.durationMs === undefined ? {} : { tookMs: outcome.durationMs }),
    ...(request.lookFor && { found: seenOf(request.lookFor, logFile, scratch.path) }),
    ...(outputs && namedIn(gate, outcome, { root: scratch.path, before: outputs, logFile })),
    ...(isWatched && {
      opened: {
        files: scratch.files,
        read: scratch.files.filter((path) => left.get(path)?.isRead === true),
      },
    }),
  };
  const ended = outcome.outcome;
  const isOver = ended === 'pass' || ended === 'fail';
  if (isOver && above === undefined) scratch.keep?.(found, left);
  if (young.length > 0 && ended !== 'pass') {
    const why = `${young.join(', ')} was made during this goal, so no clean copy has it, and there it does not pass (${outcome.error ?? 'no reason is known'}); a goal begun now would have it`;
    const { files, count, whole } = about.touched;
    const touched = { files: [...young, ...files], count: count + young.length, whole };
    return { ...disturbed, why, ...about, touched };
  }
  if (ended === 'timeout' || ended === 'unavailable') {
    const cause = ended === 'timeout' ? ended : 'not-started';
    return { ...disturbed, cause, why: outcome.error ?? 'it could not run', ...about };
  }
  const nothing = testsNothing(gate.command, outcome.exitCode, outcome.output ?? '');
  if (nothing !== undefined) return { ...disturbed, ...nothing, ...about };
  // Ended from outside, not by what it tests (the system was out of memory).
  if (outcome.error === 'it was ended by SIGKILL') {
    return { ...disturbed, why: outcome.error, ...about };
  }
  // It passed by its exit code, and a file it promised speaks against that: no proof either way.
  if (ended === 'fail' && outcome.exitCode === gate.expect_exit) {
    return { ...disturbed, why: outcome.error ?? 'its files say otherwise', ...about };
  }
  return { outcome: ended, why: outcome.error ?? `exit code ${gate.expect_exit}`, ...about };
}

function namedIn(
  gate: CommandGate,
  outcome: GateOutcome,
  { logFile, ...from }: Readonly<{ root: string; before: Stamps; logFile: string }>,
): Pick<Checked, 'cases' | 'told'> {
  const file = stdoutOf(logFile);
  const isCut = outcome.outputs?.some((one) => one.file === '-' && one.problem !== undefined);
  const stdout = isCut || !existsSync(file) ? undefined : { file, complete: true };
  const told = toldInOutputs(gate, { ...from, stdout });
  return told === undefined ? {} : { told, cases: casesFrom(told) };
}

/** What is installed as "editable" leads to the working tree, unless Python finds it in the copy before. */
function pythonPath(
  { pythonPath: folders }: Scratch,
  env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { PYTHONPATH: own } = env;
  const all = [...folders, ...(own ? [own] : [])];
  return folders.length === 0 ? {} : { PYTHONPATH: all.join(delimiter) };
}

function seenOf(words: readonly string[], logFile: string, copy: string): readonly string[] {
  const printed = existsSync(logFile) ? readBytes(logFile) : Buffer.alloc(0);
  const left = words.filter((word) => !printed.includes(word));
  const written = new Set(left.length === 0 ? [] : writtenOf(left, copy));
  return words.filter((word) => !left.includes(word) || written.has(word));
}

const MOST_FILES = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;
const REPORT = /\.(?:xml|json|log|txt|tap|html?)$/;

/** In a file that the checkout did not bring: reports of tests are written anywhere. No link is followed. */
function writtenOf(words: readonly string[], copy: string): readonly string[] {
  const found: string[] = [];
  const queue = [copy];
  for (let seen = 0; queue.length > 0 && seen < MOST_FILES; seen += 1) {
    const path = queue.pop() ?? '';
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) queue.push(...readdirSync(path).map((name) => join(path, name)));
    const isReport = stat?.isFile() === true && REPORT.test(path) && stat.size <= MAX_BYTES;
    if (!isReport) continue;
    const bytes = readBytes(path);
    found.push(...words.filter((word) => bytes.includes(word)));
  }
  return found;
}
