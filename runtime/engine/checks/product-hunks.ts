// What a goal changed of the program, hunk by hunk, and its tree with some of them put back.

import { isProduct, isProse } from '../../evidence/seal/product-paths.ts';
import { readProduct } from '../../evidence/seal/read-product.ts';
import { type Hunk, hunksOf, type LineHunk, putBack } from '../../evidence/trees/hunks.ts';
import { layOver, type Overlay, pick, rewrite } from '../../evidence/trees/overlay.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { productAsked, proofOf } from '../../kernel/graph/proof.ts';
import { type ProofSubject, placeOf } from './copies.ts';

/** In the order of the files. */
export async function productHunks(about: ProofSubject): Promise<readonly Hunk[]> {
  const { goal, tree } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined || first === tree) return [];
  const pair = { ...placeOf(about), before: first, after: tree };
  const product = await readProduct({ ...placeOf(about), first }, productAsked(goal) || []);
  const found = await changes(pair);
  if (!product || !found.ok) return [];
  const files = found.value.filter(
    ({ path, status }) => status !== 'T' && isProduct(product, path) && !isProse(path),
  );
  const text = await patch({ ...pair, paths: files.map(({ path }) => path), context: 0 });
  if (!text.ok) return [];
  // Content has a sign before each line, so only a new file begins like this.
  const parts = `\n${text.value.toString('utf8')}`.split('\ndiff --git ').slice(1);
  if (parts.length !== files.length) return [];
  return files.flatMap(({ path, status }, i) => hunksOf(path, status, parts[i] ?? ''));
}

/** The tree of the report without them. Undefined: there is nothing to lay over it. */
export async function overlayWithout(
  about: ProofSubject,
  hunks: readonly Hunk[],
): Promise<Overlay | undefined> {
  const { goal, tree } = about;
  const place = placeOf(about);
  const lines = hunks.filter((hunk) => hunk.kind === 'lines');
  const pathsOf = (kind: Hunk['kind']): string[] =>
    hunks.filter((hunk) => hunk.kind === kind).map(({ path }) => path);
  const edited = await rewrite(place, tree, pathsOf('lines'), (path, text) =>
    putBackAll(
      text,
      lines.filter((hunk) => hunk.path === path),
    ),
  );
  const gone = await pick(place, proofOf(goal).first?.tree ?? tree, pathsOf('deleted'));
  if (!edited.ok || !gone.ok) return undefined;
  const both = await layOver(place, edited.value.tree, gone.value.tree);
  const files = { ...edited.value.files, ...gone.value.files };
  const without = pathsOf('added');
  const isEmpty = Object.keys(files).length + without.length === 0;
  return both.ok && !isEmpty ? { tree: both.value, files, without } : undefined;
}

/** Where a file is no UTF-8 anywhere, its other lines would change as well. */
function putBackAll(text: string, hunks: readonly LineHunk[]): string | undefined {
  if (text.includes('\uFFFD')) return undefined;
  // From its end on, so that the places of the others stay what they are.
  return [...hunks].sort((a, b) => b.at - a.at).reduce(putBack, text);
}
