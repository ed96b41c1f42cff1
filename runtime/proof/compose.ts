// The tree of a change with something put back as it was on the base: which tree a copy holds.

import { type Difference, differences } from '../evidence/trees/differences.ts';
import {
  type Entry,
  entriesOf,
  type FileOfTree,
  storeBlob,
  type TreePlace,
  withFiles,
} from '../evidence/trees/overlay.ts';
import { type Result, success } from '../evidence/trees/result.ts';
import { openRepository, type Repository, readBlobs } from '../evidence/trees/tree-store.ts';
import type { Change, ChangedFile, Meaning } from './change.ts';
import { followed, movesOf, type Side } from './moved.ts';
import { type Part, splitFile } from './parts.ts';
import { type Piece, piecesBetween, withoutLines } from './places.ts';
import type { Recipe } from './row.ts';

type Sides = Pick<Change, 'base' | 'tree' | 'files'>;
type Back = Recipe['back'];
export type Compose = (back: Back) => Promise<Result<string>>;

const composers = new WeakMap<Sides['files'], Sides & Readonly<{ compose: Compose }>>();

/** Of a change that was read once each tree is made once. Objects are written to `objectsDir` and nowhere else. */
export function composer(change: Sides, place: TreePlace): Compose {
  const { base, tree, files } = change;
  const known = composers.get(files);
  if (known?.base === base && known.tree === tree) return known.compose;
  const compose = newComposer(change, place);
  composers.set(files, { base, tree, files, compose });
  return compose;
}

function newComposer(change: Sides, place: TreePlace): Compose {
  const made = new Map<string, Promise<Result<string>>>();
  const once = (key: string, make: () => Promise<Result<string>>): Promise<Result<string>> => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known;
  };
  const pieces = lazily(() => programPieces(place, change, compose));
  function compose(back: Back): Promise<Result<string>> {
    return once(JSON.stringify(back), async () => {
      if (back === 'nothing') return success(change.tree);
      if (back === 'all') return success(change.base);
      if (back === 'program' || back === 'judge') return partBack(place, change, back);
      const found = await pieces();
      if (!found.ok) return found;
      const wanted = found.value.filter((_, at) => back.includes(at));
      return placesBack(place, change.tree, await compose('program'), wanted);
    });
  }
  return compose;
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Every place of the program, with what stood there. */
export async function programPieces(
  place: TreePlace,
  change: Sides,
  compose: Compose,
): Promise<Result<readonly Piece[]>> {
  const red = await compose('program');
  if (!red.ok) return red;
  const differing = await differences(place, red.value, change.tree);
  if (!differing.ok) return differing;
  return piecesBetween(place, { before: red.value, after: change.tree }, differing.value);
}

/**
 * One part of all files as it was. What is for people alone is no part of the program, and what a run of it
 * reads all the same may be what made it pass: it goes back with what judges.
 */
async function partBack(place: TreePlace, change: Sides, part: Part): Promise<Result<string>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const differing = await differences(place, change.base, change.tree);
  if (!differing.ok) return differing;
  const meanings = new Map(change.files.map((file) => [file.path, file.meaning]));
  const accepted = new Set(change.files.filter((file) => file.accepted).map(({ path }) => path));
  const sealed = new Map(change.files.map((file) => [file.path, file.sealed]));
  const goesBack = ({ meaning }: Pick<ChangedFile, 'meaning'>): boolean =>
    meaning === part || (part === 'judge' && meaning === 'prose');
  const files = new Map<string, FileOfTree | null>();
  const stays = (path: string): boolean => part === 'judge' && accepted.has(path);
  const both = differing.value.filter(({ path }) => meanings.get(path) === 'both' && !stays(path));
  for (const one of differing.value.filter(({ path }) => !stays(path))) {
    const meaning = meanings.get(one.path);
    if (meaning === undefined || !goesBack({ meaning })) continue;
    const id = part === 'judge' ? sealed.get(one.path) : undefined;
    files.set(one.path, id === undefined ? one.from : { mode: modeOf(one), id });
  }
  const blobs = await readBlobs(
    opened.value,
    both.flatMap(({ from, to }) => [from?.id ?? [], to?.id ?? []].flat()),
  );
  for (const one of both) {
    const text = (file: FileOfTree | null): string =>
      blobs.get(file?.id ?? '')?.toString('utf8') ?? '';
    const laid = splitFile(one.path, text(one.from), text(one.to))?.back[part];
    if (laid === undefined) continue;
    const stored = await storeBlob(place, Buffer.from(laid));
    if (!stored.ok) return stored;
    files.set(one.path, { mode: modeOf(one), id: stored.value });
  }
  if (part === 'judge') {
    const led = await ledAfter(place, opened.value, differing.value, meanings);
    if (!led.ok) return led;
    for (const [path, file] of led.value) if (files.has(path)) files.set(path, file);
  }
  return withFiles(place, change.tree, files);
}

/** One sign a byte, so that all else of a file is written as it was. */
function signs(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function side(path: string, id: string): Side {
  return { path: signs(path), id };
}

/** Tests of before that name modules which the change moved: with the names of now. */
async function ledAfter(
  place: TreePlace,
  repository: Repository,
  differing: readonly Difference[],
  meanings: ReadonlyMap<string, Meaning>,
): Promise<Result<ReadonlyMap<string, FileOfTree>>> {
  const files = new Map<string, FileOfTree>();
  const ours = differing.filter(({ path }) => meanings.get(path) === 'program');
  const moves = movesOf(
    ours.flatMap(({ path, from, to }) => (from && !to ? side(path, from.id) : [])),
    ours.flatMap(({ path, from, to }) => (to && !from ? side(path, to.id) : [])),
  );
  const tests = differing.flatMap(({ path, from }) =>
    from?.mode.startsWith('100') && meanings.get(path) === 'judge' ? { path, ...from } : [],
  );
  if (moves.length === 0 || tests.length === 0) return success(files);
  const blobs = await readBlobs(
    repository,
    tests.map(({ id }) => id),
  );
  for (const { path, id, mode } of tests) {
    const text = blobs.get(id)?.toString('latin1') ?? '';
    const led = followed(signs(path), text, moves);
    if (led === text) continue;
    const stored = await storeBlob(place, Buffer.from(led, 'latin1'));
    if (!stored.ok) return stored;
    files.set(path, { mode, id: stored.value });
  }
  return success(files);
}

function modeOf({ from, to }: Difference): string {
  return (to ?? from)?.mode ?? '';
}

async function placesBack(
  place: TreePlace,
  tree: string,
  red: Result<string>,
  pieces: readonly Piece[],
): Promise<Result<string>> {
  if (!red.ok) return red;
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const paths = [...new Set(pieces.map(({ path }) => path))];
  const [old, now] = [await entriesOf(place, red.value), await entriesOf(place, tree)];
  if (!old.ok) return old;
  if (!now.ok) return now;
  const [before, after] = [filesOfTree(old.value), filesOfTree(now.value)];
  const files = new Map<string, FileOfTree | null>();
  const edited = paths.filter((path) =>
    pieces.some((one) => one.path === path && one.kind === 'lines'),
  );
  for (const path of paths) if (!edited.includes(path)) files.set(path, before.get(path) ?? null);
  const blobs = await readBlobs(
    opened.value,
    edited.flatMap((path) => after.get(path)?.id ?? []),
  );
  for (const path of edited) {
    const file = after.get(path);
    const bytes = file && blobs.get(file.id);
    if (!bytes) continue;
    const text = withoutLines(
      bytes,
      pieces.filter((one) => one.path === path),
    );
    const stored = await storeBlob(place, text);
    if (!stored.ok) return stored;
    files.set(path, { mode: file.mode, id: stored.value });
  }
  return withFiles(place, tree, files);
}

function filesOfTree(entries: readonly Entry[]): ReadonlyMap<string, FileOfTree> {
  return new Map(entries.map(({ path, mode, id }) => [path, { mode, id }]));
}
