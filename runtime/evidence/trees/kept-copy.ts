// A copy that outlives its process, one a workspace: it lies where it lay, under a name that says whose it is, and is
// taken by one rename. What its files looked like is written down among the objects of the workspace. Whoever runs as
// this user can write either, so neither makes bytes those of a tree: whoever takes it compares them (spare-copy.ts).

import { existsSync, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { move, removeAll } from '../../files/changing.ts';
import { readText } from '../../files/reading.ts';
import { copyPlaces } from './copy-place.ts';
import { digestOf } from './kept-index.ts';

type KeptCopy = Readonly<{
  folder: string;
  path: string;
  tree: string;
  /** By path, of all that is in it, see `Look`. */
  stamps: ReadonlyMap<string, string>;
}>;

const MOST_FILES = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = /^wukong-kept-[0-9a-f]{16}$/;

/** Below `.wukong`: that of whoever has these objects. */
export function recordOf(objectsDir: string): string {
  return join(resolve(objectsDir), 'kept-copy.json');
}

function nameOf(objectsDir: string): string {
  return `wukong-kept-${digestOf(resolve(objectsDir))}`;
}

/** False: it is not kept, and nothing was done. The copy first: one without its record is found, and goes. */
export function keepCopy({ folder, tree, stamps }: KeptCopy, objectsDir: string): boolean {
  const { bavail, blocks } = statfsSync(folder);
  const to = join(dirname(folder), nameOf(objectsDir));
  if (stamps.size > MOST_FILES || bavail < blocks / 10 || existsSync(to)) return false;
  move(folder, to);
  try {
    putFile(recordOf(objectsDir), JSON.stringify({ tree, stamps: [...stamps] }));
  } catch {
    removeAll(to, 5); // The disk is full.
  }
  return true;
}

/** Of two who try, one gets it, into a new folder of its own in the same place: killed, it goes with that. */
export function takeCopy(folder: string, objectsDir: string): KeptCopy | undefined {
  const from = join(dirname(folder), nameOf(objectsDir));
  if (!isOurs(from)) return undefined;
  const held = join(folder, 'kept');
  try {
    move(from, held);
  } catch {
    return undefined; // It is another's by now.
  }
  const record = readRecord(recordOf(objectsDir));
  removeAll(recordOf(objectsDir));
  const path = join(held, 'tree');
  const isFolder = isOurs(held) && lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (record && isFolder) return { folder: held, path, ...record };
  removeAll(held, 5);
  return undefined;
}

/** Where it may lie; it need not be there. */
export function dropCopy(objectsDir: string, places = copyPlaces()): void {
  for (const place of places) {
    const path = join(place, nameOf(objectsDir));
    if (isOurs(path)) removeAll(path, 5);
  }
  removeAll(recordOf(objectsDir));
}

/** Those of a day ago, of whatever workspace, and those that a clock which was set back has from tomorrow. */
export function sweepKept(base: string): void {
  for (const name of readdirSync(base).filter((one) => NAME.test(one))) {
    const path = join(base, name);
    if (isOurs(path) && Math.abs(Date.now() - lstatSync(path).ctimeMs) > DAY_MS) removeAll(path);
  }
}

function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid);
}

/** Undefined: there is none, or it is none. */
function readRecord(path: string): Pick<KeptCopy, 'tree' | 'stamps'> | undefined {
  try {
    const { tree, stamps } = JSON.parse(readText(path));
    const isTree = typeof tree === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tree);
    return isTree ? { tree, stamps: new Map(stamps) } : undefined;
  } catch {
    return undefined;
  }
}
