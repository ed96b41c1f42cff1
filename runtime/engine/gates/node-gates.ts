import { join } from 'node:path';
import { isApproved } from '../../evidence/gates/approval.ts';
import { type Turn, takeTurn } from '../../evidence/gates/check-turn.ts';
import { runGate } from '../../evidence/gates/run-gate.ts';
import { shadowingProgram } from '../../evidence/trees/dependencies.ts';
import { listFiles } from '../../evidence/trees/overlay.ts';
import { foldersOf, movedAt, touchedAt } from '../../evidence/trees/touched-at.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { workBegan } from '../../kernel/graph/proof.ts';
import { hasFailedOn } from '../../kernel/reports/stuck-gate.ts';
import { gateLog } from '../../kernel/views/gate-log.ts';
import {
  type CommandGate,
  commandText,
  type GateOutcome,
  gatesInOrder,
  type VerificationPlan,
} from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { takeTree } from '../changes/changes.ts';
import { beginCall } from './gate-call.ts';
import {
  approvalsFor,
  type GateSettings,
  gateSettings,
  overridden,
  settingsNote,
  startOf,
} from './gate-settings.ts';
import { lockTree, type TreeLock } from './tree-lock.ts';

type Where = Readonly<{
  worktree: string;
  /** Gets the output of each gate. */
  folder: string;
  /** Null at the end of a goal. Missing: somebody only looks, and nothing is recorded or taken from before. */
  run?: string | null | undefined;
  /** Ends what runs. With the reason OUT_OF_TIME what is left is unavailable, with any other nothing counts. */
  stop?: AbortSignal | undefined;
}>;

export const OUT_OF_TIME = 'out of time';

/** The result is no longer needed: the goal was paused or aborted, or the run replaced. */
export class GatesStopped extends Error {}

/** A tree that changes under a gate voids it; after this many tries it is unavailable. */
export const TRIES = 3;

/** The commands of a plan, in the order they run. */
export function commandGates(plan: VerificationPlan): CommandGate[] {
  return gatesInOrder(plan).filter((gate) => gate.type !== 'builtin');
}

/**
 * Runs command gates on a working tree: only those a person approved for this clone. One gate runner per tree at a
 * time.
 */
export async function runGates(
  ws: Workspace,
  goal: Goal,
  gates: readonly CommandGate[],
  where: Where,
): Promise<GateOutcome[]> {
  const approvals = approvalsFor(ws, goal);
  const outcomes: GateOutcome[] = [];
  if (gates.length === 0) return outcomes;
  const settings = gateSettings(ws, goal);
  const stop = where.stop ?? NEVER;
  const about = { worktree: where.worktree, goal: goal.id, run: where.run ?? null };
  const lock = await lockTree(ws, about, stop);
  try {
    for (const gate of gates) {
      if (!isApproved(gate, approvals)) outcomes.push(notApproved(ws, gate));
      else if (!lock) outcomes.push(stopped(gate, stop));
      else {
        const outcome = await runOnQuietTree(ws, goal, gate, where, lock, settings);
        const trusted =
          outcome.outcome === 'pass' ? await unlessShadowed(goal, gate, where, outcome) : outcome;
        const chance =
          trusted.outcome === 'pass' && hasFailedOn(goal, where.run, gate.name, trusted.tree);
        const notes = [
          ...(trusted.notes ?? []),
          ...(chance ? [CHANCE] : []),
          settingsNote(settings, gate),
        ];
        const seen = { ...trusted, notes, ...(chance && { flaky: true as const }) };
        outcomes.push(overridden(gate, seen, settings));
      }
    }
  } finally {
    await lock?.release();
  }
  return outcomes;
}

const CHANCE =
  'It failed on exactly these files when it ran for the report before, and passes now: something in it is a matter of chance.';

/** Nobody ends it. */
export const NEVER = new AbortController().signal;

function stopped(gate: CommandGate, stop: AbortSignal): GateOutcome {
  if (stop.reason !== OUT_OF_TIME) throw new GatesStopped('the gates were stopped');
  const error = 'there was no time left for it';
  return { gate: gate.name, outcome: 'unavailable', mustPass: gate.mustPass, error };
}

function notApproved(ws: Workspace, gate: CommandGate): GateOutcome {
  if (isApproved(gate, readTrust(ws)?.approvals ?? [])) {
    const why = 'its approval was written while the goal was open, and a person has not said so';
    return unavailable(gate, `${why}. To let it count: wukong trust`);
  }
  const how = `wukong trust --approve --gate "${gate.name}"`;
  return unavailable(gate, `not approved for this clone. Approve it with: ${how}`);
}

/** npm and its like look for programs in a folder that git does not see, and find there whatever was put there. */
async function unlessShadowed(
  goal: Goal,
  gate: CommandGate,
  { worktree }: Where,
  outcome: GateOutcome,
): Promise<GateOutcome> {
  const path = await shadowingProgram(worktree, gate.cwd ?? '.', workBegan(goal));
  if (path === undefined) return outcome;
  const error = `${path} was put there since the work began, and runs instead of the program it is called like`;
  return { ...outcome, outcome: 'fail', error };
}

async function runOnQuietTree(
  ws: Workspace,
  goal: Goal,
  gate: CommandGate,
  where: Where,
  lock: TreeLock,
  settings: GateSettings,
): Promise<GateOutcome> {
  const stop = where.stop ?? NEVER;
  const start = startOf(gate, settings);
  if (!start.ok) return unavailable(gate, start.error);
  const what = commandText(gate.command);
  const turn = await takeTurn({ common: ws.commonDir, what, stop });
  if (!turn) return stopped(gate, stop);
  try {
    return await tryOnQuietTree({ ws, goal, gate, where, lock, settings, turn }, start.value);
  } finally {
    turn.release();
  }
}

type Trying = Readonly<{
  ws: Workspace;
  goal: Goal;
  gate: CommandGate;
  where: Where;
  lock: TreeLock;
  settings: GateSettings;
  turn: Turn;
}>;

async function tryOnQuietTree(
  { ws, goal, gate, where, lock, settings, turn }: Trying,
  start: Readonly<{ env: Record<string, string>; wrapper: readonly string[] }>,
): Promise<GateOutcome> {
  const stop = where.stop ?? NEVER;
  const logFile = join(where.folder, gateLog(gate.name));
  let changed: readonly string[] = [];
  for (let tries = 1; tries <= TRIES; tries += 1) {
    lock.show(gate.name, null);
    const began = Date.now();
    const before = await takeTree(ws, where.worktree);
    if (stop.aborted) return stopped(gate, stop);
    const { run, worktree } = where;
    const { sha256 } = settings;
    const begun =
      before.ok && run !== undefined
        ? beginCall(ws, { goal, run, gate, settings: sha256, worktree, tree: before.value })
        : undefined;
    if (begun && 'known' in begun) return { ...begun.known, logFile };
    const outcome = await runGate(gate, {
      cwd: where.worktree,
      repository: ws.worktree,
      logFile,
      ...start,
      env: { ...start.env, ...turn.env },
      stop,
      onStart: (pid) => {
        turn.started(pid);
        lock.show(gate.name, pid);
      },
    });
    if (stop.aborted) return stopped(gate, stop);
    const after = await takeTree(ws, where.worktree);
    const quiet = before.ok && after.ok && before.value === after.value;
    if (quiet && !(trippedOverUs(outcome) && tries < TRIES)) {
      const isHeld = await wasLeftAlone(ws, where.worktree, before.value, began);
      return isHeld ? { ...outcome, ...begun, tree: before.value } : outcome;
    }
    if (!before.ok || !after.ok || before.value === after.value) continue;
    const trees = { before: before.value, after: after.value };
    const found = await changes({ worktree, objectsDir: files.objects(ws), ...trees });
    changed = found.ok ? found.value.map(({ path }) => path) : [];
    const own = ownOutputs(gate, changed);
    if (own) {
      const error = `it writes ${own}, which is no ignored file: that changes the tree it checks. Add it to .gitignore`;
      return { ...unavailable(gate, error), logFile };
    }
  }
  const named = changed.length > 0 ? ` (${changed.slice(0, MOST_NAMED).join(', ')})` : '';
  return { ...unavailable(gate, `the tree keeps changing while it runs${named}`), logFile };
}

/**
 * Whether nobody touched a file of the tree since: one that was changed and put back leaves the same tree,
 * and the gate may have read the other. Gates that write what is there already do it too.
 */
async function wasLeftAlone(
  ws: Workspace,
  worktree: string,
  tree: string,
  sinceMs: number,
): Promise<boolean> {
  const listed = await listFiles({ worktree, objectsDir: files.objects(ws), tree });
  if (!listed.ok) return false;
  return (
    listed.value.every((path) => touchedAt(worktree, path) <= sinceMs) &&
    foldersOf(listed.value).every((folder) => movedAt(worktree, folder) <= sinceMs)
  );
}

/** Files the gate named itself, if they are all that changed: running it again would change them again. */
function ownOutputs(gate: CommandGate, changed: readonly string[]): string | undefined {
  const named = gate.outputs?.map(({ file }) => file) ?? [];
  const isOwn = (path: string): boolean =>
    named.some((name) =>
      name.includes('*') ? path.startsWith(name.slice(0, name.indexOf('*'))) : path === name,
    );
  const isAll = changed.length > 0 && changed.every(isOwn);
  return isAll ? changed.slice(0, MOST_NAMED).join(', ') : undefined;
}

const MOST_NAMED = 5;

function unavailable({ name, mustPass }: CommandGate, error: string): GateOutcome {
  return { gate: name, outcome: 'unavailable', mustPass, error };
}

/**
 * A check that walks the whole checkout (`node --test` without a path does) can stumble over a lock
 * or a temporary file of ours that was there for a moment. That says nothing about the work.
 */
function trippedOverUs({ outcome, output }: GateOutcome): boolean {
  return outcome === 'fail' && /\.wukong[\\/][^\s'"]*(?:\.lock|\.tmp|tmp_obj_)/.test(output ?? '');
}
