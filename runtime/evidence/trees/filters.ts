// Programs that git runs over files as it checks them out. They are named outside of the tree, so whoever
// names them during the work decides what a copy of the tree holds.

import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fields, git } from './git.ts';
import { entriesOf, type TreePlace } from './overlay.ts';
import { hasContentOf } from './same-content.ts';

type Env = Readonly<Record<string, string>>;

export type Filtered = TreePlace &
  Readonly<{
    copy: string;
    tree: string;
    sinceMs: number;
  }>;

/** Files of a copy that a filter is named for. */
export async function filteredFiles(copy: string, env: Env): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--', '.', ':(exclude,attr:!filter)'];
  const listed = await git({ cwd: copy, env, args });
  return listed.ok ? fields(listed.value.stdout) : [];
}

/** One of them that got other content than the tree has, where filters were named since a moment. */
export async function newlyFiltered(
  about: Filtered,
  filtered: readonly string[],
): Promise<string | undefined> {
  const { copy, tree, sinceMs } = about;
  if (filtered.length === 0) return undefined;
  const places = await settings(about.worktree);
  const isNew = (path: string): boolean =>
    (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) > sinceMs;
  if (!places.some(isNew)) return undefined;
  const names = new Set(filtered);
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
