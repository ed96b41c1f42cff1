// Two trees brought together over the one both began from, by git, in a git directory of ours: no configuration of a
// person, so that none of their programs runs but the drivers they approved, and the attributes of the commit on which
// their working tree stands.

import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { makeNew, removeAll, temporaryFolder } from '../../files/changing.ts';
import type { GateApproval } from '../../model/gate.ts';
import { gateEnvironment } from '../gates/gate-environment.ts';
import { copyPlaces, placeOutside } from '../trees/copy-place.ts';
import { differences } from '../trees/differences.ts';
import { asVariables, fields, git } from '../trees/git.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { openRepository } from '../trees/tree-store.ts';
import { mergeDirectory, type ToMerge } from './merge-directory.ts';
import {
  attributesAt,
  driversNamed,
  driversSetUp,
  isDriverApproved,
  type MergeDriver,
} from './merge-drivers.ts';
import { gitSaid, whyNot } from './why.ts';

/** A file that both sides changed, and a driver of the person that did not merge it. */
export type Unasked = Readonly<{ path: string; driver: string }>;

type Merged =
  | Readonly<{ is: 'clean'; tree: string; unasked?: readonly Unasked[] }>
  | Readonly<{ is: 'conflict'; paths: readonly string[]; unasked?: readonly Unasked[] }>
  | Readonly<{ is: 'failed'; why: string }>;

type Drivers = Readonly<{
  approvals: readonly GateApproval[];
  /** Names the process that merges, as for copies: what is left of it goes with those. */
  owner: string;
  /** How long all of them together may take. */
  timeoutMs?: number;
}>;

const DRIVERS_MS = 60_000;
const NONE: Drivers = { approvals: [], owner: 'nobody' };

/** Never rejects for what a repository or a disk may be like. */
export async function mergeTrees(
  place: TreePlace,
  trees: ToMerge['trees'],
  drivers: Drivers = NONE,
): Promise<Merged> {
  const { base, ours, theirs } = trees;
  if (ours === theirs || theirs === base) return { is: 'clean', tree: ours };
  if (ours === base) return { is: 'clean', tree: theirs };
  try {
    const opened = await openRepository(place.worktree, place.objectsDir);
    if (!opened.ok) return failed(gitSaid(opened.error));
    // Older gits take a tree that they cannot read for an empty one, and call it merged.
    for (const tree of [ours, theirs]) {
      const listed = await entriesOf(place, tree);
      if (!listed.ok) return failed(gitSaid(listed.error));
    }
    const attributes = await attributesAt(opened.value);
    if (typeof attributes === 'string') return failed(attributes);
    const { top } = opened.value;
    const named = driversNamed([...attributes.values()], await driversSetUp(top));
    const allowed = named.filter((one) => isDriverApproved(one, drivers.approvals, top));
    const work = { place, repository: opened.value, trees, attributes, named };
    const merged = await inFolder({ ...work, allowed }, drivers);
    // One that does not end, say, is left out.
    return merged.is === 'failed' && allowed.length > 0
      ? await inFolder({ ...work, allowed: [] }, drivers)
      : merged;
  } catch (error) {
    return failed(whyNot(error));
  }
}

function failed(why: string): Merged {
  return { is: 'failed', why };
}

type Folder = Readonly<{ ok: true; path: string } | { ok: false; why: string }>;

type Work = ToMerge &
  Readonly<{
    place: TreePlace;
    named: readonly MergeDriver[];
    /** Those of them that a person approved. */
    allowed: readonly MergeDriver[];
  }>;

async function inFolder(work: Work, drivers: Drivers): Promise<Merged> {
  const folder = newFolder(work, drivers);
  if (!folder.ok) return failed(folder.why);
  try {
    return await mergeIn(folder.path, work, drivers.timeoutMs ?? DRIVERS_MS);
  } finally {
    removeAll(folder.path);
  }
}

function newFolder({ place, repository, allowed }: Work, { owner }: Drivers): Folder {
  if (allowed.length === 0) {
    // Named as those that are swept where trees are recorded.
    const path = join(resolve(place.objectsDir), `index-${process.pid}-${randomUUID()}`);
    makeNew(path);
    return { ok: true, path };
  }
  // From inside of the repository `../..` would lead a driver to the files of the person.
  const outside = placeOutside(repository.top, copyPlaces());
  return outside.ok
    ? { ok: true, path: temporaryFolder(join(outside.base, `wukong-copy-${owner}-`)) }
    : outside;
}

async function mergeIn(own: string, work: Work, timeoutMs: number): Promise<Merged> {
  const { cwd, env, ours, theirs } = mergeDirectory(own, work);
  const merged = await git({
    cwd,
    env: { ...env, ...asVariables(work.allowed.map(driverSetting)) },
    args: ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs],
    expect: [0, 1],
    ...(work.allowed.length > 0 && { others: { env: gateEnvironment(process.env), timeoutMs } }),
  });
  if (!merged.ok) return failed(gitSaid(merged.error));
  const [tree = '', ...paths] = fields(merged.value.stdout);
  const left = await unaskedIn(work, { cwd, env });
  const unasked = left.length > 0 ? { unasked: left } : {};
  return merged.value.exitCode === 0
    ? { is: 'clean', tree, ...unasked }
    : { is: 'conflict', paths: [...new Set(paths.filter((path) => path !== ''))], ...unasked };
}

function driverSetting({ name, line }: MergeDriver): readonly [string, string] {
  return [`merge.${name}.driver`, line];
}

async function unaskedIn(
  { place, trees, named, allowed }: Work,
  at: Readonly<{ cwd: string; env: Readonly<Record<string, string>> }>,
): Promise<readonly Unasked[]> {
  const names = named.filter((one) => !allowed.includes(one)).map(({ name }) => name);
  if (names.length === 0) return [];
  const ours = await differences(place, trees.base, trees.ours);
  const theirs = await differences(place, trees.base, trees.theirs);
  if (!ours.ok || !theirs.ok) return [];
  const now = new Map(ours.value.map(({ path, to }) => [path, to?.id]));
  const both = theirs.value
    .filter(({ path, to }) => now.has(path) && now.get(path) !== to?.id)
    .map(({ path }) => path);
  const input = both.map((path) => `${path}\0`).join('');
  const asked = await git({ ...at, args: ['check-attr', '-z', '--stdin', 'merge'], input });
  const said = asked.ok ? fields(asked.value.stdout) : [];
  return both.flatMap((path, n) => {
    const driver = said[n * 3 + 2] ?? '';
    return names.includes(driver) ? [{ path, driver }] : [];
  });
}
