// What a run leaves to the executor that goes on with its node: a pull request, commits, or a patch.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { readResult } from '../../executors/protocol/read-result.ts';
import { readIfThere } from '../../files/reading.ts';
import type { Handover } from '../../model/actors/handover.ts';
import type { Goal, Run } from '../../model/state.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';

const MOST_COMMITS = 20;
const RESULTS = ['work_result.json', 'work_result.txt'];

/** Of a run at work as it is now. What cannot be had is left out: the work itself stays in the tree. */
export async function collectHandover(ws: Workspace, goal: Goal, run: Run): Promise<Handover> {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  const pr = pullRequestIn(run.copy ? [folder, run.copy.dir] : [folder]);
  const commits = await commitsSince(run);
  const change = await changeOf(ws, run);
  if (change.length === 0) return { ...(pr && { pr }), ...(commits && { commits }) };
  makeFolder(ws, folder);
  const file = join(folder, 'handover.patch');
  writeFileSync(file, change, { mode: 0o600 });
  const sha256 = createHash('sha256').update(change).digest('hex');
  return {
    ...(pr && { pr }),
    ...(commits && { commits }),
    patch: { file: belowData(ws, file), sha256 },
  };
}

/** As the executor itself named it: said on, and proving nothing. */
function pullRequestIn(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    for (const name of RESULTS) {
      const text = readIfThere(join(folder, name))?.toString('utf8');
      const read = text === undefined ? undefined : readResult(text, name);
      if (read?.kind === 'result' && read.result.changes.pr) return read.result.changes.pr;
    }
  }
  return undefined;
}

async function commitsSince({ lane }: Run): Promise<string[] | undefined> {
  const base = lane.head?.split(' ')[1];
  if (!base) return undefined;
  const args = ['rev-list', `--max-count=${MOST_COMMITS}`, `${base}..HEAD`];
  const found = await git({ cwd: lane.worktree, args });
  const commits = found.ok ? found.value.stdout.toString('utf8').split('\n').filter(Boolean) : [];
  return commits.length > 0 ? commits : undefined;
}

async function changeOf(ws: Workspace, { lane }: Run): Promise<Buffer> {
  const nothing = Buffer.alloc(0);
  if (lane.base === null) return nothing;
  const after = await takeTree(ws, lane.worktree);
  if (!after.ok) return nothing;
  const pair = {
    worktree: lane.worktree,
    objectsDir: files.objects(ws),
    before: lane.base,
    after: after.value,
  };
  const changed = await changes(pair);
  if (!changed.ok || changed.value.length === 0) return nothing;
  const text = await patch({ ...pair, paths: changed.value.map(({ path }) => path) });
  return text.ok ? text.value : nothing;
}
