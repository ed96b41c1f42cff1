// Runs a command on any recorded tree, in a scratch copy.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { mark } from '../../files/changing.ts';
import { readBytes } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import { testsNothing } from '../commands/no-test-ran.ts';
import { configurationAbove } from '../trees/copy-place.ts';
import {
  repairFor,
  type Touched,
  touchedSince,
  type Written,
  writtenSince,
} from '../trees/dependencies.ts';
import { isTooLarge } from '../trees/lay-folders.ts';
import { allIn, forgetReads, keepsReadTimes, lookAt } from '../trees/looks.ts';
import type { TreePlace } from '../trees/overlay.ts';
import { layEnvironmentFrom } from '../trees/python-environment.ts';
import { makeScratch, type Scratch, type ScratchRequest } from '../trees/scratch.ts';
import { openRepository } from '../trees/tree-store.ts';
import { rememberWritten } from '../trees/written-folders.ts';
import { takeTurn } from './check-turn.ts';
import type { Told } from './formats/shape.ts';
import { gateInCopy } from './gate-in-copy.ts';
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
    /** Called before each run of it: it may run more than once. */
    prepare?: (() => void) | undefined;
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
  /** What runs that count for nothing changed in the working tree, behind links. */
  wrote?: readonly Wrote[];
  /** Where that was asked for and it names them. */
  told?: readonly Told[] | undefined;
  /** Of what was looked for, what is there. */
  found?: readonly string[];
  /** Files of the copy, and those that it opened, where that was asked for and can be said. */
  opened?: Readonly<{ files: readonly string[]; read: readonly string[] }>;
  /** See `Scratch`. */
  locked?: Scratch['locked'];
  empty?: Scratch['empty'];
}>;

/** `repair`: the command that puts it back, where one is known. */
export type Wrote = Written & Readonly<{ repair?: string }>;

const NOTHING: Touched = { files: [], count: 0, whole: true };

/**
 * One at a time in a repository. A run that changed an installed folder of the working tree counts for nothing: it is
 * repeated with a copy of that folder, which each copy of this clone has from then on.
 */
export async function check(request: CheckRequest): Promise<Checked> {
  const { worktree, objectsDir, gate, stop } = request;
  const opened = await openRepository(worktree, objectsDir);
  const common = opened.ok ? opened.value.common : undefined;
  const what = commandText(gate.command);
  const turn = common === undefined ? undefined : await takeTurn({ common, what, stop });
  if (common !== undefined && !turn) {
    return { ...DISTURBED, why: 'it was stopped', linked: [], notes: [], touched: NOTHING };
  }
  try {
    const env = { ...request.start?.env, ...turn?.env };
    const onStart = (pid: number): void => {
      turn?.started(pid);
      request.onStart?.(pid);
    };
    const inTurn = { ...request, start: { ...request.start, env }, onStart };
    const wrote: Wrote[] = [];
    for (;;) {
      const checked = await checkTwice(inTurn);
      const written = checked.written ?? [];
      const more = written.filter(({ folder }) => !wrote.some((one) => one.folder === folder));
      wrote.push(...more.map((one) => withRepair(worktree, one)));
      if (more.length > 0 && common !== undefined) {
        remember(
          common,
          more.map(({ folder }) => folder),
        );
        if (!stop?.aborted) continue;
      }
      const notes = [...checked.notes, ...wrote.map(wroteText)];
      const still = written.map(({ folder }) => folder).join(', ');
      return {
        ...checked,
        ...(still !== '' && {
          ...DISTURBED,
          why: `it writes into ${still}, which is not the copy's`,
        }),
        notes,
        ...(wrote.length > 0 && { wrote }),
      };
    }
  } finally {
    turn?.release();
  }
}

/** Where nobody may write there, such a check cannot be judged. */
function remember(common: string, folders: readonly string[]): void {
  try {
    rememberWritten(common, folders);
  } catch (error) {
    process.stderr.write(`wukong: what is to be copied cannot be kept: ${String(error)}\n`);
  }
}

function withRepair(worktree: string, one: Written): Wrote {
  const repair = repairFor(worktree, one.folder);
  return { ...one, ...(repair !== undefined && { repair }) };
}

function wroteText({ folder, files, count, repair }: Wrote): string {
  const more = count > files.length ? ` and ${count - files.length} more` : '';
  const back = repair === undefined ? '' : ` If that was not you, this puts them back: ${repair}.`;
  return `While it ran in a copy, files of the working tree were changed through a link to ${folder} (${files.join(', ')}${more}). That run counts for nothing; it ran again with a copy of ${folder}, as every check of this clone does from now on.${back}`;
}

/**
 * What a tool would find above the copy is looked for before the run, when it is made, and after it. If it
 * came in between, the command runs once more, in a copy that lies elsewhere if it has to.
 */
async function checkTwice(request: CheckRequest): Promise<CheckedOnce> {
  const first = await checkOnce(request);
  if (first.above === undefined || first.written || request.stop?.aborted) return first;
  const second = await checkOnce(request);
  if (second.above === undefined) return second;
  const why = `${second.above} was put above the copy while it ran, where tools look for their configuration; it counts where nothing is put there`;
  return { ...second, outcome: 'unavailable', cause: 'disturbed', why };
}

/** `above`: configuration that lies above its copy at its end; `written`: what it changed behind links. */
type CheckedOnce = Checked & Readonly<{ above?: string; written?: readonly Written[] }>;

const DISTURBED = { outcome: 'unavailable', cause: 'disturbed' } as const;

async function checkOnce(request: CheckRequest): Promise<CheckedOnce> {
  const { gate, logFile, sinceMs } = request;
  const none = { linked: [], notes: [], touched: NOTHING };
  const made = await makeScratch(request);
  if (!made.ok) return { ...DISTURBED, why: made.why, ...none };
  await using scratch = made.scratch;
  const isWatched = request.watch === true && keepsReadTimes(dirname(scratch.path));
  const looked = (): readonly string[] => {
    if (scratch.keep) return allIn(scratch.path);
    return isWatched ? scratch.files : [];
  };
  const seen = lookAt(scratch.path, looked(), scratch.known);
  const found = isWatched ? forgetReads(scratch.path, seen) : seen;
  const outputs = request.cases && gate.outputs ? stampOutputs(gate, scratch.path) : undefined;
  const { env: given = {}, wrapper } = request.start ?? {};
  const environments = environmentsFor(request.worktree, scratch, given);
  const links = [...scratch.links, ...environments.links];
  const began = momentIn(dirname(scratch.path));
  request.prepare?.();
  const outcome = await runGate(gateInCopy(gate, request.worktree, scratch.path), {
    cwd: scratch.path,
    repository: request.worktree,
    logFile,
    ...(wrapper && { wrapper }),
    // A command that asks git finds the copy itself, and never a repository around the temporary files.
    // Git looks at the folder it starts in whatever is named.
    env: {
      ...given,
      ...environments.env,
      ...pythonPath(scratch, given),
      GIT_CEILING_DIRECTORIES: dirname(scratch.path),
    },
    ...(request.stop && { stop: request.stop }),
    ...(request.onStart && { onStart: request.onStart }),
  });
  const { linked, laid, notes, young, large, locked, empty } = scratch;
  const written = writtenSince(request.worktree, links, began);
  const left = lookAt(scratch.path, looked());
  const above = configurationAbove(scratch.path);
  const about = {
    copy: scratch.path,
    linked,
    notes,
    locked,
    empty,
    touched: laid.length === 0 ? NOTHING : touchedSince(request.worktree, laid, sinceMs),
    ...(above === undefined ? {} : { above }),
    ...(written.length > 0 && { written }),
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
  if (isOver && above === undefined && written.length === 0) scratch.keep?.(found, left);
  if (young.length > 0 && ended !== 'pass') {
    const why = `${young.join(', ')} was made during this goal, so no clean copy has it, and there it does not pass (${outcome.error ?? 'no reason is known'}); a goal begun now would have it`;
    const { files, count, whole } = about.touched;
    const touched = { files: [...young, ...files], count: count + young.length, whole };
    return { ...DISTURBED, why, ...about, touched };
  }
  if (large.length > 0 && ended !== 'pass') {
    const why = `${large.join('; ')}; without it the check does not pass (${outcome.error ?? 'no reason is known'})`;
    return { ...DISTURBED, why, ...about };
  }
  if (ended === 'timeout' || ended === 'unavailable') {
    const cause = ended === 'timeout' ? ended : 'not-started';
    return { ...DISTURBED, cause, why: outcome.error ?? 'it could not run', ...about };
  }
  const nothing = testsNothing(gate.command, outcome.exitCode, outcome.output ?? '');
  if (nothing !== undefined) return { ...DISTURBED, ...nothing, ...about };
  // Ended from outside, not by what it tests (the system was out of memory).
  if (outcome.error === 'it was ended by SIGKILL') {
    return { ...DISTURBED, why: outcome.error, ...about };
  }
  // It passed by its exit code, and a file it promised speaks against that: no proof either way.
  if (ended === 'fail' && outcome.exitCode === gate.expect_exit) {
    return { ...DISTURBED, why: outcome.error ?? 'its files say otherwise', ...about };
  }
  return { outcome: ended, why: outcome.error ?? `exit code ${gate.expect_exit}`, ...about };
}

function namedIn(
  gate: CommandGate,
  outcome: GateOutcome,
  { logFile, ...from }: Readonly<{ root: string; before: Stamps; logFile: string }>,
): Pick<Checked, 'told'> {
  const file = stdoutOf(logFile);
  const isCut = outcome.outputs?.some((one) => one.file === '-' && one.problem !== undefined);
  const stdout = isCut || !existsSync(file) ? undefined : { file, complete: true };
  const told = toldInOutputs(gate, { ...from, stdout });
  return told === undefined ? {} : { told };
}

/** By the clock of the system that gives files their times. */
function momentIn(folder: string): number {
  const file = join(folder, 'began');
  mark(file);
  return lstatSync(file).ctimeMs;
}

type Environments = Readonly<{ env: Readonly<Record<string, string>>; links: Scratch['links'] }>;

/**
 * Programs are looked for in the copy where PATH names a folder of the working tree; and of an environment of Python
 * elsewhere that is active, in one laid out beside the copy: what is installed there stays there.
 */
function environmentsFor(
  worktree: string,
  { path: copy, written }: Scratch,
  { PATH: own }: Readonly<Record<string, string>>,
): Environments {
  const links: Scratch['links'][number][] = [];
  const entries = (own ?? process.env.PATH ?? '').split(delimiter);
  const roots = [...new Set([worktree, realpathSync(worktree)])];
  const led = entries.map((entry, nth) => {
    const inside = roots
      .map((root) => relativeInside(root, entry))
      .find((one) => one !== undefined);
    const there = inside === undefined ? undefined : join(copy, inside);
    if (entry !== '' && there !== undefined && existsSync(there)) return there;
    const from = dirname(entry);
    if (entry === '' || !existsSync(join(from, 'pyvenv.cfg'))) return entry;
    const to = join(dirname(copy), `environment-${nth}`);
    const isWhole = written.has(from) && !isTooLarge(from);
    const targets = layEnvironmentFrom({ from, to }, { top: worktree, copy, isWhole });
    links.push(...targets.map((target) => ({ folder: from, target })));
    return join(to, relativeInside(from, entry) ?? '');
  });
  const isLed = led.some((entry, at) => entry !== entries[at]);
  return { links, env: isLed ? { PATH: led.join(delimiter) } : {} };
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
