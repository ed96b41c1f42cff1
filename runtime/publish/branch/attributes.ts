// What the attributes of a branch say of paths, and which filters are set up for them.

import { fields, git } from '../../evidence/trees/git.ts';
import type { Env } from '../../evidence/trees/private-index.ts';
import { type Result, success } from '../../evidence/trees/result.ts';

export type Attributes = Readonly<{
  /** The filter that is named for it. */
  filter?: string;
  isMergedAsText: boolean;
}>;

const NO_NAME = ['unspecified', 'unset', 'set'];

/** By path: those that an index has, and of no file that lies around. */
export async function attributesOf(
  at: Readonly<{ cwd: string; env: Env }>,
  paths: readonly string[],
): Promise<Result<ReadonlyMap<string, Attributes>>> {
  if (paths.length === 0) return success(new Map());
  const args = ['check-attr', '--cached', '-z', '--stdin', 'filter', 'merge'];
  const input = paths.map((path) => `${path}\0`).join('');
  const asked = await git({ cwd: at.cwd, env: at.env, args, input });
  if (!asked.ok) return asked;
  // Of each the path, the name of the attribute, its value; twice.
  const words = fields(asked.value.stdout);
  return success(
    new Map(
      paths.map((path, nth) => {
        const [filter = '', merge] = [words[nth * 6 + 2], words[nth * 6 + 5]];
        const named = NO_NAME.includes(filter) ? {} : { filter };
        return [path, { ...named, isMergedAsText: merge !== 'unset' && filter !== 'lfs' }];
      }),
    ),
  );
}

export type Filters = Readonly<{
  /** Something is configured under the name. */
  setUp: ReadonlySet<string>;
  /** There is a program that makes what is recorded. */
  cleaning: ReadonlySet<string>;
}>;

export async function filtersOf(cwd: string, env: Env): Promise<Result<Filters>> {
  const args = ['config', '-z', '--get-regexp', '^filter\\.'];
  const asked = await git({ cwd, env, args, expect: [0, 1] });
  if (!asked.ok) return asked;
  const setUp = new Set<string>();
  const cleaning = new Set<string>();
  for (const line of fields(asked.value.stdout)) {
    const [key = '', ...value] = line.split('\n');
    const name = key.slice('filter.'.length, key.lastIndexOf('.'));
    setUp.add(name);
    if (/\.(?:clean|process)$/.test(key) && value.join('\n') !== '') cleaning.add(name);
  }
  return success({ setUp, cleaning });
}
