// What an executor left in its folder. It is taken once its processes have ended, each file by its hash, and
// nothing outside of the folder is read: no link is followed, hard ones neither, and no pipe or device is
// waited for.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../files/file-failure.ts';
import { readPiece } from '../../files/reading.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import { isInsideName } from '../protocol/names.ts';
import {
  type ReadResult,
  readJsonResult,
  readResult,
  readTextResult,
} from '../protocol/read-result.ts';
import { type OrderCopy, RESULT_FILES } from './copy-order.ts';

const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_ALL_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 200;
const MAX_DEPTH = 8;

export type LeftFile = Readonly<{
  /** Below the folder, with forward slashes. */
  name: string;
  sha256: string;
  bytes: number;
  content: Buffer;
}>;

/** Why something of the folder was not taken. */
type NotTaken = Readonly<{
  name: string;
  why:
    | 'link'
    | 'hard-link'
    | 'no-file'
    | 'too-large'
    | 'too-many'
    | 'too-deep'
    | 'name'
    | 'unreadable';
}>;

/** Of what the result names: a file that is not there, or has another hash than it says. */
type Mismatch = Readonly<{ name: string; why: 'missing' | 'other-hash' }>;

export type Collected =
  /** Without its folder there is nothing a run could still give back. */
  | Readonly<{ kind: 'folder-missing' }>
  | Readonly<{
      kind: 'collected';
      read: ReadResult;
      files: readonly LeftFile[];
      notTaken: readonly NotTaken[];
      mismatches: readonly Mismatch[];
      /** Files of the order it changed or took away. The order stays what it was. */
      altered: readonly string[];
    }>;

/** `stdout`: what it printed, where that is its result. */
export function collectResult({ dir, given }: OrderCopy, stdout?: string): Collected {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return { kind: 'folder-missing' };
  const taken = takeFiles(dir);
  const there = new Map(taken.files.map((file) => [file.name, file]));
  const read =
    stdout === undefined ? resultIn(there, taken.notTaken) : readResult(stdout, 'stdout');
  const names = Object.keys(given);
  return {
    kind: 'collected',
    read,
    files: taken.files.filter(({ name }) => !names.includes(name)),
    notTaken: taken.notTaken,
    mismatches: read.kind === 'result' ? mismatchesOf(read.result, there) : [],
    altered: names.filter((name) => there.get(name)?.sha256 !== given[name]),
  };
}

type There = ReadonlyMap<string, LeftFile>;

/** JSON goes before text. One that is there and cannot be taken is not passed over for the other. */
function resultIn(there: There, notTaken: readonly NotTaken[]): ReadResult {
  for (const name of RESULT_FILES) {
    const refused = notTaken.find((one) => one.name === name);
    const file = there.get(name);
    const why = refused?.why ?? (file && file.bytes > MAX_RESULT_BYTES ? 'too-large' : undefined);
    if (why) {
      const message = `It is not read: ${REFUSED[why]}.`;
      const problem = { file: name, line: 1, column: 1, message };
      return { kind: 'faulty', problems: [problem], missing: [] };
    }
    const text = file?.content.toString('utf8').replace(/^\uFEFF/, '');
    if (text !== undefined) {
      return name.endsWith('.json') ? readJsonResult(text, name) : readTextResult(text, name);
    }
  }
  return { kind: 'logs-only' };
}

const REFUSED: Readonly<Record<NotTaken['why'], string>> = {
  link: 'it is a link',
  'hard-link': 'it is a file of somewhere else, too',
  'no-file': 'it is no file',
  'too-large': 'it is too large',
  'too-many': 'there are too many files',
  'too-deep': 'it lies too deep',
  name: 'its name is none that every system takes',
  unreadable: 'it cannot be read',
};

function mismatchesOf({ artifacts, changes }: WorkResult, there: There): Mismatch[] {
  const patch = changes.patch === undefined ? [] : [{ path: changes.patch }];
  const named: ReadonlyArray<WorkResult['artifacts'][number]> = [...artifacts, ...patch];
  return named.flatMap(({ path, sha256 }): Mismatch[] => {
    if (path === undefined) return [];
    const file = there.get(path);
    if (!file) return [{ name: path, why: 'missing' }];
    const isOther = sha256 !== undefined && sha256 !== file.sha256;
    return isOther ? [{ name: path, why: 'other-hash' }] : [];
  });
}

type Taken = { files: LeftFile[]; notTaken: NotTaken[] };

/** Sorted by name, so that what is left out where there is too much does not depend on the file system. */
function takeFiles(dir: string): Taken {
  const taken: Taken = { files: [], notTaken: [] };
  let bytes = 0;
  let seen = 0;
  const visit = (below: string, depth: number): void => {
    for (const entry of entriesOf(join(dir, below), MAX_FILES * 2)) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      const refuse = (why: NotTaken['why']): void => {
        if (taken.notTaken.length < MAX_FILES) taken.notTaken.push({ name, why });
      };
      seen += 1;
      if (seen > MAX_FILES) {
        refuse('too-many');
        return;
      }
      if (!isInsideName(name)) refuse('name');
      else if (entry.isSymbolicLink()) refuse('link');
      else if (entry.isDirectory() && depth >= MAX_DEPTH) refuse('too-deep');
      else if (entry.isDirectory()) visit(name, depth + 1);
      else if (!entry.isFile()) refuse('no-file');
      else {
        const room = Math.min(MAX_FILE_BYTES, MAX_ALL_BYTES - bytes);
        const content = readOwn(join(dir, name), room);
        if (typeof content === 'string') refuse(content);
        else {
          bytes += content.length;
          const sha256 = createHash('sha256').update(content).digest('hex');
          taken.files.push({ name, sha256, bytes: content.length, content });
        }
      }
    }
  };
  visit('', 0);
  return taken;
}

/** The results first, so that no heap of files can push them out. A folder of millions is not listed whole. */
function entriesOf(folder: string, most: number) {
  const results: readonly string[] = RESULT_FILES;
  const directory = opendirSync(folder);
  try {
    const entries = [];
    for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
      if (entries.length < most || results.includes(entry.name)) entries.push(entry);
    }
    const rank = (name: string): string => `${results.includes(name) ? 0 : 1}${name}`;
    return entries.sort((a, b) => (rank(a.name) < rank(b.name) ? -1 : 1));
  } finally {
    directory.closeSync();
  }
}

/** Looked at once it is open, so that what was looked at is what is read. */
function readOwn(path: string, maxBytes: number): Buffer | NotTaken['why'] {
  let fd: number;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return code === 'ELOOP' ? 'link' : 'unreadable';
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return 'no-file';
    if (stat.nlink > 1) return 'hard-link';
    return stat.size > maxBytes ? 'too-large' : readPiece(fd, 0, stat.size);
  } finally {
    closeSync(fd);
  }
}
