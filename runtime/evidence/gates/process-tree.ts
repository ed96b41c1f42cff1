import { type ChildProcess, spawn } from 'node:child_process';
import { ownProgram } from '../../files/own-programs.ts';

/**
 * Signals a child and all it started. It has to be the leader of its own group (`detached`), which
 * Windows does not have: there taskkill walks the tree. A tree that is gone already is no error.
 */
export function killTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    endWindowsTree(child.pid, () => child.kill(signal));
    return;
  }
  signalGroup(child.pid, signal);
}

/** `otherwise`: where taskkill cannot be started. */
export function endWindowsTree(pid: number, otherwise: () => void): void {
  const program = ownProgram('taskkill', process.cwd());
  if (program === undefined) otherwise();
  else
    spawn(program, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', otherwise);
}

export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // EPERM: macOS says so of a group in which only zombies are left.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
