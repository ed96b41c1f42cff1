// The machine report of one run, as cases. It comes from the process of the program that is judged, which can
// write in it what it likes: it may lower a verdict and name what is wrong, and never lifts one.

import { posix } from 'node:path';
import { toldBy } from '../evidence/gates/formats/formats.ts';
import type { Told } from '../evidence/gates/formats/shape.ts';
import type { OutputFormat } from '../model/gate.ts';
import type { Case } from './row.ts';
import { belowTop, steadyLine, steadyName } from './steady-text.ts';

/** As which of the machine formats a report is read, and where the paths in it begin. */
export type CaseFormat = Readonly<{
  as: OutputFormat;
  /** The folder it ran in, below the top; empty at the top. */
  folder: string;
}>;

type CopyPlace = Readonly<{
  /** The copy it ran in, absolute. */
  top: string;
  /** The same without links, where a tool may say that one. */
  realTop?: string | undefined;
}>;

/** A report of this size holds 100,000 tests. */
const MAX_CHARS = 16 * 1024 * 1024;
const MAX_CASES = 100_000;

/**
 * Undefined where the report is not there, not whole, or not what it has to be: then a run has no cases, and
 * who compares it with one that has them takes all of them for gone. Total.
 */
export function readCases(
  { as, folder }: CaseFormat,
  text: string | undefined,
  copy: CopyPlace,
): readonly Case[] | undefined {
  if (text === undefined || text.length > MAX_CHARS) return undefined;
  return casesOfTold(toldBy(as, text), copy, folder);
}

/** The same of what a gate wrote into the copy, because it promises to. */
export function casesOfTold(
  told: readonly Told[] | undefined,
  { top, realTop }: CopyPlace,
  folder = '',
): readonly Case[] | undefined {
  if (told === undefined || told.length === 0 || told.length > MAX_CASES) return undefined;
  const tops = [...new Set([realTop ?? top, top])].sort((a, b) => b.length - a.length);
  const seen = new Map<string, number>();
  return told.map((one): Case => {
    const file = fileOf(one.file, tops, folder);
    const name = nameOf(one, file, tops);
    const key = JSON.stringify([file, name]);
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const said = one.ended === 'failed' ? steadyLine(one.said ?? '', tops) : '';
    return { file, name, nth, ended: one.ended, ...(said === '' ? {} : { said }) };
  });
}

/** What failed as a whole has the name of its group, or of its file. */
function nameOf({ groups, name }: Told, file: string | null, tops: readonly string[]): string {
  const parts = [...groups, name].map((part) => steadyName(part, tops));
  // Some put the file before all that stands in it, or tell a file without a test as one.
  const own = parts.filter((part, at) => part !== '' && !(at === 0 && part === file));
  return own.join(' > ') || (file ?? '');
}

function fileOf(said: string | undefined, tops: readonly string[], folder: string): string | null {
  if (said === undefined || said === '') return null;
  const path = belowTop(said, tops).replaceAll('\\', '/');
  if (path !== said.replaceAll('\\', '/')) return posix.normalize(path);
  // A drive, or a place that is no file: `data:text/javascript,…`.
  if (posix.isAbsolute(path) || /^[A-Za-z][\w+.-]*:/.test(path)) return null;
  // pytest begins at the folder of its configuration, which may lie above the one it ran in.
  const isBelow = folder === '' || path.startsWith(`${folder}/`);
  const below = posix.normalize(isBelow ? path : posix.join(folder, path));
  return below.startsWith('../') ? null : below;
}
