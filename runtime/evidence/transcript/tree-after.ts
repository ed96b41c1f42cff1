import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AttributedChange, Observation } from '../../model/evidence.ts';
import { EDITING_TOOLS } from '../../model/tools.ts';
import { editedFiles } from '../commands/observed-commands.ts';
import { splitShell } from '../commands/shell-split.ts';
import { foldersOf, movedAt } from '../trees/touched-at.ts';
import { repositoryPath } from './attribution.ts';
import { hasFreeHand, mayGoOn } from './unobserved-writes.ts';

// What a shell does to files no transcript shows, but the file system does: a test proves something about
// the tree of the report only if no file of it changed after the test had ended. The time of a change of
// a file's own data (ctime) is taken, which no program can set back.

/** The client's clock has milliseconds, a file system's may lag behind by one of its ticks. */
const TICK_MS = 20;
const REMOVES =
  /(?:^|[;&|\s(])(?:rm|mv|unlink|rmdir|shred|git\s+\w*\s*(?:clean|stash|checkout|restore|reset|rm|mv|switch|rebase|merge|pull))\b/;

type TreeSeen = Readonly<{
  worktree: string;
  changes: readonly AttributedChange[];
  /** All files of the report's tree. Asked for only if something may have written after a test. */
  files: () => Promise<readonly string[]>;
}>;

/** The same observations, those marked since whose beginning or end a file of the tree changed. */
export async function markTreeChanges(
  observations: readonly Observation[],
  { worktree, changes, files }: TreeSeen,
): Promise<readonly Observation[]> {
  const passed = observations.filter(isPass);
  if (passed.length === 0) return observations;
  const foreign = new Set(
    changes.filter(({ attribution }) => attribution === 'foreign').map(({ path }) => path),
  );
  const known = [
    ...changes.map(({ path }) => path),
    ...editedFiles(observations).map((path) => repositoryPath(path, [worktree])),
  ].filter((path) => !foreign.has(path));
  const lastSeen = newest(worktree, known);

  const isOpen = observations.some(mayGoOn);
  const lastWriter = observations.findLast(hasFreeHand)?.seq ?? -1;
  const firstPass = passed[0]?.seq ?? 0;
  let lastOfAll = lastSeen;
  if (isOpen || lastWriter > firstPass || passed.some(isSequence)) {
    const later = observations.filter((seen) => seen.seq >= firstPass && seen.tool === 'Bash');
    const all = (await files()).filter((path) => !foreign.has(path));
    const removes = later.some(({ command }) => REMOVES.test(command ?? ''));
    const folders = [
      ...new Set((removes ? [...all, ...known] : gone(worktree, known)).map(dirname)),
    ];
    // A folder that was moved shows it itself, and takes along files that keep their times.
    const moved = foldersOf(all).reduce((last, one) => Math.max(last, movedAt(worktree, one)), 0);
    lastOfAll = Math.max(lastSeen, newest(worktree, all), newest(worktree, folders), moved);
  }
  let edited = 0;
  return observations.map((seen) => {
    // Calls of one message have one time, and are carried out one after the other.
    if (EDITING_TOOLS.includes(seen.tool)) edited = Math.max(edited, timeOf(seen.endedAt));
    if (!isPass(seen)) return seen;
    const last = isOpen || lastWriter > seen.seq ? lastOfAll : lastSeen;
    const isAfter = last > timeOf(seen.endedAt) + TICK_MS;
    const isDuring = lastOfAll > Math.max(timeOf(seen.at), edited) + TICK_MS;
    return {
      ...seen,
      ...(isAfter && { treeChangedAfter: true as const }),
      ...(isDuring && { treeChangedDuring: true as const }),
    };
  });
}

function timeOf(iso = ''): number {
  return Date.parse(iso) || 0;
}

/** What stands behind a test in its line may have changed what that tested. */
function isSequence({ command = '' }: Observation): boolean {
  return splitShell(command)?.length !== 1;
}

function isPass(seen: Observation): boolean {
  return seen.tool === 'Bash' && seen.finished && !seen.isError && seen.endedAt !== undefined;
}

function newest(worktree: string, paths: readonly string[]): number {
  let last = 0;
  for (const path of paths) {
    const info = lstatSync(join(worktree, path), { throwIfNoEntry: false });
    if (info !== undefined && info.ctimeMs > last) last = info.ctimeMs;
  }
  return last;
}

function gone(worktree: string, paths: readonly string[]): string[] {
  return paths.filter(
    (path) => lstatSync(join(worktree, path), { throwIfNoEntry: false }) === undefined,
  );
}
