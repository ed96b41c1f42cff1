// Which files were the program on the first tree of a goal. What its manifests say is read when it is
// asked for, and not kept in the log: the log names the tree, a tree never changes, and the dispatch that
// takes it stays fast. What could change meanwhile, the globs of a person, is pinned (gates/pinned.ts).

import type { ProductGlob } from '../../model/gate-schema.ts';
import { readBlobs } from '../trees/blobs.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { openRepository } from '../trees/tree-store.ts';
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
  const opened = await openRepository(place.worktree, place.objectsDir);
  const listed = await entriesOf(place, tree);
  if (!opened.ok || !listed.ok) return undefined;
  const wanted = readForProduct(listed.value.map(({ path }) => path));
  const read = listed.value.filter(({ path }) => wanted.has(path)).slice(0, MOST_READ);
  const blobs = await readBlobs(
    opened.value,
    read.map(({ id }) => id),
  );
  const texts = read.map(({ path, id }) => [path, blobs.get(id)?.toString('utf8') ?? ''] as const);
  const paths = listed.value.map(({ path }) => path);
  return productOf(paths, new Map(texts));
}
