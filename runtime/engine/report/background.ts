// A process of ours that a hook starts and that outlives it.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { gateEnvironment } from '../../evidence/gates/gate-environment.ts';
import { currentVersion, programFolder } from '../../workspace/current-program.ts';
import type { Workspace } from '../../workspace/paths.ts';

/**
 * `hook.cjs verify`, which does what it reads on stdin, once that is at its end. `names`: of variables that it gets
 * beside those of every gate.
 */
export function startBackground(
  ws: Workspace,
  names: readonly string[],
): ChildProcessByStdio<Writable, null, null> {
  const launcher = join(programFolder(ws, currentVersion(ws) ?? ''), 'hook.cjs');
  const child = spawn(process.execPath, [...nodeOptions(), launcher, 'verify'], {
    cwd: ws.root,
    env: environment(ws, names),
    // Without a terminal, and in a group of its own: what ends the client does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  // It ended before it got its work: the waiting hook sees that it is gone.
  child.stdin.on('error', () => undefined);
  return child;
}

/** As this process was started, but for the line it may have been started by (registration.ts). */
function nodeOptions(): string[] {
  const line = process.execArgv.indexOf('-e');
  return process.execArgv.filter((_, at) => line === -1 || (at !== line && at !== line + 1));
}

/**
 * Names let through one by one, as for gates, which could read them off this process: so what a person
 * lets any gate see is there, and nothing else of the client's.
 */
function environment(ws: Workspace, names: readonly string[]): Record<string, string> {
  // Where transcripts are, and the user's settings of git, without which it sees other trees than we do.
  const allowed = Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return gateEnvironment(process.env, {
    CLAUDE_PROJECT_DIR: ws.root,
    ...(CLAUDE_CONFIG_DIR && { CLAUDE_CONFIG_DIR }),
    ...(XDG_CONFIG_HOME && { XDG_CONFIG_HOME }),
    ...allowed,
  });
}
