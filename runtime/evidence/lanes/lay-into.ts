// One tree laid into a working tree that holds another, while a person may save a file at any moment: nothing begins
// if the disk has anything but those two, each file is looked at again right before, and the one that goes is kept
// and looked at once more. Whoever is killed in between calls it again: what is done is seen on disk.

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addName, copyWhole, createFile } from '../../files/atomic-write.ts';
import {
  makeFolders,
  makeLink,
  move,
  removeEmpty,
  removeFile,
  removeIfThere,
  setMode,
} from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { namesIn } from '../../files/folders.ts';
import { readBlobs } from '../trees/blobs.ts';
import { git } from '../trees/git.ts';
import type { FileOfTree, TreePlace } from '../trees/overlay.ts';
import { openRepository, type Repository } from '../trees/tree-store.ts';
import { type Difference, differences } from './differences.ts';
import { type Disk, foundAt, sameName } from './found-on-disk.ts';
import { type Action, foldersAbove, isAs, planLanding } from './landing-rules.ts';
import { gitSaid, whyNot } from './why.ts';

type LayRequest = TreePlace &
  Readonly<{
    /** What it holds, and what it shall hold. */
    from: string;
    to: string;
    /**
     * A folder in which what goes is kept, below its path: one for each landing. On the disk of the working tree, or
     * else what is kept is a copy. Left out, as in a lane, in which nobody works: nothing is kept.
     */
    kept?: string;
    /** Between two files. What was done stays done. */
    stop?: AbortSignal;
  }>;

export type Laid =
  | Readonly<{ is: 'done' }>
  /** `path` is empty where it is no path of the tree that is in the way. */
  | Readonly<{ is: 'stopped'; path: string; why: string }>;

type Landing = Readonly<{ disk: Disk; kept: string | undefined; exactly: ReadonlySet<string> }>;

export async function layInto(request: LayRequest): Promise<Laid> {
  const { from, to } = request;
  if (from === to) return DONE;
  let at = '';
  try {
    const opened = await openRepository(request.worktree, request.objectsDir);
    if (!opened.ok) return stopped('', gitSaid(opened.error));
    const found = await differences(request, from, to);
    if (!found.ok) return stopped('', gitSaid(found.error));
    const landing = await landingOf(opened.value, request, found.value);
    for (const one of found.value) {
      at = one.path;
      const back = settleKept(landing, one);
      if (back !== undefined) return stopped(at, back);
    }
    at = '';
    const plan = planLanding(found.value, (path) => look(landing, path));
    if (plan.is === 'stopped') return plan;
    for await (const [action, bytes] of withBytes(opened.value, plan.actions)) {
      at = action.path;
      if (request.stop?.aborted) return stopped(at, 'it was told to stop');
      const why = carryOut(landing, action, bytes);
      if (why !== undefined) return stopped(at, why);
    }
    return DONE;
  } catch (error) {
    return stopped(at, whyNot(error));
  }
}

const DONE: Laid = { is: 'done' };
const SAVED = 'it was saved at this very moment';

function stopped(path: string, why: string): Laid {
  return { is: 'stopped', path, why };
}

/** Without what a call before left beside its files. */
async function landingOf(
  { top, format }: Repository,
  { from, to, kept }: LayRequest,
  all: readonly Difference[],
): Promise<Landing> {
  const args = ['config', '--type=bool', '--get', 'core.fileMode'];
  const asked = await git({ cwd: top, args, expect: [0, 1] });
  const knowsModes =
    process.platform !== 'win32' &&
    !(asked.ok && asked.value.stdout.toString('utf8').trim() === 'false');
  const folders = new Set(all.map(({ path }) => dirname(path)));
  const disk = { top, format, knowsModes };
  for (const folder of folders) sweep(disk, folder);
  const own = kept && join(resolve(kept), `${from.slice(0, 12)}-${to.slice(0, 12)}`);
  // Names that this disk may take for one.
  const seen = new Map<string, number>();
  for (const { path } of all) seen.set(sameName(path), (seen.get(sameName(path)) ?? 0) + 1);
  const twins = all.filter(({ path, from }) => !from || (seen.get(sameName(path)) ?? 0) > 1);
  return { disk, kept: own, exactly: new Set(twins.map(({ path }) => path)) };
}

const OURS = /^\.wukong-landing-[0-9a-f]{24}$/;

function besideOurs(path: string): string {
  return join(dirname(path), `.wukong-landing-${randomBytes(12).toString('hex')}`);
}

function sweep({ top }: Disk, folder: string): void {
  // Behind a link it is no folder of the tree.
  if (!isFolder(top, folder)) return;
  for (const name of namesIn(join(top, folder))) {
    if (OURS.test(name)) removeIfThere(join(top, folder, name));
  }
}

/** With nothing but folders on the way to it. */
function isFolder(top: string, path: string): boolean {
  const way = path === '.' ? [] : [...foldersAbove(path).reverse(), path];
  return way.every((one) => lstatSync(join(top, one), { throwIfNoEntry: false })?.isDirectory());
}

function look({ disk, exactly }: Landing, path: string) {
  return foundAt(disk, path, exactly.has(path));
}

/** So much is held in memory at a time, or one file. */
const MAX_BYTES = 32 * 1024 * 1024;

async function* withBytes(
  repository: Repository,
  actions: readonly Action[],
): AsyncGenerator<readonly [Action, Buffer | undefined]> {
  const { top, env } = repository;
  const wanted = actions.flatMap((one) => (one.do === 'write' ? [one.to.id] : []));
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)'];
  const input = wanted.map((id) => `${id}\n`).join('');
  const asked = input === '' ? undefined : await git({ cwd: top, env, args, input });
  const said = asked?.ok ? asked.value.stdout.toString('utf8').split('\n') : [];
  const sizes = new Map(
    said.map((line) => line.split(' ')).map(([id, size]) => [id, Number(size)]),
  );
  let batch: Action[] = [];
  let bytes = 0;
  for (const action of [...actions, undefined]) {
    const size = action?.do === 'write' ? (sizes.get(action.to.id) ?? 0) : 0;
    if (batch.length > 0 && (action === undefined || bytes + size > MAX_BYTES)) {
      const ids = batch.flatMap((one) => (one.do === 'write' ? [one.to.id] : []));
      const blobs = await readBlobs(repository, ids);
      for (const one of batch) yield [one, one.do === 'write' ? blobs.get(one.to.id) : undefined];
      batch = [];
      bytes = 0;
    }
    if (action !== undefined) batch.push(action);
    bytes += size;
  }
}

/** A text: why it went no further. */
function carryOut(landing: Landing, action: Action, bytes: Buffer | undefined): string | undefined {
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
  if (!isFolder(top, folder)) return;
  try {
    removeEmpty(join(top, folder));
  } catch (error) {
    // Something else is in it, and it stays.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
  }
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
  { path, from, to }: Difference & Readonly<{ from: FileOfTree; to: FileOfTree }>,
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
function settleKept(
  landing: Landing,
  { path, from, to }: Difference,
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
