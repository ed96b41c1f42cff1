// Programs that git runs over files as it checks them out. They are named outside of the tree, so whoever
// names them during the work decides what a copy of the tree holds.

import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fields, git } from './git.ts';
import { entriesOf, type TreePlace } from './overlay.ts';
import { type Result, success } from './result.ts';
import { hasContentOf } from './same-content.ts';

type Env = Readonly<Record<string, string>>;

export type Filtered = TreePlace &
  Readonly<{
    copy: string;
    tree: string;
    sinceMs: number;
  }>;

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
  const settings = [...names].flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  const numbered = settings.flatMap(([key = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(numbered) };
}

/** One of them that got other content than the tree has, where filters were named since a moment. */
export async function newlyFiltered(
  about: Filtered,
  filtered: readonly FilteredFile[],
): Promise<string | undefined> {
  const { copy, tree, sinceMs } = about;
  if (filtered.length === 0) return undefined;
  const places = await settings(about.worktree);
  const isNew = (path: string): boolean =>
    (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) > sinceMs;
  if (!places.some(isNew)) return undefined;
  const names = new Set(filtered.map(({ path }) => path));
  const entries = await entriesOf(about, tree);
  if (!entries.ok) return [...names][0];
  return entries.value.find(
    (entry) => names.has(entry.path) && !hasContentOf(join(copy, entry.path), entry),
  )?.path;
}

/** Where git reads which filters there are and which files they are for, outside of trees. */
async function settings(top: string): Promise<readonly string[]> {
  const ask = async (...args: string[]): Promise<string[]> => {
    const asked = await git({ cwd: top, args, expect: [0, 1] });
    return asked.ok ? asked.value.stdout.toString('utf8').split(/[\0\n]/) : [];
  };
  const origins = await ask('config', '--list', '--show-origin', '--name-only', '-z');
  const files = origins.filter((word) => word.startsWith('file:')).map((word) => word.slice(5));
  const named = [
    ...(await ask('rev-parse', '--git-path', 'info/attributes')),
    ...(await ask('config', '--type=path', '--get', 'core.attributesFile')),
    join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'git', 'attributes'),
  ].filter((word) => word !== '');
  return [...new Set([...files, ...named].map((path) => resolve(top, path)))];
}
