// A copy kept for the next run of the same report, and of the next one (kept-copy.ts): what the run left beside the
// tree goes, what it changed is put back, and only what differs between the two trees is written. It moves to a new
// place: nothing that remembers a path knows it, and what is written is younger than all before it. Making and
// removing tens of thousands of files is most of what a report costs in a large repository.

import { dirname, join } from 'node:path';
import { move, removeAll, removeIfEmpty } from '../../files/changing.ts';
import { fields, git } from './git.ts';
import { keepCopy, takeCopy } from './kept-copy.ts';
import { allIn, type Look, type Looks, lookAt } from './looks.ts';
import { entriesOf, type TreePlace } from './overlay.ts';
import type { Env } from './private-index.ts';
import { foldersOf } from './touched-at.ts';

type Stamps = ReadonlyMap<string, Pick<Look, 'stamp'>>;

export type UsedCopy = Readonly<{
  /** The folder of ours around it. */
  folder: string;
  path: string;
  /** What was checked out in it. */
  tree: string;
  /** What was put into it beside that. */
  laid: readonly string[];
  /** The copy as the run found it, and as it left it. */
  found: Stamps;
  left: Stamps;
  /** Whether nothing is in it but the bytes of that tree: no submodule, nothing of a filter. */
  isPlain: boolean;
  /** Another process left it, so that its record is all that speaks for it. */
  isTaken?: boolean;
}>;

/** Where a copy is kept when the process ends, and whether at that moment somebody may want it. */
type KeepFor = Readonly<{ objectsDir: string; isWanted: () => boolean }>;

/** Holds one at most; whoever makes it disposes of it. */
export class SpareCopy implements AsyncDisposable {
  #held: UsedCopy | undefined;
  readonly #keepFor: KeepFor | undefined;

  constructor(keepFor?: KeepFor) {
    this.#keepFor = keepFor;
  }

  /** `folder`: of ours, around the new copy. What lies on another disk is of no use. */
  take(folder: string): UsedCopy | undefined {
    const held = this.#held;
    this.#held = undefined;
    if (held && dirname(held.folder) === dirname(folder)) return held;
    if (held) removeAll(held.folder);
    const kept = this.#keepFor && takeCopy(folder, this.#keepFor.objectsDir);
    if (!kept) return undefined;
    const stamps = new Map([...kept.stamps].map(([name, stamp]) => [name, { stamp }]));
    const none = { laid: [], isPlain: true, isTaken: true };
    return { ...kept, ...none, found: stamps, left: stamps };
  }

  put(copy: UsedCopy): void {
    if (this.#held) removeAll(this.#held.folder);
    this.#held = copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    const isKept = held?.isPlain && this.#keepFor?.isWanted() && keep(held, this.#keepFor);
    if (held && !isKept) removeAll(held.folder, 5);
  }
}

/** Without what no later run needs. Such a copy has no file that differs from its tree; some may be missing. */
function keep(copy: UsedCopy, { objectsDir }: KeepFor): boolean {
  try {
    const { folder, path, tree, found, left, laid } = copy;
    for (const name of ['.git', ...laid]) removeAll(join(path, name));
    const gone = new Set(clear(path, copy));
    const stays = [...left].flatMap(([name, { stamp }]): [string, string][] =>
      found.has(name) && !gone.has(name) && !isLaid(laid, name) ? [[name, stamp]] : [],
    );
    return keepCopy({ folder, path, tree, stamps: new Map(stays) }, objectsDir);
  } catch {
    return false; // The disk is full, or it is not ours to change: it goes as any other.
  }
}

type Listing = ReadonlyMap<string, string>;

/**
 * Makes of a used copy one of another tree, at `path`, with the index that `env` names, and says what files look like
 * that stayed in it. Undefined: it cannot be used for that tree, or no more, and is removed.
 */
export async function moveTo(
  copy: UsedCopy,
  { path, tree, env, place }: Readonly<{ path: string; tree: string; env: Env; place: TreePlace }>,
): Promise<Looks | undefined> {
  // Something that the run left behind may have written into it since.
  const now = asLeft(copy);
  const [was, will] = [await listingOf(place, copy.tree), await listingOf(place, tree)];
  if (!now || !was || !will || (copy.isTaken && !isOf(was, now))) {
    removeAll(copy.folder);
    return undefined;
  }
  move(copy.path, path);
  removeAll(copy.folder);
  for (const name of ['.git', ...copy.laid]) removeAll(join(path, name));
  const cleared = clear(path, copy);
  for (const [name, entry] of was) if (will.get(name) !== entry) removeFile(path, name);
  const again = new Set(cleared);
  const stays = (name: string): boolean =>
    now.has(name) && !again.has(name) && will.get(name) === was.get(name);
  const names = new Set([
    // A name that no tree has, of a submodule, is a failure.
    ...cleared.filter((name) => will.has(name) || !was.has(name)),
    ...[...will.keys()].filter((name) => !stays(name)),
  ]);
  const input = [...names].map((name) => `${name}\0`).join('');
  const changed = ['ls-files', '-z', '--modified', '--deleted'];
  for (const [args, given] of [
    [['read-tree', '--no-sparse-checkout', tree], ''],
    [['checkout-index', '--force', '--quiet', '-z', '--stdin'], input],
    // It reads each file: the index knows nothing of them.
    ...(copy.isTaken ? ([[changed, '']] as const) : []),
  ] as const) {
    const done = await git({ cwd: path, env, args, input: given });
    if (done.ok && (args !== changed || fields(done.value.stdout).length === 0)) continue;
    removeAll(path);
    return undefined;
  }
  // Of one that was read, the times of reading say nothing.
  if (copy.isTaken) return new Map();
  const isKnown = ([name, { stamp, isFolder }]: [string, Look]): boolean =>
    !isFolder && stamp === copy.found.get(name)?.stamp && !names.has(name);
  return new Map([...now].filter(isKnown));
}

/** Whether nothing is in it but what that tree has, whatever the record says. */
function isOf(tree: Listing, now: Looks): boolean {
  const folders = new Set(foldersOf([...tree.keys()]));
  return [...now].every(([name, { isFolder }]) => (isFolder ? folders : tree).has(name));
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
function clear(path: string, { found, left, laid }: UsedCopy): readonly string[] {
  for (const name of left.keys()) {
    if (!found.has(name) && !isLaid(laid, name)) removeAll(join(path, name));
  }
  const changed = [...found].flatMap(([name, { stamp }]) =>
    left.get(name)?.stamp === stamp || isLaid(laid, name) ? [] : [name],
  );
  for (const name of changed) removeAll(join(path, name));
  return changed;
}

function isLaid(laid: readonly string[], name: string): boolean {
  return laid.some((one) => name === one || name.startsWith(`${one}/`));
}

async function listingOf(place: TreePlace, tree: string): Promise<Listing | undefined> {
  const listed = await entriesOf(place, tree);
  return listed.ok
    ? new Map(listed.value.map(({ path, mode, id }) => [path, `${mode} ${id}`]))
    : undefined;
}

/** With the folders that are empty then: git has none. */
function removeFile(top: string, name: string): void {
  removeAll(join(top, name));
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
    if (!removeIfEmpty(join(top, folder))) return;
  }
}
