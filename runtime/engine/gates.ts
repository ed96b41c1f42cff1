import { join } from 'node:path';
import type { CommandGate, Gate, GateOutcome } from '../model/gate.ts';
import type { Goal } from '../model/state.ts';
import type { Workspace } from '../store/paths.ts';
import { readTrust } from '../store/trust.ts';
import { isApproved } from '../verify/approval.ts';
import { runGate } from '../verify/gates.ts';
import { takeTree } from './changes.ts';
import { lockTree, type TreeLock } from './tree-lock.ts';

export type Where = Readonly<{
  worktree: string;
  /** Gets the output of each gate. */
  folder: string;
  /** Commands the run has run under the client's own permissions. */
  ran: readonly string[];
  /** Null or missing at the end of a goal. */
  run?: string | null | undefined;
  /** Ends what runs. With the reason OUT_OF_TIME what is left is unavailable, with any other nothing counts. */
  stop?: AbortSignal | undefined;
}>;

export const OUT_OF_TIME = 'out of time';

/** Nobody wants to know any more: the goal was paused or aborted, the run replaced. */
export class GatesStopped extends Error {}

/** A tree that changes under a gate voids it; after this many tries it is unavailable. */
export const TRIES = 3;

export function commandGates(gates: readonly Gate[]): CommandGate[] {
  return gates.filter((gate) => gate.type !== 'builtin');
}

/**
 * Runs command gates on a working tree: only those a person approved for this clone, or that an agent
 * already ran in this goal under the client's own permissions. One gate runner per tree at a time.
 */
export async function runGates(
  ws: Workspace,
  goal: Goal,
  gates: readonly CommandGate[],
  where: Where,
): Promise<GateOutcome[]> {
  const approvals = readTrust(ws)?.approvals ?? [];
  const ran = [...goal.ran, ...where.ran].map((command) => ({ command }));
  const outcomes: GateOutcome[] = [];
  if (gates.length === 0) return outcomes;
  const stop = where.stop ?? NEVER;
  const about = { worktree: where.worktree, goal: goal.id, run: where.run ?? null };
  const lock = await lockTree(ws, about, stop);
  try {
    for (const gate of gates) {
      if (!isApproved(gate, approvals, ran)) outcomes.push(notApproved(gate));
      else outcomes.push(lock ? await runOnQuietTree(ws, gate, where, lock) : stopped(gate, stop));
    }
  } finally {
    await lock?.release();
  }
  return outcomes;
}

const NEVER = new AbortController().signal;

function stopped(gate: CommandGate, stop: AbortSignal): GateOutcome {
  if (stop.reason !== OUT_OF_TIME) throw new GatesStopped('the gates were stopped');
  const error = 'there was no time left for it';
  return { gate: gate.name, outcome: 'unavailable', mustPass: gate.mustPass, error };
}

function notApproved(gate: CommandGate): GateOutcome {
  const error = `not approved for this clone. Approve it with: wukong trust --approve --gate "${gate.name}"`;
  return { gate: gate.name, outcome: 'unavailable', mustPass: gate.mustPass, error };
}

async function runOnQuietTree(
  ws: Workspace,
  gate: CommandGate,
  where: Where,
  lock: TreeLock,
): Promise<GateOutcome> {
  const stop = where.stop ?? NEVER;
  const logFile = join(where.folder, `gate-${gate.name.replaceAll(/[^\w-]+/g, '-')}.log`);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    lock.show(gate.name, null);
    const before = await takeTree(ws, where.worktree);
    if (stop.aborted) return stopped(gate, stop);
    const outcome = await runGate(gate, {
      cwd: where.worktree,
      logFile,
      stop,
      onStart: (pid) => lock.show(gate.name, pid),
    });
    if (stop.aborted) return stopped(gate, stop);
    const after = await takeTree(ws, where.worktree);
    const quiet = before.ok && after.ok && before.value === after.value;
    if (quiet && !(trippedOverUs(outcome) && tries < TRIES)) {
      return { ...outcome, tree: before.value };
    }
  }
  const error = 'the tree keeps changing while it runs';
  return { gate: gate.name, outcome: 'unavailable', mustPass: gate.mustPass, error, logFile };
}

/**
 * A check that walks the whole checkout (`node --test` without a path does) can stumble over a lock
 * or a temporary file of ours that was there for a moment. That says nothing about the work.
 */
function trippedOverUs({ outcome, output }: GateOutcome): boolean {
  return outcome === 'fail' && /\.wukong[\\/][^\s'"]*(?:\.lock|\.tmp|tmp_obj_)/.test(output ?? '');
}
