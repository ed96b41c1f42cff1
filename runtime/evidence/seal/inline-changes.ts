// Tests inside files of the program that are not as they were on the first tree of a goal.

import { createHash } from 'node:crypto';
import { readBlobs } from '../trees/blobs.ts';
import {
  entriesOf,
  layOver,
  type Overlay,
  pick,
  rewrite,
  type TreePlace,
} from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
import { listFiles } from '../trees/tree-changes.ts';
import { openRepository, type Repository } from '../trees/tree-store.ts';
import { withRegionsOf } from './lay-regions.ts';
import { isTestMaterial } from './sealed-files.ts';
import { mayHoldTests, type Region, splitAt, testRegions } from './test-regions.ts';

/** `after` names the tests alone: the program around them may change freely. */
export type InlineChange = Readonly<{
  path: string;
  status: 'M';
  after: string;
  /** Where they were, and where they are. */
  inline: Readonly<{ before: readonly Region[]; now: readonly Region[] }>;
}>;

/** By id the content before and now. */
export type Modified = Readonly<{ path: string; before: string; now: string }>;

export type InlineFound = Readonly<{
  changed: readonly InlineChange[];
  /** They held tests, and nobody can say any more where. */
  lost: readonly Modified[];
  /** They may hold some, and nobody could ever say where. */
  unread: readonly string[];
}>;

export async function inlineChanges(
  repository: Repository,
  modified: readonly Modified[],
): Promise<InlineFound> {
  const wanted = modified.filter(({ path }) => mayHoldTests(path));
  const blobs = await readBlobs(
    repository,
    wanted.flatMap(({ before, now }) => [before, now]),
  );
  const changed: InlineChange[] = [];
  const lost: Modified[] = [];
  const unread: string[] = [];
  for (const one of wanted) {
    const [old, text] = [one.before, one.now].map((id) => blobs.get(id)?.toString('utf8'));
    if (old === undefined || text === undefined) continue;
    const found = compared(one.path, old, text);
    if (found === 'lost') lost.push(one);
    else if (found === 'unread') unread.push(one.path);
    else if (found) changed.push(found);
  }
  return { changed, lost, unread };
}

function compared(
  path: string,
  old: string,
  text: string,
): InlineChange | 'lost' | 'unread' | undefined {
  const before = regionsOf(path, old);
  const now = regionsOf(path, text);
  const unsure = before && before.length > 0 ? 'lost' : 'unread';
  if (!before || !now) return unsure;
  const { tests } = splitAt(text, now);
  if (splitAt(old, before).tests === tests) return undefined;
  const laid = [withRegionsOf(path, text, old), withRegionsOf(path, old, text)];
  if (laid.includes(undefined)) return unsure;
  return { path, status: 'M', after: sha256(tests), inline: { before, now } };
}

/** What is not UTF-8 would be another text once it is written again. */
function regionsOf(path: string, text: string): readonly Region[] | undefined {
  return text.includes('\ufffd') ? undefined : testRegions(path, text);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether one of these files of the program has other tests inside than before, and has some. */
export async function bringsTestsInside(
  place: TreePlace,
  before: string,
  after: string,
  paths: readonly string[],
): Promise<boolean> {
  const wanted = paths.filter(mayHoldTests);
  const [old, now] = [await textsOf(place, before, wanted), await textsOf(place, after, wanted)];
  if (!old.ok || !now.ok) return false;
  const tests = (path: string, text = ''): string => {
    const regions = regionsOf(path, text);
    return regions ? splitAt(text, regions).tests : '';
  };
  return wanted.some((path) => {
    const brought = tests(path, now.value.get(path));
    return brought !== '' && brought !== tests(path, old.value.get(path));
  });
}

/** Trees of one goal: before its first change, and the one that is judged. */
export type Trees = Readonly<{ first: string; tree: string }>;

/** These files of the program as it was, with the tests inside them as they are. */
export async function insideOld(
  place: TreePlace,
  { first, tree }: Trees,
  paths: readonly string[],
): Promise<Result<Overlay>> {
  const tests = await textsOf(place, tree, paths);
  if (!tests.ok) return tests;
  return rewrite(place, first, paths, (path, text) =>
    withRegionsOf(path, text, tests.value.get(path) ?? text),
  );
}

/**
 * What a check brings, for the tree that is judged: of files of the program the tests inside, in the
 * program as it is there. `sealed`: those whose tests are put back as they were, if it brings none.
 */
export async function forTree(
  place: TreePlace,
  trees: Trees,
  brought: Overlay | null,
  sealed: readonly string[],
): Promise<Result<Overlay | null>> {
  const listed = brought ? await listFiles({ ...place, tree: brought.tree }) : success([]);
  if (!listed.ok) return listed;
  const own = brought
    ? await inlineIn(place, trees.first, brought.tree, listed.value)
    : success([]);
  if (!own.ok) return own;
  const back = sealed.filter((path) => !listed.value.includes(path));
  if (own.value.length + back.length === 0) return success(brought);
  const [first, laid] = [
    await textsOf(place, trees.first, back),
    await textsOf(place, brought?.tree ?? trees.first, own.value),
  ];
  if (!first.ok) return first;
  if (!laid.ok) return laid;
  const texts = new Map([...first.value, ...laid.value]);
  const tests = await rewrite(place, trees.tree, [...texts.keys()], (path, text) =>
    withRegionsOf(path, text, texts.get(path) ?? text),
  );
  if (!tests.ok || !brought) return tests;
  const rest = listed.value.filter((path) => !own.value.includes(path));
  const files = await pick(place, brought.tree, rest);
  return files.ok ? both(place, files.value, tests.value) : files;
}

/** Files it brings that are the program as it was, but for the tests inside. */
async function inlineIn(
  place: TreePlace,
  first: string,
  brought: string,
  files: readonly string[],
): Promise<Result<readonly string[]>> {
  const paths = files.filter((path) => mayHoldTests(path) && !isTestMaterial(path));
  const [before, laid] = [await textsOf(place, first, paths), await textsOf(place, brought, paths)];
  if (!before.ok) return before;
  if (!laid.ok) return laid;
  const program = (path: string, text: string | undefined): string | undefined => {
    const regions = text === undefined ? undefined : testRegions(path, text);
    return regions && splitAt(text ?? '', regions).program;
  };
  return success(
    paths.filter((path) => {
      const was = program(path, before.value.get(path));
      return was !== undefined && was === program(path, laid.value.get(path));
    }),
  );
}

/** By path the text of each of these files that the tree has. */
export async function textsOf(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
): Promise<Result<ReadonlyMap<string, string>>> {
  if (paths.length === 0) return success(new Map());
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  const wanted = listed.value.filter(({ path }) => paths.includes(path));
  const blobs = await readBlobs(
    opened.value,
    wanted.map(({ id }) => id),
  );
  return success(
    new Map(wanted.map(({ path, id }) => [path, blobs.get(id)?.toString('utf8') ?? ''] as const)),
  );
}

export async function both(place: TreePlace, one: Overlay, two: Overlay): Promise<Result<Overlay>> {
  const tree = await layOver(place, one.tree, two.tree);
  if (!tree.ok) return tree;
  return success({ tree: tree.value, files: { ...one.files, ...two.files } });
}
