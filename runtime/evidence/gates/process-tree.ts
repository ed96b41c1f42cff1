import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Signals a child and all it started. It has to be the leader of its own group (`detached`), which
 * Windows does not have: there taskkill walks the tree. A tree that is gone already is no error.
 */
export function killTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    const killer = spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    killer.on('error', () => child.kill(signal));
    return;
  }
  signalGroup(child.pid, signal);
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
