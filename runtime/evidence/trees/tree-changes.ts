import type { Change, ChangeStatus, LineCount } from '../../model/evidence.ts';
import { fields, git } from './git.ts';
import { entriesOf, type TreePlace } from './overlay.ts';
import { type Result, success } from './result.ts';
import { openRepository } from './tree-store.ts';

/** Two trees written by `snapshot`, and where it wrote them. */
type TreePair = Readonly<{
  worktree: string;
  objectsDir: string;
  before: string;
  after: string;
}>;

const DIFF = ['diff-tree', '-r', '--no-renames', '--ignore-submodules=none', '--no-ext-diff'];
/** Arguments of one process stay far below what any system allows. */
const MAX_ARGUMENT_CHARS = 24_000;

/** What differs between two trees, in the order of the paths. A rename is a `D` and an `A`. */
export async function changes(pair: TreePair): Promise<Result<readonly Change[]>> {
  const output = await inRepository(pair, [...DIFF, '--raw', '-z', pair.before, pair.after]);
  if (!output.ok) return output;
  const parts = fields(output.value);
  const found: Change[] = [];
  // `:100644 100644 <id> <id> M`, then the path.
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const status = statusOf((parts[at] ?? '').split(' ').at(-1) ?? '');
    found.push({ path: parts[at + 1] ?? '', status });
  }
  return success(found);
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
    ...DIFF,
    ...['-p', '--binary', '--full-index', '--no-textconv', '--no-color'],
    ...(pair.context === undefined ? [] : [`-U${pair.context}`, '--inter-hunk-context=0']),
    ...['--src-prefix=a/', '--dst-prefix=b/', pair.before, pair.after],
  ];
  if (pair.paths === undefined) return inRepository(pair, args);
  const pieces: Buffer[] = [];
  for (const paths of batches(pair.paths)) {
    const piece = await inRepository(pair, [...args, '--', ...paths]);
    if (!piece.ok) return piece;
    pieces.push(piece.value);
  }
  return success(Buffer.concat(pieces));
}

/** How many lines came and went, by file, in the order of the paths. */
export async function lineCounts(
  pair: TreePair & Readonly<{ paths?: readonly string[] }>,
): Promise<Result<readonly LineCount[]>> {
  const args = [...DIFF, '--numstat', '--no-textconv', '-z', pair.before, pair.after];
  const found: LineCount[] = [];
  for (const paths of pair.paths === undefined ? [[]] : batches(pair.paths)) {
    const output = await inRepository(pair, [...args, '--', ...paths]);
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

/** All paths of a tree. */
export async function listFiles(
  request: TreePlace & Readonly<{ tree: string }>,
): Promise<Result<readonly string[]>> {
  const listed = await entriesOf(request, request.tree);
  return listed.ok ? success(listed.value.map(({ path }) => path)) : listed;
}

async function inRepository(
  where: Readonly<{ worktree: string; objectsDir: string }>,
  args: readonly string[],
): Promise<Result<Buffer>> {
  const opened = await openRepository(where.worktree, where.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  // A patch has names as people write them, whatever their letters.
  const names = ['--literal-pathspecs', '-c', 'core.quotePath=false'];
  const output = await git({ cwd: top, env, args: [...names, ...args] });
  return output.ok ? success(output.value.stdout) : output;
}

function statusOf(letter: string): ChangeStatus {
  return letter === 'A' || letter === 'D' || letter === 'T' ? letter : 'M';
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
