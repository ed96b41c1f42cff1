// A copy kept for the next run of the same report: what the run left beside the tree goes, what it changed is put
// back, and only what differs between the two trees is written. It moves to a new place: nothing that remembers a
// path knows it, and what is written is younger than all before it. Making and removing tens of thousands of files is
// most of what a report costs in a large repository.

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { move, removeAll, removeEmpty } from '../../files/changing.ts';
import { fields, git } from './git.ts';

export type UsedCopy = Readonly<{
  /** The folder of ours around it. */
  folder: string;
  path: string;
  /** What was checked out in it. */
  tree: string;
  /** What was put into it beside that. */
  linked: readonly string[];
  /** Of the copy as the run found it, and as it left it. */
  found: Stamps;
  left: Stamps;
}>;

/** Holds one at most; whoever makes it disposes of it. */
export class SpareCopy implements AsyncDisposable {
  #held: UsedCopy | undefined;

  take(): UsedCopy | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  put(copy: UsedCopy): void {
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

/** By path below the copy, with `/`. */
export type Stamps = ReadonlyMap<string, string>;

/**
 * What changes with everything that happens to a file in there, also if it is undone: the times of inodes, which
 * no program can set. Links are not followed. Its repository is made again for each run, and says nothing.
 */
export function stampsOf(copy: string): Stamps {
  const stamps = new Map<string, string>();
  const queue = readdirSync(copy).filter((name) => name !== '.git');
  for (let below = queue.pop(); below !== undefined; below = queue.pop()) {
    const path = join(copy, below);
    const { ino, ctimeNs, mode } = lstatSync(path, { bigint: true });
    const isFolder = (Number(mode) & 0o170000) === 0o040000;
    const folder = below;
    stamps.set(below, isFolder ? `${ino} ${mode}` : `${ino} ${ctimeNs} ${mode}`);
    if (isFolder) queue.push(...readdirSync(path).map((name) => `${folder}/${name}`));
  }
  return stamps;
}

type Env = Readonly<Record<string, string>>;

/**
 * Makes of a used copy one of another tree, at `path`, with the index that `env` names. False: it cannot
 * be used for that tree, or no more, and is removed.
 */
export async function moveTo(
  copy: UsedCopy,
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
  const again = clear(path, copy);
  for (const { name, status } of changed) if (status !== 'A') removeFile(path, name);
  const gone = new Set(changed.flatMap(({ name, status }) => (status === 'D' ? [name] : [])));
  const names = new Set([
    ...again.filter((name) => !gone.has(name)),
    ...changed.flatMap(({ name, status }) => (status === 'D' ? [] : [name])),
  ]);
  const input = [...names].map((name) => `${name}\0`).join('');
  for (const [args, given] of [
    [['read-tree', '--no-sparse-checkout', tree], ''],
    // A name that no tree has, of a submodule, is a failure.
    [['checkout-index', '--force', '--quiet', '-z', '--stdin'], input],
  ] as const) {
    const done = await git({ cwd: path, env, args, input: given });
    if (done.ok) continue;
    removeAll(path);
    return false;
  }
  return true;
}

function isAsLeft({ path, left }: UsedCopy): boolean {
  try {
    const now = stampsOf(path);
    return now.size === left.size && [...now].every(([name, stamp]) => left.get(name) === stamp);
  } catch {
    return false; // Files come and go in it, or it is gone.
  }
}

/** Takes away what the run left, and what it changed: the paths that have to be written again. */
function clear(path: string, { found, left, linked }: UsedCopy): readonly string[] {
  const isLinked = (name: string): boolean =>
    linked.some((one) => name === one || name.startsWith(`${one}/`));
  for (const name of left.keys()) {
    if (!found.has(name) && !isLinked(name)) removeAll(join(path, name));
  }
  const changed = [...found].flatMap(([name, stamp]) =>
    left.get(name) === stamp || isLinked(name) ? [] : [name],
  );
  for (const name of changed) removeAll(join(path, name));
  return changed;
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
