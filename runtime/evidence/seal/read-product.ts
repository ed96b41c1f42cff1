// Which files were the program on the first tree of a goal. What its manifests say is read when it is
// asked for, and not kept in the log: the log names the tree, a tree never changes, and the dispatch that
// takes it stays fast. What could change meanwhile, the globs of a person, is pinned (gates/pinned.ts).

import type { ProductGlob } from '../../model/gate-schema.ts';
import { listFiles, type TreePlace, textsOf } from '../trees/overlay.ts';
import { type Product, productOf, productOfPerson, readForProduct } from './product-paths.ts';

/** By tree: a report asks for it several times. */
const known = new Map<string, Promise<Product | undefined>>();

/** `globs` of a person, if there are any. Undefined: git cannot say. */
export async function readProduct(
  { first, ...place }: TreePlace & Readonly<{ first: string }>,
  globs: readonly ProductGlob[],
): Promise<Product | undefined> {
  if (globs.length > 0) return productOfPerson(globs);
  const asked = known.get(first) ?? read(place, first);
  known.set(first, asked);
  return asked;
}

export const MOST_READ = 2_000;

async function read(place: TreePlace, tree: string): Promise<Product | undefined> {
  const listed = await listFiles({ ...place, tree });
  if (!listed.ok) return undefined;
  const wanted = readForProduct(listed.value);
  const read = listed.value.filter((path) => wanted.has(path)).slice(0, MOST_READ);
  const texts = await textsOf(place, tree, read);
  return texts.ok ? productOf(listed.value, texts.value) : undefined;
}
