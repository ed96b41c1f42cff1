// One tree laid into a working tree that holds another, while a person may save a file at any moment: nothing begins
// if the disk has anything but those two, each file is looked at again right before, and the one that goes is kept
// and looked at once more. Whoever is killed in between calls it again: what is done is seen on disk.

import { dirname, join, resolve } from 'node:path';
import { removeIfThere } from '../../files/changing.ts';
import { namesIn } from '../../files/folders.ts';
import { type Difference, differences } from '../trees/differences.ts';
import { git } from '../trees/git.ts';
import type { TreePlace } from '../trees/overlay.ts';
import { openRepository, type Repository, readBlobs } from '../trees/tree-store.ts';
import { carryOut, isFolder, type Landing, look, OURS, settleKept } from './carry-out.ts';
import { type Disk, sameName } from './found-on-disk.ts';
import { type Action, isTheirs, planLanding } from './landing-rules.ts';
import { gitSaid, whyNot } from './why.ts';

type LayRequest = TreePlace &
  Readonly<{
    /** What it holds, and what it shall hold. */
    from: string;
    to: string;
    /**
     * A folder in which what goes is kept, below its path: one for each landing. On the disk of the working tree, or
     * else what is kept is a copy. Left out, as in a lane, in which nobody works: nothing is kept.
     */
    kept?: string;
    /** Between two files. What was done stays done. */
    stop?: AbortSignal;
    /** Of files that hold neither, somebody else's, nothing is asked. */
    besides?: 'theirs';
  }>;

export type Laid =
  | Readonly<{ is: 'done' }>
  /** `path` is empty where it is no path of the tree that is in the way; `error`: the system refused it. */
  | Readonly<{ is: 'stopped'; path: string; why: string; error?: unknown }>;

export async function layInto(request: LayRequest): Promise<Laid> {
  const { from, to } = request;
  if (from === to) return DONE;
  let at = '';
  try {
    const opened = await openRepository(request.worktree, request.objectsDir);
    if (!opened.ok) return stopped('', gitSaid(opened.error));
    const found = await differences(request, from, to);
    if (!found.ok) return stopped('', gitSaid(found.error));
    const landing = await landingOf(opened.value, request, found.value);
    const isOurs = (one: Difference): boolean => !isTheirs(one, look(landing, one.path));
    const all = request.besides ? found.value.filter(isOurs) : found.value;
    for (const one of all) {
      at = one.path;
      const back = settleKept(landing, one);
      if (back !== undefined) return stopped(at, back);
    }
    at = '';
    const plan = planLanding(all, (path) => look(landing, path));
    if (plan.is === 'stopped') return plan;
    for await (const [action, bytes] of withBytes(opened.value, plan.actions)) {
      at = action.path;
      if (request.stop?.aborted) return stopped(at, 'it was told to stop');
      const why = carryOut(landing, action, bytes);
      if (why !== undefined) return stopped(at, why);
    }
    return DONE;
  } catch (error) {
    return { ...stopped(at, whyNot(error)), error };
  }
}

/** The same; and if something is in the way, files that were laid before it go back: half a tree is none. */
export async function layOrTakeBack(request: LayRequest): Promise<Laid> {
  const laid = await layInto(request);
  if (laid.is === 'done' || laid.path === '' || laid.error !== undefined) return laid;
  const { from: to, to: from } = request;
  const back = await layInto({ ...request, from, to, besides: 'theirs' });
  if (back.is === 'done') return laid;
  return {
    ...laid,
    why: `${laid.why}; what was laid before stays, since of ${back.path} ${back.why}`,
  };
}

const DONE: Laid = { is: 'done' };

function stopped(path: string, why: string) {
  return { is: 'stopped', path, why } as const;
}

/** Without what a call before left beside its files. */
async function landingOf(
  { top, format }: Repository,
  { from, to, kept }: LayRequest,
  all: readonly Difference[],
): Promise<Landing> {
  const args = ['config', '--type=bool', '--get', 'core.fileMode'];
  const asked = await git({ cwd: top, args, expect: [0, 1] });
  const knowsModes =
    process.platform !== 'win32' &&
    !(asked.ok && asked.value.stdout.toString('utf8').trim() === 'false');
  const folders = new Set(all.map(({ path }) => dirname(path)));
  const disk = { top, format, knowsModes };
  for (const folder of folders) sweep(disk, folder);
  const own = kept && join(resolve(kept), `${from.slice(0, 12)}-${to.slice(0, 12)}`);
  // Names that this disk may take for one.
  const seen = new Map<string, number>();
  for (const { path } of all) seen.set(sameName(path), (seen.get(sameName(path)) ?? 0) + 1);
  const twins = all.filter(({ path, from }) => !from || (seen.get(sameName(path)) ?? 0) > 1);
  return { disk, kept: own, exactly: new Set(twins.map(({ path }) => path)) };
}

function sweep({ top }: Disk, folder: string): void {
  // Behind a link it is no folder of the tree.
  if (!isFolder(top, folder)) return;
  for (const name of namesIn(join(top, folder))) {
    if (OURS.test(name)) removeIfThere(join(top, folder, name));
  }
}

/** So much is held in memory at a time, or one file. */
const MAX_BYTES = 32 * 1024 * 1024;

async function* withBytes(
  repository: Repository,
  actions: readonly Action[],
): AsyncGenerator<readonly [Action, Buffer | undefined]> {
  const { top, env } = repository;
  const wanted = actions.flatMap((one) => (one.do === 'write' ? [one.to.id] : []));
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)'];
  const input = wanted.map((id) => `${id}\n`).join('');
  const asked = input === '' ? undefined : await git({ cwd: top, env, args, input });
  const said = asked?.ok ? asked.value.stdout.toString('utf8').split('\n') : [];
  const sizes = new Map(
    said.map((line) => line.split(' ')).map(([id, size]) => [id, Number(size)]),
  );
  let batch: Action[] = [];
  let bytes = 0;
  for (const action of [...actions, undefined]) {
    const size = action?.do === 'write' ? (sizes.get(action.to.id) ?? 0) : 0;
    if (batch.length > 0 && (action === undefined || bytes + size > MAX_BYTES)) {
      const ids = batch.flatMap((one) => (one.do === 'write' ? [one.to.id] : []));
      const blobs = await readBlobs(repository, ids);
      for (const one of batch) yield [one, one.do === 'write' ? blobs.get(one.to.id) : undefined];
      batch = [];
      bytes = 0;
    }
    if (action !== undefined) batch.push(action);
    bytes += size;
  }
}
