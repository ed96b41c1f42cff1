// A hook does not read the whole log while a session waits for it: a process of its own does.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { currentVersion, programFolder } from '../workspace/current-program.ts';
import type { Workspace } from '../workspace/paths.ts';

/** Ends when the process has what it needs, or could not be started: then the next hook tries again. */
export function startRollup(ws: Workspace): Promise<void> {
  const launcher = join(programFolder(ws, currentVersion(ws) ?? ''), 'hook.cjs');
  const child = spawn(process.execPath, [launcher, 'rollup'], {
    cwd: ws.root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  child.unref();
  return new Promise((done) => {
    child.once('error', () => done());
    child.stdin.once('error', () => done());
    child.stdin.end(JSON.stringify({ session_id: 'rollup', cwd: ws.root }), () => done());
  });
}
