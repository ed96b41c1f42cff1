// A copy in which a run changed nothing, kept for the next one of the same report. Only what differs between
// the two trees is written then, and the copy moves to a new place: nothing that remembers a path knows it.
// Making and removing tens of thousands of files is most of what a report costs in a large repository.

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { move, removeAll, removeEmpty } from '../../files/changing.ts';
import { fields, git } from './git.ts';

export type UnchangedCopy = Readonly<{
  /** The folder of ours around it. */
  folder: string;
  path: string;
  /** What was checked out in it. */
  tree: string;
  /** What was put into it beside that. */
  linked: readonly string[];
  /** Of the copy as the run found and left it. */
  stamp: string;
}>;

/** Holds one at most; whoever makes it disposes of it. */
export class SpareCopy implements AsyncDisposable {
  #held: UnchangedCopy | undefined;

  take(): UnchangedCopy | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  put(copy: UnchangedCopy): void {
    this.#drop();
    this.#held = copy;
  }

  #drop(): void {
    const held = this.take();
    if (held) removeAll(held.folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#drop();
  }
}

/**
 * What changes with everything that happens to a file or a folder in there, also if it is undone: the times
 * of inodes, which no program can set. Links are not followed.
 */
export function stampOf(copy: string): string {
  const hash = createHash('sha256');
  const queue = [''];
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    const path = join(copy, below);
    const { ino, ctimeNs, mode } = lstatSync(path, { bigint: true });
    hash.update(`${below}\0${ino} ${ctimeNs} ${mode}\n`);
    const isFolder = (Number(mode) & 0o170000) === 0o040000;
    if (isFolder) queue.push(...readdirSync(path).map((name) => join(below, name)));
  }
  return hash.digest('hex');
}

type Env = Readonly<Record<string, string>>;

/**
 * Makes of an unchanged copy one of another tree, at `path`, with the index that `env` names. False: it cannot
 * be used for that tree, or no more, and is removed.
 */
export async function moveTo(
  copy: UnchangedCopy,
  { path, tree, env }: Readonly<{ path: string; tree: string; env: Env }>,
): Promise<boolean> {
  const isSameDisk = dirname(copy.folder) === dirname(dirname(path));
  // Something that the run left behind may have written into it since.
  const changed =
    isSameDisk && isAsLeft(copy)
      ? await changesBetween(copy.tree, tree, dirname(path), env)
      : undefined;
  if (!changed) {
    removeAll(copy.folder);
    return false;
  }
  move(copy.path, path);
  removeAll(copy.folder);
  for (const name of ['.git', ...copy.linked]) removeAll(join(path, name));
  for (const { name, status } of changed) if (status !== 'A') removeFile(path, name);
  const names = changed.filter(({ status }) => status !== 'D').map(({ name }) => `${name}\0`);
  for (const [args, input] of [
    [['read-tree', '--no-sparse-checkout', tree], ''],
    [['checkout-index', '--force', '--quiet', '-z', '--stdin'], names.join('')],
  ] as const) {
    const done = await git({ cwd: path, env, args, input });
    if (done.ok) continue;
    removeAll(path);
    return false;
  }
  return true;
}

function isAsLeft({ path, stamp }: UnchangedCopy): boolean {
  try {
    return stampOf(path) === stamp;
  } catch {
    return false; // Files come and go in it, or it is gone.
  }
}

type Change = Readonly<{ status: string; name: string }>;

async function changesBetween(
  before: string,
  after: string,
  cwd: string,
  env: Env,
): Promise<readonly Change[] | undefined> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, after];
  const output = await git({ cwd, env, args });
  if (!output.ok) return undefined;
  const parts = fields(output.value.stdout);
  return parts.flatMap((status, at) =>
    at % 2 === 0 ? [{ status, name: parts[at + 1] ?? '' }] : [],
  );
}

/** With the folders that are empty then: git has none. */
function removeFile(top: string, name: string): void {
  removeAll(join(top, name));
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
    const path = join(top, folder);
    if (existsSync(path) && readdirSync(path).length > 0) return;
    if (existsSync(path)) removeEmpty(path);
  }
}
