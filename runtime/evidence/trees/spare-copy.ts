// A copy kept for the next run of the same report: what the run left beside the tree goes, what it changed is put
// back, and only what differs between the two trees is written. It moves to a new place: nothing that remembers a
// path knows it, and what is written is younger than all before it. Making and removing tens of thousands of files is
// most of what a report costs in a large repository.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { move, removeAll, removeEmpty } from '../../files/changing.ts';
import { git } from './git.ts';
import { allIn, type Look, type Looks, lookAt } from './looks.ts';
import { entriesOf, type TreePlace } from './overlay.ts';

export type UsedCopy = Readonly<{
  /** The folder of ours around it. */
  folder: string;
  path: string;
  /** What was checked out in it. */
  tree: string;
  /** What was put into it beside that. */
  linked: readonly string[];
  /** The copy as the run found it, and as it left it. */
  found: Looks;
  left: Looks;
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

type Env = Readonly<Record<string, string>>;

/**
 * Makes of a used copy one of another tree, at `path`, with the index that `env` names, and says what files look like
 * that stayed in it. Undefined: it cannot be used for that tree, or no more, and is removed.
 */
export async function moveTo(
  copy: UsedCopy,
  { path, tree, env, place }: Readonly<{ path: string; tree: string; env: Env; place: TreePlace }>,
): Promise<Looks | undefined> {
  const isSameDisk = dirname(copy.folder) === dirname(dirname(path));
  // Something that the run left behind may have written into it since.
  const now = isSameDisk ? asLeft(copy) : undefined;
  const changed = now && (await changesBetween(place, copy.tree, tree));
  if (!now || !changed) {
    removeAll(copy.folder);
    return undefined;
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
    return undefined;
  }
  const stayed = ([name, { stamp, isFolder }]: [string, Look]): boolean =>
    !isFolder && stamp === copy.found.get(name)?.stamp && !names.has(name);
  return new Map([...now].filter(stayed));
}

/** Undefined: it is not. */
function asLeft({ path, left }: UsedCopy): Looks | undefined {
  try {
    const now = lookAt(path, allIn(path));
    const isSame = [...now].every(([name, { stamp }]) => left.get(name)?.stamp === stamp);
    return isSame && now.size === left.size ? now : undefined;
  } catch {
    return undefined; // Files come and go in it, or it is gone.
  }
}

/** Takes away what the run left, and what it changed: the paths that have to be written again. */
function clear(path: string, { found, left, linked }: UsedCopy): readonly string[] {
  const isLinked = (name: string): boolean =>
    linked.some((one) => name === one || name.startsWith(`${one}/`));
  for (const name of left.keys()) {
    if (!found.has(name) && !isLinked(name)) removeAll(join(path, name));
  }
  const changed = [...found].flatMap(([name, { stamp }]) =>
    left.get(name)?.stamp === stamp || isLinked(name) ? [] : [name],
  );
  for (const name of changed) removeAll(join(path, name));
  return changed;
}

type Change = Readonly<{ status: 'A' | 'D' | 'M'; name: string }>;

async function changesBetween(
  place: TreePlace,
  before: string,
  after: string,
): Promise<readonly Change[] | undefined> {
  const [old, now] = [await entriesOf(place, before), await entriesOf(place, after)];
  if (!old.ok || !now.ok) return undefined;
  const was = new Map(old.value.map(({ path, mode, id }) => [path, `${mode} ${id}`]));
  const found: Change[] = [];
  for (const { path: name, mode, id } of now.value) {
    const known = was.get(name);
    was.delete(name);
    if (known === undefined) found.push({ name, status: 'A' });
    else if (known !== `${mode} ${id}`) found.push({ name, status: 'M' });
  }
  return [...found, ...[...was.keys()].map((name): Change => ({ name, status: 'D' }))];
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
