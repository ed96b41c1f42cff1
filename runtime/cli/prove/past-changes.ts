// The commits of a branch as changes, newest first; a merge is one change, as its branch came in.

import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { git } from '../../evidence/trees/git.ts';
import { isLockFile } from '../../evidence/trees/lock-files.ts';
import type { Result } from '../../evidence/trees/result.ts';
import { success } from '../../evidence/trees/result.ts';

export type PastChange = Readonly<{
  commit: string;
  parent: string;
  subject: string;
  paths: readonly string[];
}>;

const MOST_LOOKED_AT = 2000;
const BEGIN = '\u0001';

export async function pastChanges(worktree: string): Promise<Result<readonly PastChange[]>> {
  const args = [
    'log',
    '--first-parent',
    '-m',
    '-z',
    '--name-only',
    '--no-renames',
    `--max-count=${MOST_LOOKED_AT}`,
    `--format=%x01%H %P%n%s`,
  ];
  const said = await git({ cwd: worktree, args });
  if (!said.ok) return said;
  const text = said.value.stdout.toString('utf8');
  return success(text.split(BEGIN).slice(1).flatMap(changeIn));
}

/** Pure. `<commit> <parents>\n<subject>`, then the paths, with NUL between. The first commit has no parent. */
export function changeIn(text: string): readonly PastChange[] {
  const [head = '', ...rest] = text.split('\0');
  const [ids = '', subject = ''] = head.split('\n');
  const [commit = '', parent] = ids.split(' ');
  if (!parent) return [];
  const paths = rest.map((path) => path.replace(/^\n/, '')).filter((path) => path !== '');
  return [{ commit, parent, subject, paths }];
}

/** It may show something: tests came with other files. A module of Rust has its tests inside. */
export function mayShow({ paths }: PastChange): boolean {
  const isRust = paths.some((path) => path.endsWith('.rs'));
  const tests = paths.filter(isTestMaterial).length;
  return isRust || (tests > 0 && tests < paths.length);
}

/** Files that say which packages belong to it: those that are installed now are others. */
export function locksOf({ paths }: PastChange): readonly string[] {
  return paths.filter(isLockFile);
}
