import { git } from '../trees/git.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { openRepository } from '../trees/tree-store.ts';
import { isManifestOfProduct, type Product, productOf } from './product-paths.ts';

/** By tree: a report asks for it several times, and what a tree says never changes. */
const known = new Map<string, Promise<Product | undefined>>();

/** Which files were the program on the first tree of a goal; undefined where git cannot say. */
export function readProduct({
  first,
  ...place
}: TreePlace & Readonly<{ first: string }>): Promise<Product | undefined> {
  const asked = known.get(first) ?? read(place, first);
  known.set(first, asked);
  return asked;
}

const MOST_MANIFESTS = 200;

async function read(place: TreePlace, tree: string): Promise<Product | undefined> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  const listed = await entriesOf(place, tree);
  if (!opened.ok || !listed.ok) return undefined;
  const { top: cwd, env } = opened.value;
  const texts = new Map<string, string>();
  const manifests = listed.value.filter(({ path }) => isManifestOfProduct(path));
  for (const { path, id } of manifests.slice(0, MOST_MANIFESTS)) {
    const blob = await git({ cwd, env, args: ['cat-file', 'blob', id] });
    if (blob.ok) texts.set(path, blob.value.stdout.toString('utf8'));
  }
  return productOf(
    listed.value.map(({ path }) => path),
    texts,
  );
}
