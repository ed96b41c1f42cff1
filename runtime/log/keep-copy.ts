// What the log and the proof of a goal leave in the second place: when a report is settled, and when a goal has ended.

import { relative } from 'node:path';
import { files, type Workspace } from '../workspace/paths.ts';
import { keepSecondCopy } from './second-copy.ts';

/** What was recorded stands, whatever comes of this. `session`: as the folder of a goal is called. */
export function keepCopy(ws: Workspace, logId: string, session: string): void {
  try {
    keepSecondCopy(ws, logId, relative(ws.dir, files.artifacts(ws, session)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`wukong: the second copy of the log could not be written: ${why}\n`);
  }
}
