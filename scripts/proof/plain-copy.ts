// A copy of a clone in which checks run as a person would run them, so that what is true of a commit is not said
// by the judge that is measured.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Git } from './git.ts';
import type { Repository } from './list.ts';
import { type Ran, runCommand } from './run-command.ts';

export const PLAIN_TIMEOUT_S = 180;
const PACKAGES = 'node_modules';
const DEPTH = 3;

export class PlainCopy {
  readonly #folder: string;
  readonly #git: Git;
  readonly #stop: AbortSignal;

  private constructor(folder: string, stop: AbortSignal) {
    this.#folder = folder;
    this.#git = new Git(folder, stop);
    this.#stop = stop;
  }

  /** Of its own objects it has none: it reads those of the clone. */
  static async of(clone: string, folder: string, stop: AbortSignal): Promise<PlainCopy> {
    if (!existsSync(join(folder, '.git', 'whole'))) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(dirname(folder), { recursive: true });
      const git = new Git(clone, stop);
      await git.ask(['clone', '--quiet', '--shared', '--no-checkout', clone, folder]);
      for (const path of packagesIn(clone, '', DEPTH)) {
        cpSync(join(clone, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
      }
      mkdirSync(join(folder, '.git', 'whole'));
    }
    return new PlainCopy(folder, stop);
  }

  async run(commit: string, { check }: Pick<Repository, 'check'>): Promise<Ran> {
    await this.#git.ask(['checkout', '--quiet', '--force', '--detach', commit]);
    await this.#git.ask(['clean', '-ffdxq', '-e', PACKAGES]);
    const how = { cwd: this.#folder, timeoutS: PLAIN_TIMEOUT_S, stop: this.#stop };
    return runCommand(check, how);
  }
}

function packagesIn(top: string, below: string, depth: number): readonly string[] {
  const folders = readdirSync(join(top, below), { withFileTypes: true }).filter(
    (one) => one.isDirectory() && one.name !== '.git',
  );
  return folders.flatMap(({ name }) => {
    const path = join(below, name);
    if (name === PACKAGES) return [path];
    return depth > 1 ? packagesIn(top, path, depth - 1) : [];
  });
}

export function isPass({ code, isLate }: Ran): boolean {
  return code === 0 && !isLate;
}
