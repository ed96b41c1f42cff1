// What an installation is made of in this clone, part by part: what stood in its place before, and what was put
// there. `init` writes it before it changes anything; what takes an installation back reads it.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { isObject, parseJson } from '../files/parse-json.ts';
import { readIfThere } from '../files/reading.ts';
import { files, type Workspace } from './paths.ts';

/**
 * How a part is put in and taken back, backward in this order: what starts something first, what says that there is
 * something left to do last. `program`: our folder below the git directory. `lines`: ours in a file of git. `data`: a
 * folder of ours with all that comes to lie in it. `folder`: one among the person's. `file`: ours alone. `text`: one
 * that a person may shape. `entries`: ours in settings of the client.
 */
export const PART_KINDS = [
  'program',
  'lines',
  'data',
  'folder',
  'file',
  'text',
  'entries',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

const VERSION = 1;

export type Installed = Readonly<{
  /** Below the main checkout, `.git/` for the common git directory; a folder ends in `/`. */
  path: string;
  is: PartKind;
  /** SHA-256 of what stood there before the first `init`, `there` of a folder; null for nothing. */
  before: string | null;
  /** SHA-256 of what was put there; null where that is not one text, or a person changed it since. */
  now: string | null;
  /** Of `data`: what lay there before and is not ours. */
  others?: readonly string[];
}>;

/** Why what is noted here cannot be gone by: it is no whole record, or a later version wrote it. */
export type Unread = 'torn' | 'newer';

type Noted = Readonly<{ parts: readonly Installed[] }> | Readonly<{ unread: Unread }>;

/** Undefined where none was written, by an earlier version or where nothing is installed; or it cannot be read. */
export function readInstallation(ws: Workspace): readonly Installed[] | undefined {
  const noted = notedHere(ws);
  return noted && 'parts' in noted ? noted.parts : undefined;
}

export function unreadInstallation(ws: Workspace): Unread | undefined {
  const noted = notedHere(ws);
  return noted && 'unread' in noted ? noted.unread : undefined;
}

function notedHere(ws: Workspace): Noted | undefined {
  const bytes = readIfThere(files.installation(ws));
  if (bytes === undefined) return undefined;
  const value = parseJson(bytes.toString('utf8'));
  if (!isObject(value)) return { unread: 'torn' };
  const { version, parts } = value;
  if (version === VERSION && Array.isArray(parts)) return { parts: parts.filter(isPart) };
  return { unread: typeof version === 'number' && version > VERSION ? 'newer' : 'torn' };
}

/** It is a file, too: nothing in it leads out of the folders that an installation has. */
function isPart(value: unknown): value is Installed {
  if (!isObject(value)) return false;
  const { path, is, before, now, others = [] } = value;
  return (
    typeof path === 'string' &&
    PART_KINDS.some((kind) => kind === is && AT[kind].test(path)) &&
    !/(?:^|\/)\.\.?(?:\/|$)|[\\\0]/.test(path) &&
    [before, now].every((one) => one === null || typeof one === 'string') &&
    Array.isArray(others)
  );
}

const AT: Readonly<Record<PartKind, RegExp>> = {
  program: /^\.git\/wukong\/$/,
  lines: /^\.git\/info\/exclude$/,
  data: /^\.wukong\/$/,
  folder: /^\.claude\/(?:.+\/)?$/,
  file: /^\.(?:claude|wukong)\/./,
  text: /^\.claude\/(?:agents|commands|skills)\/./,
  entries: /^\.claude\/settings(?:\.local)?\.json$/,
};

/** Nothing is written where it is the same. */
export function writeInstallation(ws: Workspace, parts: readonly Installed[]): void {
  const text = `${JSON.stringify({ version: VERSION, parts }, null, 2)}\n`;
  const path = files.installation(ws);
  if (readIfThere(path)?.toString('utf8') !== text) replaceFile(path, text, true);
}

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** How our lines in git's own exclude file begin where `init --local` wrote them. */
export const LOCAL_LINES = '# Wukong, in this clone alone (wukong init --local)';

export function isLocalInstall({ commonDir }: Workspace): boolean {
  const excluded = readIfThere(join(commonDir, 'info', 'exclude'))?.toString('utf8') ?? '';
  return excluded.includes(`${LOCAL_LINES}\n`);
}
