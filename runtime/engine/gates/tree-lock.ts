// One gate runner per working tree at a time, across processes: two test runs in one tree would spoil
// each other's files and ports.

import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import { endGroup } from '../../evidence/gates/end-group.ts';
import { besideName } from '../../files/atomic-write.ts';
import { move, removeIfEmpty } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { realPath } from '../../files/real-path.ts';
import { releaseLock } from '../../files/release-lock.ts';
import { hostName } from '../../workspace/host-name.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { type GateRunner, readRunner, removeRunner, treeLock, writeRunner } from './gate-runner.ts';

export type TreeLock = Readonly<{
  /** Writes down what runs now. */
  show: (gate: string, childPid: number | null) => void;
  release: () => Promise<void>;
}>;

type For = Readonly<{ worktree: string; goal: string; run: string | null; trial?: true }>;

const POLL_MS = 100;
/** A holder that does not stir for so long is given up (a frozen one; a dead one is seen at once). */
const STALE_MS = 20_000;
/** Told by looking on, and not by times of files, which a clock that is set makes old in a moment. */
const NEVER_MS = 10 * 365 * 24 * 3_600_000;

/**
 * Waits until nobody else runs gates on this tree. Undefined: `stop` came first. A gate may run for
 * minutes, so this is a lock held long: proper-lockfile keeps it fresh. Losing it means two gates at
 * once, which the trees then show.
 */
export async function lockTree(
  ws: Workspace,
  about: For,
  stop: AbortSignal,
): Promise<TreeLock | undefined> {
  makeFolder(ws, files.objects(ws));
  const lock = treeLock(ws, about.worktree);
  let seen = { is: identity(lockFolder(lock)), at: performance.now() };
  for (;;) {
    if (stop.aborted) return undefined;
    const mine = await tryLock(lock);
    if (mine) return held(lock, about, mine);
    const is = identity(lockFolder(lock));
    if (is !== seen.is) seen = { is, at: performance.now() };
    breakDeadLock(lock, performance.now() - seen.at > STALE_MS);
    await delay(POLL_MS);
  }
}

function lockFolder(lock: string): string {
  return `${lock}.lock`;
}

/** `isLost`: somebody else may have it by now. */
type Mine = Readonly<{ release: () => Promise<void>; isLost: () => boolean }>;

async function tryLock(lock: string): Promise<Mine | undefined> {
  let isLost = false;
  try {
    const release = await lockfile.lock(lock, {
      realpath: false,
      stale: NEVER_MS,
      update: STALE_MS / 4,
      onCompromised: (error) => {
        isLost = true;
        process.stderr.write(`wukong: the gate lock was lost: ${error.message}\n`);
      },
    });
    return { release, isLost: () => isLost };
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

function held(lock: string, about: For, { release, isLost }: Mine): TreeLock {
  endGroup(readRunner(lock)?.child ?? null);
  const base = {
    worktree: realPath(about.worktree) ?? about.worktree,
    host: hostName(),
    process: processRef(process.pid),
    goal: about.goal,
    run: about.run,
    ...(about.trial && { trial: about.trial }),
  };
  const write = (gate: string | null, child: GateRunner['child']) =>
    writeRunner(lock, { ...base, gate, since: new Date().toISOString(), child });
  write(null, null);
  return {
    show: (gate, childPid) => write(gate, childPid === null ? null : processRef(childPid)),
    release: async () => {
      // First, or a waiter could take the next holder for this one.
      if (!isLost()) removeRunner(lock);
      await releaseLock(release);
    },
  };
}

/**
 * Takes the lock of a process that is gone out of the way, or that did not stir for too long (`isStill`). Another waiter may have done so in this
 * moment and a third have taken it: what was moved is looked at again, and put back if it is not what
 * was seen.
 */
function breakDeadLock(lock: string, isStill: boolean): void {
  const folder = lockFolder(lock);
  const seen = identity(folder);
  const runner = readRunner(lock);
  const isDead = runner?.host === hostName() && !isAlive(runner.process);
  if (seen === undefined || !(isDead || isStill)) return;
  if (runner && isDead) {
    endGroup(runner.child);
    removeRunner(lock);
  }
  const aside = besideName(folder);
  try {
    move(folder, aside);
    if (identity(aside) === seen) removeIfEmpty(aside);
    else move(aside, folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A new folder may get the same number, but not the same time. */
function identity(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && `${stat.ino}-${stat.mtimeMs}`;
}
