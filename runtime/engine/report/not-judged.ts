// What is known of a report from a lane whose work cannot be judged: what came meanwhile is in its way, or the lane
// cannot be had.

import { join } from 'node:path';
import { parseReport } from '../../evidence/report/parse-report.ts';
import { changes, patch } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { putFile } from '../../files/atomic-write.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Conflict } from '../lanes/catch-up.ts';
import { readKept } from './report-text.ts';
import { hashFiles } from './write-evidence-files.ts';

const MOST_SUMMARY = 2000;

/** Its change is kept as a patch, for the run that does it again. */
export async function judgedConflict(
  ws: Workspace,
  at: RunAt,
  { because, base, theirs }: Conflict,
): Promise<Judged> {
  const folder = folderOf(ws, at);
  const { worktree } = at.run.lane;
  const pair = { worktree, objectsDir: files.objects(ws), before: base, after: theirs };
  const [changed, text] = await Promise.all([changes(pair), patch(pair)]);
  if (text.ok) putFile(join(folder, 'patch.diff'), text.value);
  return {
    ...notJudged(ws, folder),
    conflict: because,
    changed: changed.ok ? changed.value.map(({ path }) => path) : [],
    tree: theirs,
  };
}

/** Somebody took it away, say: the work is done again. */
export function judgedWithoutLane(ws: Workspace, at: RunAt, why: string): Judged {
  const summary = `What was done in its lane cannot be had: ${why}`.slice(0, MOST_SUMMARY);
  return { ...notJudged(ws, folderOf(ws, at)), status: 'failed', summary };
}

function folderOf(ws: Workspace, { goal, run }: RunAt): string {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  return folder;
}

function notJudged(ws: Workspace, folder: string): Judged {
  const { summary, claimedLevel } = parseReport(readKept(folder));
  return {
    status: 'done',
    summary: summary.slice(0, MOST_SUMMARY),
    questions: [],
    decisions: [],
    verdict: null,
    reopen: null,
    findings: [],
    claimed: claimedLevel ?? null,
    overclaimed: false,
    level: 'L0',
    passes: false,
    reasons: [],
    missing: [],
    gates: [],
    changed: [],
    tree: null,
    proven: {},
    outputTokens: 0,
    dir: belowData(ws, folder),
    artifacts: hashFiles(folder),
  };
}
