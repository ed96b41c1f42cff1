import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { belowData } from '../../executors/order-folder.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import { linkGoal } from '../../workspace/goal-link.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { auditsOf } from './audits.ts';
import type { GoalChange } from './end-notice.ts';
import { renderSummary } from './summary.ts';
import type { Sources } from './summary-sources.ts';

type Found = Omit<Sources, 'lines' | 'patch' | 'audits' | 'now'>;

type WrittenSummary = Readonly<{
  path: string;
  sha256: string;
  /** Of the whole change, below .wukong/. */
  patch: string | undefined;
}>;

/** summary.md, and the patch it names. */
export function writeSummary(
  ws: Workspace,
  goal: Goal,
  found: Found,
  change: GoalChange,
  clean: Redact,
): WrittenSummary {
  const folder = files.artifacts(ws, goal.artifacts);
  makeFolder(ws, folder);
  linkGoal(ws, goal.id, goal.artifacts);
  const patch = putPatch(ws, folder, change);
  const audits = auditsOf(ws, goal);
  const now = new Date().toISOString();
  const text = clean(renderSummary(goal, { ...found, lines: change.lines, patch, audits, now }));
  const path = join(folder, 'summary.md');
  replaceFile(path, text, true);
  return { path, sha256: createHash('sha256').update(text).digest('hex'), patch };
}

/** What a person takes all of it back with: the node’s own patches may stand on each other. */
function putPatch(ws: Workspace, folder: string, { patch }: GoalChange): string | undefined {
  if (patch.length === 0) return undefined;
  const path = join(folder, 'change.patch');
  replaceFile(path, patch, true);
  return belowData(ws, path);
}
