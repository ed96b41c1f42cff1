// Where no report names a case, those that a file of tests has now and did not have before stand in their place:
// of their ends a line is asked, since at the top of the file nothing shows whether they were reached.

import { readBlobs } from '../evidence/trees/blobs.ts';
import { entriesOf, type TreePlace } from '../evidence/trees/overlay.ts';
import { openRepository } from '../evidence/trees/tree-store.ts';
import { plant } from './plant.ts';
import type { CaseName } from './row.ts';

type Trees = Readonly<{ before: string; after: string }>;
type Texts = ReadonlyMap<string, string>;

/** Of the first of these files that has some: a runner may end with the first file that fails. */
export async function freshCases(
  place: TreePlace,
  { before, after }: Trees,
  paths: readonly string[],
): Promise<readonly CaseName[]> {
  const old = await textsOf(place, before, paths);
  const now = await textsOf(place, after, paths);
  for (const path of paths) {
    const fresh = freshIn(path, old.get(path) ?? '', now.get(path) ?? '');
    if (fresh.length > 0) return fresh;
  }
  return [];
}

/** Pure. What may be left out where it runs is none of them: its end would never be seen. */
export function freshIn(path: string, before: string, now: string): readonly CaseName[] {
  if (LEAVES_OUT.test(now) || addedLines(before, now).some((line) => LEFT_OUT.test(line)))
    return [];
  const known = new Set(casesIn(path, before).map(({ name }) => name));
  return casesIn(path, now).filter(({ name }) => !known.has(name));
}

const LEFT_OUT = /\bskip\w*\b/i;
/** What may stand around a case, or before it, as it was before. */
const LEAVES_OUT =
  /#\[\s*ignore\b|#\[\s*cfg(?!\(\s*test\s*\))|@[\w.]*skip|\bpytestmark\b|\b(?:describe|suite|context)\s*\.\s*skip\b/i;

function addedLines(before: string, now: string): readonly string[] {
  const known = new Set(before.split('\n'));
  return now.split('\n').filter((line) => !known.has(line));
}

function casesIn(path: string, text: string): readonly CaseName[] {
  const { lines } = plant(path, text, 'all', (nth) => `Counted${nth}`);
  return lines.flatMap(({ cases }) => cases);
}

async function textsOf(place: TreePlace, tree: string, paths: readonly string[]): Promise<Texts> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  const listed = await entriesOf(place, tree);
  if (!opened.ok || !listed.ok) return new Map();
  const wanted = listed.value.filter(
    ({ path, mode }) => paths.includes(path) && mode.startsWith('100'),
  );
  const blobs = await readBlobs(
    opened.value,
    wanted.map(({ id }) => id),
  );
  return new Map(wanted.map(({ path, id }) => [path, blobs.get(id)?.toString('utf8') ?? '']));
}
