// Machines of a team, as clones of one repository with a home folder each, and `wukong` there as a process of its
// own, on the Node that teams need.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Engine } from '../../scripts/teams/engine.ts';
import { environmentOn } from '../../scripts/teams/machine.ts';
import { PROJECT } from '../rig/repository.ts';

export const CLI = join(PROJECT, 'dist', 'cli.js');

export type Machine = Readonly<{
  /** The clone. */
  path: string;
  /** Its person's folder, which holds the clone, too. */
  root: string;
}>;

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
