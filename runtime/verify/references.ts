import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { ResolvedReference } from '../model/evidence.ts';
import type { FileReference, Reference } from '../model/report.ts';
import { fold } from './commands.ts';

const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** How far from the cited line a quote may stand: agents count lines before their own last edit. */
const NEARBY_LINES = 3;
/** A quote may run over this many lines. */
const MAX_QUOTE_LINES = 20;
const MAX_CACHED_FILES = 8;

type Lines =
  | Readonly<{ ok: true; lines: readonly string[] }>
  | Readonly<{ ok: false; why: string }>;

/**
 * Holds each reference against the files below `root` and the user's words. Links that lead out of
 * the root, files above 2 MB and anything that is no regular file don't resolve. Never rejects.
 */
export async function resolveReferences(
  references: readonly Reference[],
  { root, request }: Readonly<{ root: string; request: string }>,
): Promise<ResolvedReference[]> {
  const cache = new Map<string, Lines>();
  const resolved: ResolvedReference[] = [];
  for (const reference of references) {
    resolved.push(
      reference.kind === 'request'
        ? inRequest(reference, request)
        : inFile(reference, await linesOf(reference.path, root, cache)),
    );
  }
  return resolved;
}

function inRequest(
  reference: Extract<Reference, { kind: 'request' }>,
  request: string,
): ResolvedReference {
  const quote = fold(reference.quote).toLowerCase();
  if (quote !== '' && fold(request).toLowerCase().includes(quote)) {
    return { reference, resolved: true };
  }
  return { reference, resolved: false, why: 'these words are not in the request' };
}

function inFile(reference: FileReference, file: Lines): ResolvedReference {
  const no = (why: string): ResolvedReference => ({ reference, resolved: false, why });
  if (!file.ok) return no(file.why);
  const { line, quote } = reference;
  const count = file.lines.length;

  if (line === undefined) {
    if (quote === undefined) return no('it names no line (write path:line)');
    const foundLine = findQuote(file.lines, quote, 1, count, 0);
    return foundLine === undefined
      ? no('the quoted text is not in the file')
      : { reference, resolved: true, foundLine };
  }
  const last = reference.endLine ?? line;
  if (line < 1 || last > count || last < line) {
    const asked = reference.endLine === undefined ? `${line}` : `${line}-${last}`;
    return no(`line ${asked} does not exist (the file has ${count} lines)`);
  }
  if (quote === undefined) return { reference, resolved: true };

  const foundLine = findQuote(file.lines, quote, line, last, NEARBY_LINES);
  if (foundLine === undefined) {
    return no(`the quoted text is not within ${NEARBY_LINES} lines of it`);
  }
  return foundLine >= line && foundLine <= last
    ? { reference, resolved: true, foundLine }
    : { reference, resolved: true, foundLine, why: `the quoted text begins at line ${foundLine}` };
}

/** The 1-based line in `first..last` where the quote begins, else the nearest one around them. */
function findQuote(
  lines: readonly string[],
  quote: string,
  first: number,
  last: number,
  around: number,
): number | undefined {
  // Models shorten what they quote: `function decode(buffer) { …`.
  const wanted = fold(fold(quote).replace(/^(?:…|\.{3})|(?:…|\.{3})$/g, ''));
  if (wanted === '') return undefined;
  const begins = (line: number): boolean => {
    const head = fold(lines[line - 1] ?? '');
    if (head === '') return false;
    const text = fold(lines.slice(line - 1, line - 1 + MAX_QUOTE_LINES).join(' '));
    const at = text.indexOf(wanted);
    return at !== -1 && at < head.length;
  };
  for (let line = first; line <= last; line += 1) if (begins(line)) return line;
  for (let distance = 1; distance <= around; distance += 1) {
    if (first - distance >= 1 && begins(first - distance)) return first - distance;
    if (last + distance <= lines.length && begins(last + distance)) return last + distance;
  }
  return undefined;
}

async function linesOf(path: string, root: string, cache: Map<string, Lines>): Promise<Lines> {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const read = await readInside(path, root);
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED_FILES && oldest !== undefined) cache.delete(oldest);
  cache.set(path, read);
  return read;
}

async function readInside(path: string, root: string): Promise<Lines> {
  try {
    const top = await realpath(root);
    // Agents on Windows write backslashes; elsewhere they may quote one who does.
    const real = await realpath(resolve(top, path)).catch(() =>
      realpath(resolve(top, path.replaceAll('\\', '/'))),
    );
    const below = relative(top, real);
    if (
      below === '..' ||
      below.startsWith('../') ||
      below.startsWith('..\\') ||
      isAbsolute(below)
    ) {
      return { ok: false, why: 'it lies outside the repository' };
    }
    if (/^\.(?:wukong|git)(?:[\\/]|$)/.test(below)) {
      return { ok: false, why: 'the runtime’s own files are no evidence' };
    }
    const info = await stat(real);
    if (!info.isFile()) return { ok: false, why: 'it is no file' };
    if (info.size > MAX_FILE_BYTES) return { ok: false, why: 'the file is larger than 2 MB' };
    const text = await readFile(real, 'utf8');
    const lines = text.split(/\r\n|\n|\r/);
    return { ok: true, lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { ok: false, why: 'the file does not exist' };
    return { ok: false, why: `the file could not be read (${code || 'unknown reason'})` };
  }
}
