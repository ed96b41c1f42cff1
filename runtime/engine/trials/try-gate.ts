// A gate is tried before work rests on it: once in a clean copy and once in the working tree, with the same
// files. Where it ends differently, it needs something that no copy has.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeTurn } from '../../evidence/gates/check-turn.ts';
import { runGate } from '../../evidence/gates/run-gate.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { moveWhole } from '../../files/changing.ts';
import { realPath } from '../../files/real-path.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { writerIn } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Pinned, Trial, Tried } from '../../model/gate-schema.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { composer } from '../../proof/compose.ts';
import { isRed } from '../../proof/row.ts';
import { runTrial } from '../../proof/run-trial.ts';
import { readState } from '../../step/run-step.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isOwnerGone, ownerHere } from '../../workspace/processes.ts';
import { takeTree } from '../changes/changes.ts';
import { placeOf } from '../checks/subject.ts';
import { copyCause } from '../gates/copy-cause.ts';
import { gateSettings, startOf } from '../gates/gate-settings.ts';
import { basisOf } from '../gates/known-trials.ts';
import { noteCopy } from '../gates/leftover-gates.ts';
import { GatesStopped } from '../gates/node-gates.ts';
import { lockTree } from '../gates/tree-lock.ts';

export type TrialWhere = Readonly<{
  ws: Workspace;
  worktree: string;
  /** Whose settings count. */
  goal?: Goal | undefined;
  /** Without a goal: what one that began now would have pinned. */
  pinned?: Pinned | undefined;
  stop: AbortSignal;
  spare?: SpareCopy | undefined;
  /** Where it is at this moment, for a person. */
  onPlace?: ((place: 'copy' | 'here') => void) | undefined;
}>;

/** Why it could not be tried at all, as a clause. Throws `GatesStopped` when `stop` comes first. */
export async function tryGate(
  where: TrialWhere,
  gate: CommandGate,
): Promise<Result<Trial, string>> {
  const { ws, worktree, goal, stop } = where;
  const taken = await takeTree(ws, worktree);
  if (!taken.ok) return fail(`git cannot take the working tree as it is: ${taken.error}`);
  const tree = taken.value;
  const whose = goal ?? { pinned: where.pinned };
  const start = startOf(gate, gateSettings(ws, whose));
  if (!start.ok) return fail(start.error);
  const basis = await basisOf({ ws, worktree, tree, goal: whose }, gate);
  if (basis === undefined) return fail('git cannot list the working tree');
  const folder = join(files.tried(ws), basis.slice(0, 12));
  makeFolder(ws, folder);
  const one: One = {
    ...where,
    gate,
    tree,
    start: start.value,
    folder,
    log: (at) => join(folder, `${at}.log`),
  };

  where.onPlace?.('copy');
  const copy = await inCopy(one);
  throwIfStopped(stop);
  where.onPlace?.('here');
  const here = await inTree(one);
  throwIfStopped(stop);
  const clean = redactor(process.env);
  const { linked, notes, touched, tried } = copy;
  const seen = { command: gate.command, here: here?.outcome ?? null, copy: tried.outcome, linked };
  const cause = await copyCause(worktree, one.log('copy'), seen);
  return ok({
    gate: clean(gate.name),
    command: gate.command.map(clean),
    cwd: gate.cwd ?? null,
    shell: gate.shell ?? false,
    basis,
    tree,
    here: here && cleaned(here, clean),
    copy: cleaned(tried, clean),
    linked: linked.slice(0, 20),
    notes: notes.slice(0, 20).map((note) => clean(note).slice(0, 300)),
    touched,
    cause,
  });
}

type One = TrialWhere &
  Readonly<{
    gate: CommandGate;
    tree: string;
    start: Readonly<{ env: Record<string, string>; wrapper: readonly string[] }>;
    folder: string;
    log: (place: 'copy' | 'here') => string;
  }>;

function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) throw new GatesStopped('a trial was stopped');
}

function cleaned(tried: Tried, clean: (text: string) => string): Tried {
  return { ...tried, why: clean(tried.why).slice(0, 300) };
}

/** Of a tree in which nothing was changed yet: the check alone, just as its words are. */
async function inCopy({ ws, worktree, goal, gate, tree, start, stop, spare, folder, log }: One) {
  const note = noteCopy(ws, { goal: goal?.id ?? '', run: null, gate: gate.name });
  const began = Date.now();
  const place = placeOf({ ws, worktree });
  const change = { base: tree, tree, files: [], places: [], checks: [{ gate }], doubts: [] };
  const trials = {
    ...place,
    change,
    compose: composer(change, place),
    product: undefined,
    folder,
    owner: ownerHere(),
    isGone: isOwnerGone,
    sinceMs: began,
    start,
    stop,
    spare,
    onStart: note.started,
  };
  const row = await runTrial(trials, {
    recipe: { back: 'nothing', how: 'bare' },
    check: 0,
    nth: 1,
  });
  note.ended();
  if (existsSync(row.log)) moveWhole(row.log, log('copy'));
  const outcome = row.ended === 'pass' ? 'pass' : isRed(row) ? 'fail' : 'unavailable';
  return {
    tried: ended(ws, outcome, row.why, row.exitCode, began, log('copy')),
    linked: row.linked ?? [],
    notes: row.notes,
    touched: [...(row.touched ?? [])],
  };
}

/**
 * Null: an agent writes there, or began to. Whoever dispatches one ends the gate by the note beside the lock
 * (`endTrial`), and once that note is written it is looked again here: one of the two sees the other.
 */
async function inTree({
  ws,
  worktree,
  goal,
  gate,
  tree,
  start,
  stop,
  log,
}: One): Promise<Tried | null> {
  const about = { worktree, goal: goal?.id ?? '', run: null, trial: true } as const;
  const lock = await lockTree(ws, about, stop);
  if (!lock) return null;
  const isWritten = (): boolean => isWrittenIn(ws, worktree);
  const what = commandText(gate.command);
  const turn = await takeTurn({ common: ws.commonDir, what, stop });
  const own = new AbortController();
  const began = Date.now();
  try {
    lock.show(gate.name, null);
    if (!turn || isWritten()) return null;
    const outcome = await runGate(gate, {
      cwd: worktree,
      logFile: log('here'),
      ...start,
      env: { ...start.env, ...turn.env },
      stop: AbortSignal.any([stop, own.signal]),
      onStart: (pid) => {
        turn.started(pid);
        lock.show(gate.name, pid);
        if (isWritten()) own.abort();
      },
    });
    const { outcome: end, exitCode, error } = outcome;
    // Ended from outside: by whoever is about to dispatch an agent, and has not recorded it yet.
    if (isWritten() || error === 'it was ended by SIGKILL') return null;
    const why = error ?? `exit code ${gate.expect_exit}`;
    const result = end === 'pass' || end === 'fail' ? end : 'unavailable';
    const changed = await changedSince(ws, worktree, tree);
    return changed === undefined
      ? ended(ws, result, why, exitCode, began, log('here'))
      : ended(ws, 'unavailable', changed, exitCode, began, log('here'));
  } finally {
    turn?.release();
    await lock.release();
  }
}

/** A log that cannot be read says nothing of writers: then nothing runs where one may be. */
export function isWrittenIn(ws: Workspace, path: string): boolean {
  const worktree = realPath(path) ?? path;
  const now = readState(ws, (state) =>
    openGoals(state).some((goal) => writerIn(goal, worktree) !== undefined),
  );
  return !now.ok || now.value;
}

/** What it writes beside what git ignores makes a gate unavailable wherever it counts. */
async function changedSince(
  ws: Workspace,
  worktree: string,
  tree: string,
): Promise<string | undefined> {
  const now = await takeTree(ws, worktree);
  if (now.ok && now.value === tree) return undefined;
  const pair = { worktree, objectsDir: files.objects(ws), before: tree };
  const found = now.ok ? await changes({ ...pair, after: now.value }) : undefined;
  const paths = found?.ok ? found.value.map(({ path }) => path) : [];
  const named = paths.length > 0 ? ` (${paths.slice(0, 3).join(', ')})` : '';
  return `files changed while it ran${named}; what it writes belongs into .gitignore`;
}

function ended(
  ws: Workspace,
  outcome: Tried['outcome'],
  why: string,
  exitCode: number | null | undefined,
  began: number,
  log: string,
): Tried {
  const seconds = Math.round((Date.now() - began) / 1000);
  return { outcome, why, exit_code: exitCode ?? null, seconds, log: belowData(ws, log) };
}
