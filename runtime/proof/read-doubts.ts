// The texts that doubts are looked for in, read from git.

import { posix } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { namedBy, parseManifest } from '../evidence/seal/led-modules.ts';
import { exampleRegions } from '../evidence/seal/test-regions.ts';
import type { Difference } from '../evidence/trees/differences.ts';
import { listFiles, type TreePlace, textsOf } from '../evidence/trees/overlay.ts';
import { type Result, success } from '../evidence/trees/result.ts';
import { type Repository, readBlobs } from '../evidence/trees/tree-store.ts';
import type { Doubt } from './change.ts';
import { languageOf } from './code-lines.ts';
import { isPackage, type Looked, lookedThrough } from './doubts.ts';
import type { Said } from './meaning.ts';
import { type Piece, piecesBetween } from './places.ts';

type Sides = Readonly<{ base: string; tree: string }>;
/** A file that differs, and what it is. */
type SaidFile = Readonly<{ file: Difference; said: Said }>;

type Doubted = Readonly<{ doubts: readonly Doubt[]; tests: ReadonlySet<Piece> }>;

const MOST_BYTES = 1_000_000;

/** `pieces`: those of the program. */
export async function readDoubts(
  place: TreePlace,
  repository: Repository,
  { base, tree }: Sides,
  files: readonly SaidFile[],
  pieces: readonly Piece[],
): Promise<Result<Doubted>> {
  const wanted = files.filter(
    ({ file: { path, from, to }, said: { meaning, isUnsure } }) =>
      meaning !== 'prose' &&
      (to ?? from)?.mode.startsWith('100') &&
      (languageOf(path) !== undefined || isUnsure === true || isPackage(path)),
  );
  if (wanted.length === 0) return success({ doubts: [], tests: new Set() });
  const judges = wanted.filter(({ said }) => said.meaning === 'judge').map(({ file }) => file);
  const sides = { before: base, after: tree };
  const ofJudges = await piecesBetween(place, sides, judges);
  if (!ofJudges.ok) return ofJudges;
  const blobs = await readBlobs(
    repository,
    wanted.flatMap(({ file: { from, to } }) => [from?.id, to?.id].flatMap((id) => id ?? [])),
  );
  const isUnread = (id: string): boolean => {
    const bytes = blobs.get(id);
    return bytes !== undefined && (bytes.length > MOST_BYTES || bytes.includes(0));
  };
  const text = (id: string): string =>
    isUnread(id) ? '' : (blobs.get(id)?.toString('utf8') ?? '');
  const all = [...pieces, ...ofJudges.value];
  const looked = wanted.map(({ file, said }): Looked => {
    const [before, now] = [text(file.from?.id ?? ''), text(file.to?.id ?? '')];
    const own = all.filter(({ path }) => path === file.path);
    const lines = linesOf(own, before, now);
    return {
      path: file.path,
      ...said,
      before,
      now,
      isUnread: isUnread(file.to?.id ?? ''),
      ...lines,
    };
  });
  const mayEnd = looked.some(({ path, now }) => /\.[cm]?[jt]sx?$/.test(path) && /\bexit/.test(now));
  const bins = mayEnd ? await readBins(place, base) : new Set<string>();
  const doubts: Doubt[] = [];
  let since = performance.now();
  for (const found of lookedThrough(looked, bins)) {
    doubts.push(...found);
    if (performance.now() - since < TURN_MS) continue;
    // A signal, and whoever waits for something else, gets its turn.
    await nextTurn();
    since = performance.now();
  }
  return success({ doubts, tests: testsAmong(looked, pieces) });
}

const TURN_MS = 20;

/** Pieces that stand in tests inside of the program. */
function testsAmong(looked: readonly Looked[], pieces: readonly Piece[]): ReadonlySet<Piece> {
  const found = looked
    .filter(({ meaning, before, now }) => meaning === 'program' && before !== '' && now !== '')
    .flatMap(({ path, now }) => {
      const regions = exampleRegions(path, now) ?? [];
      const isInside = (one: Piece): boolean =>
        one.kind === 'lines' &&
        regions.some(({ from, to }) => from <= one.at && one.at + one.added <= to);
      return pieces.filter((one) => one.path === path && isInside(one));
    });
  return new Set(found);
}

/** Of a file without places by lines those that its text of before does not have. */
function linesOf(
  pieces: readonly Piece[],
  before: string,
  now: string,
): Pick<Looked, 'added' | 'removed'> {
  const [old, own] = [before.split('\n'), now.split('\n')];
  const known = new Set(old.map((line) => line.trim()));
  const current = new Set(own.map((line) => line.trim()));
  const all = own.flatMap((line, at) => (known.has(line.trim()) ? [] : [at + 1]));
  const gone = old.filter((line) => !current.has(line.trim()));
  const inLines = pieces.filter((one) => one.kind === 'lines');
  if (inLines.length === 0) return pieces.length === 0 ? NONE : { added: all, removed: gone };
  return {
    added: inLines.flatMap(({ at, added }) => Array.from({ length: added }, (_, i) => at + i + 1)),
    removed: inLines.flatMap(({ removed }) =>
      removed.map((line) => Buffer.from(line, 'latin1').toString('utf8')),
    ),
  };
}

const NONE = { added: [], removed: [] };

/** Files that a package.json starts as a command; of one that is built, its source by the name. */
async function readBins(place: TreePlace, tree: string): Promise<ReadonlySet<string>> {
  const listed = await listFiles({ ...place, tree });
  const paths = listed.ok ? listed.value : [];
  const manifests = paths.filter((path) => posix.basename(path) === 'package.json');
  const texts = await textsOf(place, tree, manifests);
  const bins = [...(texts.ok ? texts.value : [])].flatMap(([path, text]) => {
    const { bin } = parseManifest(text) ?? {};
    return namedBy({ bin }).map((one) => posix.join(posix.dirname(path), one));
  });
  const there = new Set(paths);
  const stem = (path: string): string => posix.basename(path).replace(/\.\w+$/, '');
  const built = new Set(bins.filter((one) => !there.has(one) && !one.endsWith('/')).map(stem));
  return new Set([...bins, ...paths.filter((path) => built.has(stem(path)))]);
}
