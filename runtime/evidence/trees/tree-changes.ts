import type { Change, LineCount } from '../../model/evidence.ts';
import { DIFF, differences } from './differences.ts';
import { fields } from './git.ts';
import { type Result, success } from './result.ts';
import { gitIn } from './tree-store.ts';

/** Two trees written by `snapshot`, and where it wrote them. */
type TreePair = Readonly<{
  worktree: string;
  objectsDir: string;
  before: string;
  after: string;
}>;

/** A patch has names as people write them, whatever their letters. */
const LITERAL = ['--literal-pathspecs', '-c', 'core.quotePath=false'];
/** Arguments of one process stay far below what any system allows. */
const MAX_ARGUMENT_CHARS = 24_000;

/** What differs between two trees, in the order of the paths. A rename is a `D` and an `A`. */
export async function changes(pair: TreePair): Promise<Result<readonly Change[]>> {
  const found = await differences(pair, pair.before, pair.after);
  return found.ok ? success(found.value.map(({ path, status }) => ({ path, status }))) : found;
}

/**
 * The difference as a patch `git apply` takes, binary files included. The bytes are exact: a Buffer,
 * because file contents need not be UTF-8. Without `paths` all of it, with an empty list nothing.
 * `context`: how many lines around a change; git's own number if left out.
 */
export async function patch(
  pair: TreePair & Readonly<{ paths?: readonly string[]; context?: number }>,
): Promise<Result<Buffer>> {
  const args = [
    ...LITERAL,
    ...DIFF,
    ...['-p', '--binary', '--full-index', '--no-textconv', '--no-color'],
    ...(pair.context === undefined ? [] : [`-U${pair.context}`, '--inter-hunk-context=0']),
    ...['--src-prefix=a/', '--dst-prefix=b/', pair.before, pair.after],
  ];
  if (pair.paths === undefined) return gitIn(pair, { args });
  const pieces: Buffer[] = [];
  for (const paths of batches(pair.paths)) {
    const piece = await gitIn(pair, { args: [...args, '--', ...paths] });
    if (!piece.ok) return piece;
    pieces.push(piece.value);
  }
  return success(Buffer.concat(pieces));
}

/** How many lines came and went, by file, in the order of the paths. */
export async function lineCounts(
  pair: TreePair & Readonly<{ paths?: readonly string[] }>,
): Promise<Result<readonly LineCount[]>> {
  const what = ['--numstat', '--no-textconv', '-z', pair.before, pair.after];
  const args = [...LITERAL, ...DIFF, ...what];
  const found: LineCount[] = [];
  for (const paths of pair.paths === undefined ? [[]] : batches(pair.paths)) {
    const output = await gitIn(pair, { args: [...args, '--', ...paths] });
    if (!output.ok) return output;
    // `1<tab>0<tab>path`; a binary file has `-` for both.
    for (const entry of fields(output.value)) {
      const [added, removed, ...path] = entry.split('\t');
      found.push({
        path: path.join('\t'),
        added: Number(added) || 0,
        removed: Number(removed) || 0,
      });
    }
  }
  return success(found);
}

function batches(paths: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    if (chars + path.length > MAX_ARGUMENT_CHARS) {
      all.push([]);
      chars = 0;
    }
    all.at(-1)?.push(path);
    chars += path.length + 1;
  }
  return all;
}
