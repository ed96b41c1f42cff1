import type { State } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { files, type Workspace } from './paths.ts';

/** Not synced: what a power cut takes is made again from the log. */
export function saveState(ws: Workspace, state: State): void {
  const { finished: _, ...stored } = state;
  replaceFile(files.state(ws), `${JSON.stringify(stored)}\n`, false);
}
