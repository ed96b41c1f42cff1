import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import type { CommandGate, Gate, GateOutcome } from '../model/gate.ts';
import type { Goal } from '../model/state.ts';
import { crc32 } from '../store/crc32.ts';
import { files, type Workspace } from '../store/paths.ts';
import { readTrust } from '../store/trust.ts';
import { isApproved } from '../verify/approval.ts';
import { runGate } from '../verify/gates.ts';
import { takeTree } from './changes.ts';

/** A tree that changes under a gate voids it; after this many tries it is unavailable. */
const TRIES = 3;

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
  where: Readonly<{ worktree: string; folder: string; ran: readonly string[] }>,
): Promise<GateOutcome[]> {
  const approvals = readTrust(ws)?.approvals ?? [];
  const ran = [...goal.ran, ...where.ran].map((command) => ({ command }));
  const outcomes: GateOutcome[] = [];
  if (gates.length === 0) return outcomes;
  const release = await lockTree(ws, where.worktree);
  try {
    for (const gate of gates) {
      outcomes.push(
        isApproved(gate, approvals, ran)
          ? await runOnQuietTree(ws, gate, where)
          : notApproved(gate),
      );
    }
  } finally {
    await release();
  }
  return outcomes;
}

function notApproved(gate: CommandGate): GateOutcome {
  const error = `not approved for this clone. Approve it with: wukong trust --approve --gate "${gate.name}"`;
  return { gate: gate.name, outcome: 'unavailable', mustPass: gate.mustPass, error };
}

async function runOnQuietTree(
  ws: Workspace,
  gate: CommandGate,
  where: Readonly<{ worktree: string; folder: string }>,
): Promise<GateOutcome> {
  const logFile = join(where.folder, `gate-${gate.name.replaceAll(/[^\w-]+/g, '-')}.log`);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = await takeTree(ws, where.worktree);
    const outcome = await runGate(gate, { cwd: where.worktree, logFile });
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

/**
 * A gate may run for minutes, so this is a lock held long: proper-lockfile keeps it fresh and gives
 * it up when its holder dies. Losing it means two gates at once, which the trees then show.
 */
async function lockTree(ws: Workspace, worktree: string): Promise<() => Promise<void>> {
  mkdirSync(files.objects(ws), { recursive: true, mode: 0o700 });
  const target = join(files.objects(ws), `gates-${crc32(Buffer.from(worktree))}`);
  return lockfile.lock(target, {
    realpath: false,
    stale: 20_000,
    update: 5_000,
    retries: { retries: 600, minTimeout: 200, maxTimeout: 1000 },
    onCompromised: (error) =>
      process.stderr.write(`wukong: the gate lock was lost: ${error.message}\n`),
  });
}
