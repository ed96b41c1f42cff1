// `wukong daemon start --foreground`, as a service manager starts it, with a program that is loaded before.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment, type Repository } from '../rig/repository.ts';
import { CLI, events, until } from '../run/driven.ts';

type Foreground = Readonly<{ pid: number; child: ChildProcess }>;

export async function inForeground(
  repository: Repository,
  before = '',
  cli = CLI,
): Promise<Foreground> {
  const { root, path } = repository;
  const preload = join(root, 'before.cjs');
  writeFileSync(preload, before);
  const env = { ...systemPaths(), ...gitEnvironment(), HOME: root };
  const args = ['--require', preload, cli, 'daemon', 'start', '--foreground'];
  const child = spawn(process.execPath, args, { cwd: path, env, stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const { pid = 0 } = child;
  await until(() => isStarted(repository, pid));
  return { pid, child };
}

function isStarted(repository: Repository, pid: number): boolean {
  const last = events(repository, 'daemon.started').at(-1)?.payload;
  return (last?.process as { pid?: number } | undefined)?.pid === pid;
}
