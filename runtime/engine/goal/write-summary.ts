import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { belowData } from '../../executors/order-folder.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { renderSummary } from '../../words/goal/summary.ts';
import { linkGoal } from '../../workspace/goal-link.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { GoalChange } from './change-of-goal.ts';

export function writeSummary(
  ws: Workspace,
  { artifacts, id }: Goal,
  result: GoalResult,
  clean: Redact,
): Readonly<{ path: string; sha256: string }> {
  const folder = files.artifacts(ws, artifacts);
  makeFolder(ws, folder);
  linkGoal(ws, id, artifacts);
  const text = clean(renderSummary(result));
  const path = join(folder, 'summary.md');
  replaceFile(path, text, true);
  return { path, sha256: createHash('sha256').update(text).digest('hex') };
}

/** What a person takes all of it back with, below .wukong/: the node’s own patches may stand on each other. */
export function putPatch(ws: Workspace, { artifacts }: Goal, { patch }: GoalChange): string | null {
  if (patch.length === 0) return null;
  const folder = files.artifacts(ws, artifacts);
  makeFolder(ws, folder);
  const path = join(folder, 'change.patch');
  replaceFile(path, patch, true);
  return belowData(ws, path);
}
