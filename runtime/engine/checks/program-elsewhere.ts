// Whether what passed in a copy was the program of that copy.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Checked } from '../../evidence/gates/check.ts';
import { isProduct, type Product } from '../../evidence/seal/product-paths.ts';
import { elsewhereReason, readsElsewhere } from '../../evidence/seal/read-elsewhere.ts';
import { readProduct } from '../../evidence/seal/read-product.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import type { ProductGlob } from '../../model/gate-schema.ts';

/** Of whose first tree the program is told, and the globs of a person for it. */
type Of = TreePlace & Readonly<{ first: string; globs: readonly ProductGlob[] }>;

/**
 * A pass of a program that lies elsewhere is none of this tree. What failed stays so: it may have ended
 * before it loaded anything, and what has to pass after it is looked at as well.
 */
export async function unlessElsewhere(
  place: Of,
  ended: Checked,
  sinceMs: number,
): Promise<Checked> {
  const { opened } = ended;
  if (ended.outcome !== 'pass' || opened === undefined) return ended;
  const product = await readProduct(place, place.globs);
  if (product === undefined || !readsElsewhere(product, opened)) return ended;
  const meanwhile = openedSince(place.worktree, product, opened.files, sinceMs);
  return { ...ended, outcome: 'unavailable', why: elsewhereReason(product, opened, meanwhile) };
}

/** It says where to look and decides nothing: anybody may have opened it. */
function openedSince(
  worktree: string,
  product: Product,
  paths: readonly string[],
  sinceMs: number,
): string | undefined {
  return paths.find((path) => {
    if (!isProduct(product, path)) return false;
    const stat = lstatSync(join(worktree, path), { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.atimeMs >= sinceMs;
  });
}
