// What a check brings that was not there on the first tree: tests, and whatever they need.

import type { CommandGate } from '../../model/gate.ts';
import { type Overlay, pick, type TreePlace } from '../trees/overlay.ts';
import { both, insideOld, type Trees } from './inline-changes.ts';
import { newPackages } from './new-packages.ts';
import type { SealedChange } from './sealed-changes.ts';
import { isSealed, isTestMaterial } from './sealed-files.ts';

/**
 * `files` were added or changed, `changed` of all that judges. Of the program only the tests inside come,
 * in the program as it was. Undefined: no test comes, or git cannot say.
 */
export async function broughtTests(
  place: TreePlace,
  trees: Trees,
  files: readonly string[],
  changed: readonly SealedChange[],
  gates: readonly CommandGate[],
): Promise<Overlay | undefined> {
  const inside = changed.filter(({ inline }) => inline).map(({ path }) => path);
  if (!files.some(isTestMaterial) && inside.length === 0) return undefined;
  // Helpers and tables of tests have any name; how gates are run stays as it was.
  const judges = changed
    .filter(({ path, status, inline }) => !inline && status !== 'D' && !isSealed(path, gates))
    .map(({ path }) => path);
  // New packages stay in the copy of the tree that is judged: on both trees the same.
  const own = await newPackages(place, trees.first, trees.tree, files);
  const picked = await pick(place, trees.tree, [
    ...files.filter(isTestMaterial),
    ...judges,
    ...own,
  ]);
  if (!picked.ok) return undefined;
  if (inside.length === 0) return picked.value;
  const old = await insideOld(place, trees, inside);
  const laid = old.ok ? await both(place, picked.value, old.value) : old;
  return laid.ok ? laid.value : undefined;
}
