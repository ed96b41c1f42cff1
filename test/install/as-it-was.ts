// A repository before and after: installed into, and taken back.

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { applyInstall } from '../../runtime/hosts/claude-code/install/install.ts';
import { applyUninstall } from '../../runtime/hosts/claude-code/uninstall/uninstall.ts';
import { git } from '../rig/repository.ts';
import { DIST, Sandbox } from './temporary.ts';

export type Files = Readonly<Record<string, string>>;

/** What git writes for itself whenever it looks. */
const OF_GIT = /^\.git\/(?:index|objects|logs|ORIG_HEAD|COMMIT_EDITMSG)(?:\/|$)/;

/** Every file of the repository, its mode and its bytes, and every folder. */
export function snapshot(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const mode = (lstatSync(path).mode & 0o777).toString(8);
    const bytes = entry.isFile() ? readFileSync(path, 'latin1') : '';
    return [name, `${mode} ${bytes}`] as const;
  });
  return Object.fromEntries(entries.filter(([name]) => !OF_GIT.test(name)).sort());
}

export async function committed(files: Files, name?: string): Promise<Sandbox> {
  const sandbox = await Sandbox.create(name);
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  await git(sandbox.repo, 'add', '--all');
  await git(sandbox.repo, 'commit', '--quiet', '--allow-empty', '--message', 'before');
  return sandbox;
}

export async function install(sandbox: Sandbox, isLocal = false): Promise<void> {
  const applied = await applyInstall(sandbox.ws, DIST, [], isLocal);
  if (!applied.ok) throw new Error(JSON.stringify(applied.error));
  expect(applied.value.filter(({ kind }) => kind === 'refuse')).toEqual([]);
}

export async function uninstall(sandbox: Sandbox): Promise<string[]> {
  const applied = await applyUninstall(sandbox.ws, DIST, 'remove-data');
  if (!applied.ok) throw new Error(JSON.stringify(applied.error));
  return applied.value.map(({ kind, path }) => `${kind} ${path}`);
}
