// Which files the text of the program names: data it reads, wherever that lies.

import { posix } from 'node:path';
import { isProduct, isProse } from '../evidence/seal/product-paths.ts';
import { isSealed } from '../evidence/seal/sealed-files.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import { gitIn } from '../evidence/trees/tree-store.ts';
import type { File, Known } from './meaning.ts';

type Mention = Readonly<{ by: string; text: string }>;

const MOST_ASKED = 200;

/** Only what no name and no manifest says anything of is looked for: git reads all text of both trees for it. */
export async function readMentions(
  place: TreePlace,
  trees: Readonly<{ base: string; tree: string }>,
  files: readonly File[],
  product: Known['product'],
): Promise<Known['namedIn']> {
  const isProgram = (path: string): boolean =>
    !isProse(path) && (isProduct(product.base, path) || isProduct(product.tree, path));
  const asked = files
    .filter(
      ({ path, isInner }) => !isInner && !isSealed(path) && !isProse(path) && !isProgram(path),
    )
    .map(({ path }) => path)
    .slice(0, MOST_ASKED);
  if (asked.length === 0 || product.base.isGuess || product.base.globs) return () => undefined;
  const before = await mentionsIn(place, trees.base, asked);
  const now = await mentionsIn(place, trees.tree, asked);
  return (path) => {
    const of = (all: readonly Mention[]) =>
      all.filter((one) => one.by !== path && isAbout(one, path));
    const [old, own] = [of(before), of(now)];
    const was = old.find(({ by }) => isProgram(by));
    if (was) return was.by;
    // A change may name in the program what tests compare with: that makes it none of the program.
    const isOfTests = [...old, ...own].some(({ by }) => isSealed(by));
    return isOfTests ? undefined : own.find(({ by }) => isProgram(by))?.by;
  };
}

async function mentionsIn(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
): Promise<readonly Mention[]> {
  const names = [...new Set(paths.map((path) => posix.basename(path)))];
  const patterns = names.flatMap((name) => [
    '-e',
    `[A-Za-z0-9_./-]*${name.replace(/[^\w-]/g, (sign) => `[${sign === '^' ? '\\^' : sign}]`)}`,
  ]);
  const plain = ['-c', 'color.ui=false', 'grep', '-z', '-o', '-I', '-E', '--full-name'];
  const more = ['--no-line-number', '--no-column', '--no-color'];
  const args = [...plain, ...more, ...patterns, tree, '--'];
  const found = await gitIn(place, { args, expect: [0, 1] });
  if (!found.ok) return [];
  const lines = found.value.toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const [by, text] = line.split('\0');
    return by === undefined || text === undefined ? [] : [{ by: by.slice(tree.length + 1), text }];
  });
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|java|kt|swift|c|cc|cpp|h|hpp|cs|ex|sh)$/;

/** Code by its path from where it is named; a table also from the top, and by its bare name, as paths are put together. */
function isAbout({ by, text }: Mention, path: string): boolean {
  const plain = text.replace(/^\/+/, '');
  const isRelative = /^\.{1,2}\//.test(plain);
  const here = posix.join(posix.dirname(by), plain) === path;
  if (CODE.test(path)) return isRelative && here;
  const isNamedLikeAWord = !posix.basename(path).includes('.');
  if (here || posix.normalize(plain) === path) return true;
  const bare = plain.replace(/^(?:\.{1,2}\/)+/, '');
  return !isNamedLikeAWord && (path === bare || path.endsWith(`/${bare}`));
}
