// One run of a check at a time in a repository, whoever starts it and in which of its working trees: two copies of one
// suite meet at its port. Held by a file beside git's own, which says whose it is; of a process that is gone, or that
// did not stir for a minute, the next one takes it, and ends what that left running.

import { randomUUID } from 'node:crypto';
import { accessSync, constants, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addName, besideName, replaceFile } from '../../files/atomic-write.ts';
import { makeFolders, move, removeIfEmpty, removeIfThere, setTimes } from '../../files/changing.ts';
import { crc32 } from '../../files/crc32.ts';
import { codeOf } from '../../files/file-failure.ts';
import { readIfThere } from '../../files/reading.ts';
import { realPath } from '../../files/real-path.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { hostName } from '../../workspace/host-name.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { endGroup } from './end-group.ts';
import { type InTurn, noteWaited, tellWait } from './waits.ts';

/** Who has it. */
export type Holder = InTurn &
  Readonly<{
    id: string;
    host: string;
    /** The leader of what runs. */
    child: ProcessRef | null;
  }>;

export type Turn = Readonly<{
  /** For what runs: a check of this repository that it starts does not wait for it. */
  env: Readonly<Record<string, string>>;
  started: (pid: number) => void;
  release: () => void;
}>;

type Asked = Readonly<{
  /** The git directory that all working trees of the repository share. */
  common: string;
  /** The command, as it is called. */
  what: string;
  stop?: AbortSignal | undefined;
}>;

const POLL_MS = 100;
const TOLD_AFTER_MS = 2_000;
const STIRS_MS = 5_000;
const STALE_MS = 60_000;
const INSIDE = 'WUKONG_CHECK_IN';

/** Undefined: `stop` came first. */
export async function takeTurn({ common, what, stop }: Asked): Promise<Turn | undefined> {
  const repository = realPath(common) ?? common;
  const env = { [INSIDE]: repository };
  if (process.env[INSIDE] === repository) return { env, started: nothing, release: nothing };
  const lock = lockOf(repository);
  const began = performance.now();
  let seen = { is: stampOf(lock), at: began };
  let isTold = false;
  for (;;) {
    if (stop?.aborted) return undefined;
    const mine = tryLock(lock, what);
    if (mine) return { env, ...held(lock, mine) };
    const now = performance.now();
    const is = stampOf(lock);
    if (is !== seen.is) seen = { is, at: now };
    const holder = readHolder(lock);
    breakDead(lock, holder, now - seen.at > STALE_MS);
    if (holder && !isTold && now - began > TOLD_AFTER_MS) {
      isTold = true;
      tellWait(holder);
    }
    await delay(POLL_MS);
    if (holder?.process.pid !== process.pid) noteWaited(performance.now() - now);
  }
}

/** Beside git's own files, or among temporary ones where nobody may write there. */
function lockOf(common: string): string {
  const lock = join(common, 'wukong', 'check.lock');
  try {
    makeFolders(dirname(lock));
    accessSync(dirname(lock), constants.W_OK);
    return lock;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    const folder = join(tmpdir(), `wukong-checks-${process.getuid?.() ?? 'user'}`);
    makeFolders(folder);
    return join(folder, crc32(Buffer.from(common)));
  }
}

function nothing(): void {
  // Whoever started this process has the turn.
}

/** With all that is in it, or not at all. */
function tryLock(lock: string, what: string): Holder | undefined {
  const own = processRef(process.pid);
  const mine = { id: randomUUID(), host: hostName(), process: own, what, child: null };
  const beside = besideName(lock);
  replaceFile(beside, JSON.stringify(mine), false);
  try {
    return addName(beside, lock) ? mine : undefined;
  } finally {
    removeIfThere(beside);
  }
}

function held(lock: string, mine: Holder): Pick<Turn, 'started' | 'release'> {
  const isMine = (): boolean => readHolder(lock)?.id === mine.id;
  const stirs = setInterval(() => {
    if (isMine()) setTimes(lock, new Date(), new Date());
  }, STIRS_MS);
  stirs.unref();
  return {
    started: (pid) => {
      if (isMine()) replaceFile(lock, JSON.stringify({ ...mine, child: processRef(pid) }), false);
    },
    release: () => {
      clearInterval(stirs);
      if (!isMine()) return;
      removeIfThere(lock);
      // It was made for the lock.
      removeIfEmpty(dirname(lock));
    },
  };
}

/** Another waiter may have done so in this moment, and a third have taken it: what was moved is looked at again. */
function breakDead(lock: string, holder: Holder | undefined, isStill: boolean): void {
  const isDead = holder?.host === hostName() && !isAlive(holder.process);
  if (!(isDead || isStill)) return;
  const aside = besideName(lock);
  try {
    move(lock, aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return;
  }
  const moved = readHolder(aside);
  if (moved?.id === holder?.id) {
    if (isDead) endGroup(holder.child);
  } else {
    addName(aside, lock);
  }
  removeIfThere(aside);
}

/** Changes while its holder stirs. */
function stampOf(lock: string): string | undefined {
  const stat = lstatSync(lock, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeMs}`;
}

/** Undefined: nobody, or nothing of ours. */
function readHolder(lock: string): Holder | undefined {
  try {
    const value = JSON.parse(readIfThere(lock)?.toString('utf8') ?? 'null');
    return typeof value?.id === 'string' && typeof value.process?.pid === 'number'
      ? value
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
