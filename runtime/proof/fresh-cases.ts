// Where no report names a case, those that a file of tests has now and did not have before stand in their place:
// of their ends a line is asked, since at the top of the file nothing shows whether they were reached.

import { type TreePlace, textsOf } from '../evidence/trees/overlay.ts';
import { type Grammars, loadGrammars } from './plant/grammar.ts';
import { plant } from './plant.ts';
import type { CaseName } from './row.ts';

type Trees = Readonly<{ before: string; after: string }>;

/** Of the first of these files that has some: a runner may end with the first file that fails. */
export async function freshCases(
  place: TreePlace,
  { before, after }: Trees,
  paths: readonly string[],
): Promise<readonly CaseName[]> {
  const old = await textsOf(place, before, paths);
  const now = await textsOf(place, after, paths);
  if (!old.ok || !now.ok) return [];
  const by = await loadGrammars();
  for (const path of paths) {
    const fresh = freshIn(path, old.value.get(path) ?? '', now.value.get(path) ?? '', by);
    if (fresh.length > 0) return fresh;
  }
  return [];
}

/** Pure. What may be left out where it runs is none of them: its end would never be seen. */
export function freshIn(
  path: string,
  before: string,
  now: string,
  by: Grammars,
): readonly CaseName[] {
  if (LEAVES_OUT.test(now) || addedLines(before, now).some((line) => LEFT_OUT.test(line)))
    return [];
  const known = new Set(casesIn(path, before, by).map(({ name }) => name));
  return casesIn(path, now, by).filter(({ name }) => !known.has(name));
}

const LEFT_OUT = /\bskip\w*\b/i;
/** What may stand around a case, or before it, as it was before. */
const LEAVES_OUT =
  /#\[\s*ignore\b|#\[\s*cfg(?!\(\s*test\s*\))|@[\w.]*skip|\bpytestmark\b|\b(?:describe|suite|context)\s*\.\s*skip\b/i;

function addedLines(before: string, now: string): readonly string[] {
  const known = new Set(before.split('\n'));
  return now.split('\n').filter((line) => !known.has(line));
}

function casesIn(path: string, text: string, by: Grammars): readonly CaseName[] {
  const { lines } = plant(path, text, 'all', (nth) => `Counted${nth}`, by);
  return lines.flatMap(({ cases }) => cases);
}
