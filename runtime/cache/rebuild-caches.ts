// Makes the caches again from the log, for `wukong rebuild` and after a repair.

import { basename, join } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { orFailure } from '../files/file-failure.ts';
import { readBytes } from '../files/reading.ts';
import { lostPlan } from '../kernel/state/queries.ts';
import { takeLock } from '../log/lock.ts';
import { closeLog, openLog } from '../log/open-log.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state/state.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { catchUp } from './catch-up.ts';
import { type CacheFile, makeCaches } from './make-caches.ts';
import { rebuildState } from './rebuild-state.ts';
import { tidyGoals } from './save-state.ts';

const WAIT_MS = 2000;

type CacheChange = Readonly<{ file: string; change: 'made' | 'corrected' | 'same' }>;
type CachesRebuilt =
  | Readonly<{ ok: true; state: State; tornAt: number | null; changes: readonly CacheChange[] }>
  | Readonly<{ ok: false; failure: Failure }>;

/** The caches get the bytes that hooks would leave if they wrote all of them at the last event. */
export function rebuildCaches(ws: Workspace, onRecord: () => void): CachesRebuilt {
  return orFailure((): CachesRebuilt => {
    // A long log takes seconds, and hooks wait for the lock: under it only what came since is read.
    const rebuilt = rebuildState(ws, () => {
      onRecord();
      return true;
    });
    if (!rebuilt.ok) return rebuilt;
    const lost = firstLost(rebuilt.state);
    if (lost) return { ok: false, failure: lost };
    const lock = takeLock(files.lock(ws), WAIT_MS);
    if (!lock.ok) return { ok: false, failure: { kind: 'log-locked', holder: lock.holder } };
    try {
      return catchUpAndWrite(ws, rebuilt.state);
    } finally {
      lock.held.release();
    }
  });
}

/** The present caches may know more than can be made again. */
function firstLost({ goals }: State): Failure | undefined {
  return Object.values(goals)
    .map(lostPlan)
    .find((lost) => lost !== undefined);
}

function catchUpAndWrite(ws: Workspace, rebuilt: State): CachesRebuilt {
  const log = openLog(ws);
  try {
    const caught = catchUp(log, rebuilt);
    if (!caught.ok) return caught;
    const { state, tornAt } = caught;
    return { ok: true, state, tornAt, changes: writeCaches(ws, state) };
  } finally {
    closeLog(log);
  }
}

/** Call it with the lock held. */
export function writeCaches(ws: Workspace, state: State): CacheChange[] {
  const made = makeCaches(state);
  tidyGoals(ws, new Set(made.map(({ name }) => name)));
  // state.json last: killed before it, no cache that counts names a file that is still to be corrected.
  const isState = ({ name }: CacheFile) => Number(name === basename(files.state(ws)));
  return made
    .toSorted((a, b) => isState(a) - isState(b))
    .map(({ name, bytes }) => {
      const path = join(ws.dir, name);
      const before = readCache(path);
      if (before?.equals(bytes)) return { file: name, change: 'same' };
      replaceFile(path, bytes, false);
      return { file: name, change: before ? 'corrected' : 'made' };
    });
}

/** One that cannot be read, for whatever reason, is none: what stands there is replaced. */
function readCache(path: string): Buffer | undefined {
  try {
    return readBytes(path);
  } catch {
    return undefined;
  }
}
