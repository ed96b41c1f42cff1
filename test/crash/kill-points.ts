// Which operations of a command are killed, and a command of `dist` with a fault at one of them.
//
// A sweep over every file operation takes minutes and grows with each of them: `npm test` takes a part of it, always
// the same one, and `npm run soak` all of it.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { DIST, type Sandbox } from '../install/temporary.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { FAULTS } from './scene.ts';
import { SOAK } from './tally.ts';

/** What a random course of `npm run soak` begins with, given by it and printed; elsewhere always the same. */
export const SEED = Number(process.env.WUKONG_SEED ?? 1);

/** In the full form all of them, else about `count` at even distances, the first one among them. */
export function sample<T>(all: readonly T[], count: number): readonly T[] {
  if (SOAK) return all;
  const apart = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % apart === 0);
}

// Where a process has to be killed to have been killed anywhere: between two operations that change something a
// kill finds the same disk, whatever is looked at, closed or synced between them.
const SAME_DISK =
  /^\d+ (?:close|read|openForRead|readFile|readdir|stat|lstat|fstat|fsync|fdatasync)Sync /;

/** Of a line that faults.cjs wrote of an operation. */
export function isKillPoint(line: string): boolean {
  return !SAME_DISK.test(line);
}

/** `wukong <command> --yes` with a fault at one of its file operations; `lines` are the operations it came to. */
export async function withFault(
  sandbox: Sandbox,
  command: 'init' | 'uninstall',
  fault: Readonly<Record<string, unknown>>,
) {
  const trace = join(sandbox.root, 'trace');
  rmSync(trace, { force: true });
  const cli = join(DIST, 'cli.js');
  const ended = await run(process.execPath, ['--require', FAULTS, cli, command, '--yes'], {
    cwd: sandbox.repo,
    env: {
      ...systemPaths(),
      ...gitEnvironment(),
      HOME: sandbox.root,
      WUKONG_FAULT: JSON.stringify({ trace, ...fault }),
    },
    timeoutMs: 120_000,
  });
  const lines = existsSync(trace) ? readFileSync(trace, 'utf8').trim().split('\n') : [];
  return { ...ended, lines };
}
