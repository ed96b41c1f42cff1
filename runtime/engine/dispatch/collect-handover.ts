// What a run leaves to the executor that goes on with its node: a pull request, commits, or a patch.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseReport } from '../../evidence/report/parse-report.ts';
import { git } from '../../evidence/trees/git.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { isPullRequest, readResult } from '../../executors/protocol/read-result.ts';
import { putFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import type { Handover } from '../../model/actors/handover.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { readState } from '../../step/run-step.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';

const MOST_COMMITS = 20;
const RESULTS = ['work_result.json', 'work_result.txt'];
const JUDGED = 'patch.diff';

/** What cannot be had is left out: the work itself stays in the tree. */
export async function collectHandover(ws: Workspace, goal: Goal, run: Run): Promise<Handover> {
  const pr = pullRequestOf(ws, goal, run) ?? publishedPull(ws, goal);
  const commits = await commitsSince(run);
  const change = await patchOf(ws, goal, run);
  return { ...(pr && { pr }), ...(commits && { commits }), ...(change && { patch: change }) };
}

/** The one that the newest run of the node names: said on, and proving nothing. */
function pullRequestOf(ws: Workspace, goal: Goal, { node, copy }: Run): string | undefined {
  const kept = runsOf(goal, node).map(({ id }) => files.orderFolder(ws, goal.artifacts, node, id));
  const folders = [...(copy ? [copy.dir] : []), ...kept.reverse()];
  for (const folder of folders) {
    const pr = pullRequestIn(folder);
    if (pr !== undefined) return pr;
  }
  return undefined;
}

/** The one that was opened for its goal. */
function publishedPull(ws: Workspace, { id }: Goal): string | undefined {
  const now = readState(ws, ({ published }) => published?.[id]?.pull?.url);
  return now.ok ? now.value : undefined;
}

function pullRequestIn(folder: string): string | undefined {
  for (const name of RESULTS) {
    const text = readIfThere(join(folder, name))?.toString('utf8');
    const read = text === undefined ? undefined : readResult(text, name);
    if (read?.kind === 'result' && read.result.changes.pr) return read.result.changes.pr;
  }
  const report = readIfThere(join(folder, 'report.md'))?.toString('utf8');
  const pr = report === undefined ? undefined : parseReport(report).pr;
  return pr !== undefined && isPullRequest(pr) ? pr : undefined;
}

/** As it was judged; of a run at work, or that nobody could judge, what it changed until now. */
async function patchOf(ws: Workspace, goal: Goal, run: Run): Promise<Handover['patch']> {
  const { outputs, ended } = run;
  if (ended && outputs?.artifacts.includes(JUDGED)) return { file: `${outputs.dir}/${JUDGED}` };
  const change = await changeOf(ws, run);
  if (change.length === 0) return undefined;
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  const file = join(folder, 'handover.patch');
  putFile(file, change);
  const sha256 = createHash('sha256').update(change).digest('hex');
  return { file: belowData(ws, file), sha256 };
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
