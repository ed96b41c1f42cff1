// What a check brings that was not there on the first tree: tests, and whatever they need.

import { type Overlay, pick } from '../trees/overlay.ts';
import { both, insideOld } from './inline-changes.ts';
import { newPackages } from './new-packages.ts';
import type { SealedChange, SealRequest } from './sealed-changes.ts';
import { isSealed, isTestMaterial } from './sealed-files.ts';

/** Of what is not of the program. `others`: what no name gives away, new or prose. */
type Changed = Readonly<{ judges: readonly SealedChange[]; others: readonly SealedChange[] }>;

/**
 * `files` were added or changed. Of the program only the tests inside come, in the program as it was.
 * Undefined: no test comes, or git cannot say.
 */
export async function broughtTests(
  request: SealRequest,
  files: readonly string[],
  changed: Changed,
): Promise<Overlay | undefined> {
  const { first, tree, gates } = request;
  const inside = changed.judges.filter(({ inline }) => inline).map(({ path }) => path);
  // Helpers and tables of tests have any name; how gates are run stays as it was.
  const judges = changed.judges.filter(({ path, inline }) => !inline && !isSealed(path, gates));
  const tests = [...files.filter(isTestMaterial), ...pathsOf(judges)];
  if (tests.length + inside.length === 0) return undefined;
  // New packages stay in the copy of the tree that is judged: on both trees the same.
  const own = await newPackages(request, first, tree, files);
  const picked = await pick(request, tree, [...tests, ...pathsOf(changed.others), ...own]);
  if (!picked.ok) return undefined;
  if (inside.length === 0) return picked.value;
  const old = await insideOld(request, { first, tree }, inside);
  const laid = old.ok ? await both(request, picked.value, old.value) : old;
  return laid.ok ? laid.value : undefined;
}

function pathsOf(changed: readonly SealedChange[]): readonly string[] {
  return changed.filter(({ status }) => status !== 'D').map(({ path }) => path);
}
