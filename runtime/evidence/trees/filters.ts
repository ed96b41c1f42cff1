// Programs that git runs over files as it checks them out. They are named outside of the tree, so whoever
// names them during the work decides what a copy of the tree holds.

import { asVariables, fields, git } from './git.ts';
import type { Env } from './private-index.ts';
import { type Result, success } from './result.ts';

/** A file of an index that a filter is named for. */
export type FilteredFile = Readonly<{
  path: string;
  filter: string;
  /** Whether there is a program of that name, by the configuration. */
  isSetUp: boolean;
}>;

export async function namedFilters(
  cwd: string,
  env: Env,
): Promise<Result<readonly FilteredFile[]>> {
  const args = ['ls-files', '-z', '--', '.', ':(exclude,attr:!filter)'];
  const listed = await git({ cwd, env, args });
  if (!listed.ok) return listed;
  const paths = fields(listed.value.stdout);
  if (paths.length === 0) return success([]);
  const input = `${paths.join('\0')}\0`;
  const said = await git({ cwd, env, args: ['check-attr', '-z', '--stdin', 'filter'], input });
  if (!said.ok) return said;
  const known = new Set(await filterNames(cwd, env));
  // Of each the path, the name of the attribute, its value.
  const words = fields(said.value.stdout);
  return success(
    paths.flatMap((path, at) => {
      const filter = words[at * 3 + 2] ?? '';
      return filter === 'unset' ? [] : [{ path, filter, isSetUp: known.has(filter) }];
    }),
  );
}

async function filterNames(cwd: string, env: Env): Promise<readonly string[]> {
  const args = ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'];
  const asked = await git({ cwd, env, args, expect: [0, 1] });
  const keys = asked.ok ? fields(asked.value.stdout) : [];
  return keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.')));
}

/**
 * Variables by which git runs none of them. For every call on an index: where a file is as young as the index is,
 * git reads it again when it writes that.
 */
export async function filtersOff(cwd: string, env: Env): Promise<Env> {
  const names = new Set(await filterNames(cwd, env));
  return asVariables(
    [...names].flatMap((name) => [
      [`filter.${name}.clean`, ''],
      [`filter.${name}.smudge`, ''],
      [`filter.${name}.process`, ''],
      [`filter.${name}.required`, 'false'],
    ]),
  );
}
