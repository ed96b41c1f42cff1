// A merge driver is a command of a person's git configuration that attributes name for some files. It acts, so it runs
// only if a person approved it as any other command, and as it is. What is not committed names none.

import { basename } from 'node:path';
import type { GateApproval } from '../../model/gate.ts';
import { standingOf } from '../gates/approved-program.ts';
import { fields, git } from '../trees/git.ts';
import { listTree, type TreePlace } from '../trees/overlay.ts';
import { openRepository, type Repository, readBlobs } from '../trees/tree-store.ts';
import { gitSaid } from './why.ts';

/** `line`: as a shell reads it, with the places of git in it (`%A`). */
export type MergeDriver = Readonly<{ name: string; line: string }>;

/** Files of attributes at the commit the working tree stands on, by their path; or why they cannot be had. */
export async function attributesAt(
  repository: Repository,
): Promise<ReadonlyMap<string, Buffer> | string> {
  const listed = await listTree(repository.top, repository.env, 'HEAD');
  if (!listed.ok) return gitSaid(listed.error);
  // git reads none through a link.
  const all = listed.value.filter(
    ({ path, mode }) => basename(path) === '.gitattributes' && mode.startsWith('100'),
  );
  const blobs = await readBlobs(
    repository,
    all.map(({ id }) => id),
  );
  const lost = all.find(({ id }) => !blobs.has(id));
  if (lost) return `git cannot read ${lost.path}`;
  return new Map(all.map(({ path, id }) => [path, blobs.get(id) ?? Buffer.alloc(0)]));
}

/** Those that are set up here and that committed attributes name. None where that cannot be told. */
export async function driversHere({
  worktree,
  objectsDir,
}: TreePlace): Promise<readonly MergeDriver[]> {
  const all = await driversSetUp(worktree);
  const opened = all.length === 0 ? undefined : await openRepository(worktree, objectsDir);
  const found = opened?.ok ? await attributesAt(opened.value) : '';
  return typeof found === 'string' ? [] : driversNamed([...found.values()], all);
}

export async function driversSetUp(cwd: string): Promise<readonly MergeDriver[]> {
  const args = ['config', '-z', '--get-regexp', '^merge\\..+\\.driver$'];
  const asked = await git({ cwd, args, expect: [0, 1] });
  if (!asked.ok) return [];
  // Of several values of one name git takes the last.
  const lines = new Map(
    fields(asked.value.stdout).flatMap((one) => {
      const [, name = '', line = ''] = /^merge\.(.+)\.driver\n(.+)$/s.exec(one) ?? [];
      return line === '' ? [] : [[name, line] as const];
    }),
  );
  return [...lines].map(([name, line]) => ({ name, line }));
}

const BUILT_IN: readonly string[] = ['text', 'binary', 'union'];

/** `all`: as they are set up. What git brings under its own names is not looked up there. */
export function driversNamed(
  attributes: readonly Buffer[],
  all: readonly MergeDriver[],
): readonly MergeDriver[] {
  const words = new Set(attributes.flatMap((text) => text.toString('utf8').split(/\s+/)));
  return all.filter(({ name }) => words.has(`merge=${name}`) && !BUILT_IN.includes(name));
}

/** What a person says yes to. */
export function asCommand({ line }: MergeDriver) {
  return { command: [line], shell: true } as const;
}

export function isDriverApproved(
  driver: MergeDriver,
  approvals: readonly GateApproval[],
  worktree: string,
): boolean {
  return standingOf(asCommand(driver), approvals, worktree) === 'approved';
}
