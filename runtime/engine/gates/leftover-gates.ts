// A runner that was killed can't end its gate any more. The next runner on that tree does.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { hostName } from '../../workspace/host-name.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import {
  copyNote,
  type GateRunner,
  notesIn,
  readRunner,
  removeRunner,
  treeLock,
  writeRunner,
} from '../gates/gate-runner.ts';

/** Writes down what runs in a copy of this process: one at a time. */
export function noteCopy(
  ws: Workspace,
  about: Readonly<Pick<GateRunner, 'goal' | 'run' | 'gate'>>,
) {
  const note = copyNote(ws, process.pid);
  const base = { ...about, worktree: null, host: hostName(), process: processRef(process.pid) };
  return {
    started: (pid: number) =>
      writeRunner(note, { ...base, since: new Date().toISOString(), child: processRef(pid) }),
    ended: () => removeRunner(note),
  };
}

/** What processes that were killed have left running in copies. */
export function endLeftOverCopies(ws: Workspace): void {
  for (const note of notesIn(ws)) {
    const runner = readRunner(note);
    if (runner?.worktree !== null || runner.host !== hostName() || isAlive(runner.process))
      continue;
    endLeftOver(runner.child);
    removeRunner(note);
  }
}

/** A gate that is only tried in this working tree, which an agent is to have for itself. */
export function endTrial(ws: Workspace, worktree: string): void {
  const runner = readRunner(treeLock(ws, worktree));
  if (runner?.trial && runner.host === hostName()) endLeftOver(runner.child);
}

/** Ends a gate's process group, if it is still the one that was written down. */
export function endLeftOver(child: ProcessRef | null): void {
  if (!child || child.pid <= 1) return;
  if (process.platform === 'win32') {
    if (isAlive(child)) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], IGNORED);
    return;
  }
  // Its leader may be gone and what it started still there; an id is not given away as long as a group
  // of that name lives, but one that is not seen to be of our gate is left alone.
  if (isAlive(child) || hasMembers(child)) killGroup(child.pid);
}

const IGNORED = { stdio: 'ignore' } as const;

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Linux only: processes of the session that the gate's leader began, none of them older than it. */
function hasMembers(leader: ProcessRef): boolean {
  if (process.platform !== 'linux' || leader.started === null) return false;
  const members = readdirSync('/proc').filter((name) => sessionOf(name)?.id === leader.pid);
  return (
    members.length > 0 &&
    members.every((name) => (sessionOf(name)?.started ?? 0) >= Number(leader.started))
  );
}

/** Fields 6 and 22 of /proc/<pid>/stat. */
function sessionOf(name: string): { id: number; started: number } | undefined {
  if (!/^\d+$/.test(name)) return undefined;
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id: Number(fields[3]), started: Number(fields[19]) };
  } catch {
    return undefined; // It has just ended.
  }
}
