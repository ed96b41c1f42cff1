import { takenNow } from '../../proof/which-trees.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { dropTurn, writeTurn } from '../../workspace/turn-record.ts';
import { loadConfig } from '../goal/load-config.ts';

/** The working tree before anything is done in it: the client waits for this. */
export async function takeBase(ws: Workspace, session: string): Promise<void> {
  makeFolder(ws, files.objects(ws));
  const { worktree } = ws;
  const taken = await takenNow({ worktree, objectsDir: files.objects(ws) });
  if (!taken.ok) throw new Error(`git cannot record the working tree: ${taken.error.kind}`);
  // Of another worktree, if there was one.
  dropTurn(ws, session);
  // What the turn writes there counts for nothing.
  const { product = [] } = loadConfig(ws).config;
  const { tree, filtered, sinceMs } = taken.value;
  writeTurn(ws, session, 'base', { worktree, tree, filtered, sinceMs, product });
}
