// A repository, and a folder for its lanes that no tool looks above of.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeLane } from '../../../runtime/evidence/lanes/make-lane.ts';
import { Repo } from '../repo.ts';

export const NAME = 'G-0001-N-030';

export class LaneRepo extends Repo {
  readonly lanes = join(this.base, 'lanes 道');

  constructor(top?: string) {
    super(top);
    this.write('.gitignore', '.wukong/\n');
  }

  path(name = NAME): string {
    return join(this.lanes, name);
  }

  /** A lane with the working tree as it is now. */
  async lane(name = NAME): Promise<Readonly<{ path: string; tree: string }>> {
    const tree = await this.tree();
    const path = this.path(name);
    const made = await makeLane({ ...this.place, tree, path });
    if (!made.ok) throw new Error(made.why);
    return { path, tree };
  }

  status(worktree = this.top): string {
    const args = ['status', '--porcelain', '-z', '--untracked-files=all'];
    return execFileSync('git', args, { cwd: worktree, encoding: 'utf8' }).replaceAll('\0', '\n');
  }

  /** All of `.git` but what git knows of linked working trees, with its bytes. */
  ofThePerson(): Readonly<Record<string, string>> {
    return listing(join(this.top, '.git'), 'worktrees');
  }
}

/** Each file below a folder with a digest of its bytes and its mode; links by where they lead. */
export function listing(
  folder: string,
  ...without: readonly string[]
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (['.git', ...without].some((one) => name === one || name.startsWith(`${one}/`))) continue;
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) continue;
    found[name] = stat.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : `${stat.mode & 0o100} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
  }
  return found;
}
