// The files a gate promised to write, found and read. They are data, whichever program wrote them: bounded,
// regular, inside the tree, and written since the gate began.

import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { relativeInside } from '../../files/relative-inside.ts';
import { isOwnData } from '../../model/own-files.ts';

/** A file a gate writes for programs is read up to here. A real one of this size holds 100,000 tests. */
export const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

const MAX_FILES = 1_000;
const MAX_LOOKED_AT = 20_000;

/** What each file was before the gate began, by its path in the tree. */
export type Stamps = ReadonlyMap<string, string>;

export type ReadFile =
  | Readonly<{ ok: true; file: string; text: string; sha256: string; bytes: number }>
  | Readonly<{ ok: false; file: string; problem: string }>;

export function stampsOf(root: string, patterns: readonly string[]): Stamps {
  const paths = patterns.flatMap((pattern) => {
    const found = matching(root, pattern);
    return found.ok ? found.paths : [];
  });
  return new Map(paths.map((path) => [path, stampOf(join(root, path))]));
}

/**
 * The files of one pattern. Of a pattern with a star those that are older than the gate are left out,
 * as long as one is new: tests that were taken away leave their reports behind.
 */
export function readFresh(root: string, pattern: string, before: Stamps): readonly ReadFile[] {
  const found = matching(root, pattern);
  const problem = (why: string): readonly ReadFile[] => [
    { ok: false, file: pattern, problem: why },
  ];
  if (!found.ok) return problem(found.problem);
  if (found.paths.length === 0) return problem('it is not there');
  if (found.paths.length > MAX_FILES) return problem(`more than ${MAX_FILES} files match`);
  const fresh = found.paths.filter((path) => before.get(path) !== stampOf(join(root, path)));
  if (fresh.length === 0) return problem('the command did not write it');
  return fresh.map((path) => readOne(root, path));
}

/** Made again or written to, a file has another one. Not by the clock: file systems have their own. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return 'none';
  }
}

function readOne(root: string, file: string): ReadFile {
  const no = (problem: string): ReadFile => ({ ok: false, file, problem });
  let descriptor: number | undefined;
  try {
    const real = realpathSync(join(root, file));
    if (relativeInside(realpathSync(root), real) === undefined) {
      return no('it lies outside the working tree');
    }
    // A pipe without a writer would be waited for.
    descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return no('it is no regular file');
    if (stat.size > MAX_OUTPUT_BYTES) {
      return no(`it has ${stat.size} bytes, more than ${MAX_OUTPUT_BYTES} are not read`);
    }
    const bytes = readUpTo(descriptor, stat.size);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { ok: true, file, text: decode(bytes), sha256, bytes: bytes.length };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return no(code === 'ENOENT' ? 'it is not there' : `it cannot be read (${code ?? error})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let at = 0;
  for (let read = 1; read > 0 && at < size; at += read) {
    read = readSync(descriptor, bytes, at, size - at, at);
  }
  return bytes.subarray(0, at);
}

/** PowerShell writes UTF-16 when output is sent to a file. */
function decode(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

type Match =
  | Readonly<{ ok: true; paths: readonly string[] }>
  | Readonly<{ ok: false; problem: string }>;

/** Paths in the tree, sorted. A star stands within one name. */
function matching(root: string, pattern: string): Match {
  const segments = pattern
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '.');
  const isInside =
    !isAbsolute(pattern) &&
    !/^[A-Za-z]:/.test(pattern) &&
    segments.every((part) => part !== '' && part !== '..' && !part.includes('\0'));
  if (!isInside || segments[0] === '.git' || isOwnData(segments.join('/'))) {
    return { ok: false, problem: 'it lies outside the working tree' };
  }
  let looked = 0;
  let paths = [''];
  for (const segment of segments) {
    const next: string[] = [];
    for (const path of paths) {
      if (!segment.includes('*')) {
        next.push(path === '' ? segment : `${path}/${segment}`);
        continue;
      }
      const names = namesIn(join(root, path));
      looked += names.length;
      if (looked > MAX_LOOKED_AT) {
        return { ok: false, problem: `it would have to be looked for among ${looked} files` };
      }
      const fits = globOf(segment);
      next.push(...names.filter(fits).map((name) => (path === '' ? name : `${path}/${name}`)));
    }
    paths = next;
  }
  return { ok: true, paths: paths.filter((path) => stampOf(join(root, path)) !== 'none').sort() };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Missing, or no folder: then nothing in it matches.
  }
}

/** By pieces and not by a regular expression, which many stars could keep busy for ever. */
function globOf(segment: string): (name: string) => boolean {
  const pieces = segment.split('*');
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  return (name) => {
    if (name.startsWith('.') && !segment.startsWith('.')) return false;
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = name.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= name.length - last.length;
  };
}
