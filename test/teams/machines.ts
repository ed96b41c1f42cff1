// Machines of a team, as clones of one repository with a home folder each, and `wukong` there as a process of its
// own, on the Node that teams need.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemPaths } from '../../scripts/client/environment.ts';
import type { Engine } from '../../scripts/teams/engine.ts';
import { gitEnvironment, PROJECT } from '../rig/repository.ts';

export const CLI = join(PROJECT, 'dist', 'cli.js');

export type Machine = Readonly<{
  /** The clone. */
  path: string;
  /** Its person's folder, which holds the clone, too. */
  root: string;
}>;

/** `url`: with its password, as tests have it. */
export function addressOf(url: string): Readonly<{ url: string; password: string }> {
  const whole = new URL(url);
  const { password } = whole;
  whole.password = '';
  return { url: whole.href, password };
}

export function environmentOn(engine: Engine, { root }: Pick<Machine, 'root'>, password: string) {
  return {
    ...systemPaths(),
    ...gitEnvironment(),
    HOME: root,
    XDG_STATE_HOME: join(root, 'state'),
    // Beside Wukong, as `npm install --global` puts it.
    NODE_PATH: join(engine.packages, 'node_modules'),
    PGPASSWORD: password,
  };
}

/** One command there; it ends with the test. */
export function wukongOn(
  engine: Engine,
  machine: Machine,
  password: string,
  ...args: readonly string[]
): ChildProcess {
  const env = environmentOn(engine, machine, password);
  const child = spawn(engine.node, [CLI, ...args], { cwd: machine.path, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
