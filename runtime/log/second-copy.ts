// What cannot be made again has a second place in the git directory, which neither `git clean` nor a checkout reaches:
// the log with its sealed parts, plans that are files, and artifacts. It begins with the first goal and follows the
// log; nothing reads it but who restores it (ADR 11).

import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { copyWhole } from '../files/atomic-write.ts';
import { makeFolders, move, removeIfThere } from '../files/changing.ts';
import { filesBelow, namesIn } from '../files/folders.ts';
import { openToRead } from '../files/reading.ts';
import { files, safeName, type Workspace } from '../workspace/paths.ts';
import { isLeftOver } from '../workspace/processes.ts';
import { readLogId } from './log-id.ts';

export function secondPlace(ws: Workspace, logId: string): string {
  return join(dirname(files.trust(ws)), 'log', safeName(logId));
}

const LOG = 'events.jsonl';
/** What the copy had, where the log was set back or replaced by one that does not go on from it. */
const BEFORE = 'events.before.jsonl';
/** Below .wukong/. Files in them never change once they are there. */
const FOLDERS = ['archive', 'graphs'];

/**
 * The copy gets what the log has more. It is only appended to, so a step pays for what it wrote. One that the log
 * does not go on from is kept as it is, beside a new one.
 */
export function followLog(ws: Workspace, logId: string): void {
  const to = secondPlace(ws, logId);
  const kept = join(to, LOG);
  const log = files.log(ws);
  if (!existsSync(kept)) put(log, kept);
  else if (goesOn(log, kept)) append(log, kept);
  else {
    const sealed = namesIn(files.archive(ws)).sort().at(-1);
    const isSealed = sealed !== undefined && goesOn(join(files.archive(ws), sealed), kept);
    if (isSealed) keepFolders(ws, to, FOLDERS);
    else move(kept, join(to, BEFORE));
    put(log, kept);
  }
}

/** `folder`: artifacts of a goal, below .wukong/. */
export function keepSecondCopy(ws: Workspace, logId: string, folder?: string): void {
  const to = secondPlace(ws, logId);
  for (const name of filesIn(to).filter(isLeftOver)) rmSync(join(to, name), { force: true });
  // The log first: a part that is sealed meanwhile is there twice then, and never missing.
  followLog(ws, logId);
  keepFolders(ws, to, folder === undefined ? FOLDERS : [...FOLDERS, folder]);
}

/** Where the log is replaced by what a person wants it to be. */
export function dropSecondCopy(ws: Workspace, logId: string): void {
  for (const name of [LOG, BEFORE]) removeIfThere(join(secondPlace(ws, logId), name));
}

function keepFolders(ws: Workspace, to: string, folders: readonly string[]): void {
  for (const name of folders) {
    for (const file of there(join(ws.dir, name))) {
      const [from, kept] = [join(ws.dir, name, file), join(to, name, file)];
      if (sizeOf(kept) !== sizeOf(from)) put(from, kept);
    }
  }
}

/**
 * What has become of a log of which the copy has more: it is gone, another one has its place, or it was set back to
 * what it was. Undefined: nothing is lost, or there is no copy.
 */
export function lostLog(ws: Workspace, logId: string): 'gone' | 'other' | 'set-back' | undefined {
  const to = secondPlace(ws, logId);
  const [kept, log] = [join(to, LOG), files.log(ws)];
  if (!existsSync(kept)) return undefined;
  if (!existsSync(log)) return 'gone';
  if (readLogId(ws) !== logId) return 'other';
  const isShorter = (sizeOf(kept) ?? 0) > (sizeOf(log) ?? 0) && goesOn(kept, log);
  return isShorter || existsSync(join(to, BEFORE)) ? 'set-back' : undefined;
}

/**
 * What came back, below .wukong/; undefined where nothing is lost. What is there stays as it is, and a log that has
 * the place of the one that comes back goes to `archive/`.
 */
export function restoreLog(ws: Workspace, logId: string): readonly string[] | undefined {
  const lost = lostLog(ws, logId);
  if (lost === undefined) return undefined;
  const from = secondPlace(ws, logId);
  const before = join(from, BEFORE);
  if (lost === 'set-back' && existsSync(before)) move(before, join(from, LOG));
  const missing = there(from).filter((file) => file !== BEFORE && !existsSync(join(ws.dir, file)));
  for (const file of missing.filter((one) => one !== LOG))
    put(join(from, file), join(ws.dir, file));
  if (lost !== 'gone') put(files.log(ws), join(files.archive(ws), `replaced-${Date.now()}.jsonl`));
  // The log last: before it is there nothing is used.
  put(join(from, LOG), files.log(ws));
  return [...missing.filter((one) => one !== LOG), LOG];
}

const COMPARED = 512;

/** Whether one file begins with what the other one is: each record names the one before, so its last bytes say so. */
function goesOn(longer: string, shorter: string): boolean {
  const size = sizeOf(shorter) ?? 0;
  if ((sizeOf(longer) ?? -1) < size) return false;
  const at = Math.max(0, size - COMPARED);
  return readAt(longer, at, size).equals(readAt(shorter, at, size));
}

function append(from: string, to: string): void {
  const start = sizeOf(to) ?? 0;
  const source = openToRead(from);
  const target = openSync(to, 'a');
  try {
    const end = fstatSync(source).size;
    const piece = Buffer.alloc(Math.min(PIECE, end - start));
    for (let at = start; at < end; ) {
      const got = readSync(source, piece, 0, Math.min(piece.length, end - at), at);
      if (got === 0) return;
      for (let done = 0; done < got; ) done += writeSync(target, piece, done, got - done);
      at += got;
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

const PIECE = 1024 * 1024;

function readAt(path: string, start: number, end: number): Buffer {
  const fd = openToRead(path);
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
  } finally {
    closeSync(fd);
  }
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size;
}

/** But for what a copy left that was killed. */
function there(folder: string): string[] {
  return filesIn(folder).filter((name) => !name.endsWith('.tmp'));
}

function filesIn(folder: string): string[] {
  // A link that came with a pull is nothing of ours.
  const isOurs = (name: string) => lstatSync(join(folder, name)).isFile();
  return existsSync(folder) ? filesBelow(folder).filter(isOurs) : [];
}

/** Whole or not at all; without copying bytes where the file system can. */
function put(from: string, to: string): void {
  makeFolders(dirname(to));
  copyWhole(from, to);
}
