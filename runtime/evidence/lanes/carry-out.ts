// One difference of two trees carried out in a working tree: looked at again right before, and what goes is kept and
// looked at once more.

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addName, copyWhole, createFile } from '../../files/atomic-write.ts';
import {
  makeFolders,
  makeLink,
  move,
  removeFile,
  removeIfEmpty,
  removeIfThere,
  setMode,
} from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import type { FileSides } from '../trees/differences.ts';
import type { FileOfTree } from '../trees/overlay.ts';
import { type Disk, foundAt } from './found-on-disk.ts';
import { type Action, foldersAbove, isAs } from './landing-rules.ts';

export type Landing = Readonly<{
  disk: Disk;
  kept: string | undefined;
  exactly: ReadonlySet<string>;
}>;

const SAVED = 'it was saved at this very moment';

/** Files of ours, beside those that they will be. */
export const OURS = /^\.wukong-landing-[0-9a-f]{24}$/;

function besideOurs(path: string): string {
  return join(dirname(path), `.wukong-landing-${randomBytes(12).toString('hex')}`);
}

/** With nothing but folders on the way to it. */
export function isFolder(top: string, path: string): boolean {
  const way = path === '.' ? [] : [...foldersAbove(path).reverse(), path];
  return way.every((one) => lstatSync(join(top, one), { throwIfNoEntry: false })?.isDirectory());
}

export function look({ disk, exactly }: Landing, path: string) {
  return foundAt(disk, path, exactly.has(path));
}

/** A text: why it went no further. */
export function carryOut(
  landing: Landing,
  action: Action,
  bytes: Buffer | undefined,
): string | undefined {
  const { top } = landing.disk;
  const file = join(top, action.path);
  if (action.do === 'clear') return clear(landing, action.path);
  if (action.do === 'write' && bytes === undefined) return 'git cannot read what it shall hold';
  const now = look(landing, action.path);
  if (!isAs(now, action.from)) return SAVED;
  if (action.do === 'remove') return remove(landing, action);
  if (action.do === 'mode') {
    setMode(file, modeFor(action.to, file));
    return undefined;
  }
  const { from, to } = action;
  if (from === null) makeFolders(dirname(file), 0o777);
  const beside = besideOurs(file);
  try {
    put(beside, to, bytes ?? Buffer.alloc(0), {
      like: from && file,
      durable: landing.kept !== undefined,
    });
    if (from !== null) return replace(landing, { path: action.path, from, to }, beside);
    // Throws for nobody who was faster, and is never half a file.
    if (to.mode !== LINK) return addName(beside, file) ? undefined : SAVED;
    makeLink(bytes ?? Buffer.alloc(0), file);
    return undefined;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return SAVED;
    throw error;
  } finally {
    removeIfThere(beside);
  }
}

const LINK = '120000';

function clear({ disk: { top } }: Landing, folder: string): undefined {
  if (isFolder(top, folder)) removeIfEmpty(join(top, folder));
}

/** `like`: the file in whose place it comes; who may read that may read this. */
function put(
  path: string,
  to: FileOfTree,
  bytes: Buffer,
  { like, durable }: Readonly<{ like: string | null; durable: boolean }>,
): void {
  if (to.mode === LINK) {
    makeLink(bytes, path);
    return;
  }
  createFile(path, bytes, to.mode === '100755' ? 0o777 : 0o666, durable);
  if (like !== null && lstatSync(like).isFile()) setMode(path, modeFor(to, like));
}

/** With or without the right to run it, for whoever may read it. */
function modeFor(to: FileOfTree, like: string): number {
  const mode = lstatSync(like).mode & 0o7777;
  return to.mode === '100755' ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** `beside` comes in its place. What is there at that moment is kept, and looked at afterwards. */
function replace(
  landing: Landing,
  { path, from, to }: FileSides & Readonly<{ from: FileOfTree; to: FileOfTree }>,
  beside: string,
): string | undefined {
  const { disk, kept } = landing;
  const file = join(disk.top, path);
  if (kept === undefined) {
    move(beside, file);
    return undefined;
  }
  const name = keepAt(landing, path, from);
  const own = join(kept, name);
  if (from.mode === LINK) makeLink(readlinkSync(file, { encoding: 'buffer' }), own);
  else addName(file, own);
  // Of a copy, and of a link of which the name leads to a new file by now, the inodes differ.
  const [there, held] = [lstatSync(file), lstatSync(own)];
  const isOther = there.ino !== held.ino || there.dev !== held.dev;
  if (isOther && !isAs(look(landing, path), from)) return SAVED;
  move(beside, file);
  return settleKept(landing, { path, from, to }, name);
}

/** Into the folder of what is kept, at once: what is there at that moment, and nothing of it is lost. */
function remove(
  landing: Landing,
  { path, from }: Readonly<{ path: string; from: FileOfTree }>,
): string | undefined {
  const { disk, kept } = landing;
  const file = join(disk.top, path);
  if (kept === undefined) {
    removeFile(file);
    return undefined;
  }
  const name = keepAt(landing, path, from);
  const own = join(kept, name);
  try {
    move(file, own);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    if (from.mode === LINK) makeLink(readlinkSync(file, { encoding: 'buffer' }), own);
    else copyWhole(file, own);
    if (!isAs(look(landing, path), from)) return SAVED;
    removeFile(file);
  }
  return settleKept(landing, { path, from, to: null }, name);
}

/** Below the folder, the name under which a file is kept. What an earlier call kept is in the tree that was there. */
function keepAt({ disk, kept = '' }: Landing, path: string, from: FileOfTree): string {
  makeFolders(dirname(join(kept, path)));
  for (let n = 0; ; n += 1) {
    const name = n === 0 ? path : `${path}~${n}`;
    const held = keptAs(disk, kept, name);
    if (isAs(held, from)) removeFile(join(kept, name));
    if (held.is === 'nothing' || isAs(held, from)) return name;
  }
}

function keptAs(disk: Disk, kept: string, name: string) {
  // Its mode may have been changed, which loses nothing.
  return foundAt({ ...disk, top: kept, knowsModes: false }, name);
}

/**
 * What is kept of a path that is done has the bytes that were there. Has it others, somebody saved in the moment
 * between the last look and the end: they come back to where they were.
 */
export function settleKept(
  landing: Landing,
  { path, from, to }: FileSides,
  name = path,
): string | undefined {
  const { disk, kept } = landing;
  if (kept === undefined || from === null || !existsSync(kept)) return undefined;
  const held = keptAs(disk, kept, name);
  if ((held.is !== 'file' && held.is !== 'link') || isAs(held, from)) return undefined;
  const [own, file] = [join(kept, name), join(disk.top, path)];
  if (!isAs(look(landing, path), to)) return undefined;
  if (to !== null) move(own, file);
  else if (!addName(own, file)) return `${SAVED}; what was there before is kept`;
  else removeFile(own);
  return `${SAVED}; it is as it was saved`;
}
