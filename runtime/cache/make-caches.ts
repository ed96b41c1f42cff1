import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAll, temporaryFolder } from '../files/changing.ts';
import { filesBelow } from '../files/folders.ts';
import { readBytes } from '../files/reading.ts';
import type { State } from '../model/state/state.ts';
import type { Workspace } from '../workspace/paths.ts';
import { saveState } from './save-state.ts';
import { saveTaskgraph } from './save-taskgraph.ts';

/** A cache as it belongs on disk: its name below .wukong/, and its bytes. */
export type CacheFile = Readonly<{ name: string; bytes: Buffer }>;

/**
 * All caches of a state that was folded from the first record on. They are written by the very code
 * of the hooks, into a folder of its own, so that nothing here has to know what they look like.
 */
export function makeCaches(state: State): readonly CacheFile[] {
  const dir = temporaryFolder(join(tmpdir(), 'wukong-caches-'));
  try {
    const scratch: Workspace = { root: dir, worktree: dir, commonDir: dir, dir };
    saveState(scratch, state);
    saveTaskgraph(scratch, state, true);
    return filesBelow(dir).map((name) => ({ name, bytes: readBytes(join(dir, name)) }));
  } finally {
    removeAll(dir);
  }
}
