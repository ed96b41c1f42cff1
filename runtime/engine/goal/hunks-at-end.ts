// Which lines a test holds, at the end of a goal. What was measured for the last report stands, unless
// something but prose changed since: a judge may have had it done over, or a user saved a file.

import { join } from 'node:path';
import { proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import type { Fault, HunksTried } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { onBench } from '../checks/bench.ts';
import { heldHunks, isOnlyProse } from '../checks/held-hunks.ts';
import { type FinalCheck, type HowToEnd, worktreeOf } from './final-check.ts';

export async function hunksAtEnd(
  ws: Workspace,
  goal: Goal,
  { tree, measured }: FinalCheck,
  fault: Fault | undefined,
  { stop, spare }: HowToEnd,
): Promise<HunksTried | undefined> {
  const check = provenCheck(goal);
  if (fault?.kind !== 'shown' || tree === null || !check) return undefined;
  const before = proofOf(goal).hunks;
  const place = { ws, worktree: worktreeOf(ws, goal) };
  if (before && (await isOnlyProse(place, before.tree, tree))) return before;
  const folder = join(files.artifacts(ws, goal.artifacts), 'final');
  makeFolder(ws, folder);
  const green = measured.find(({ side }) => side === 'green');
  const clean = redactor(process.env);
  const about = onBench({ ...place, goal, tree, folder, ran: [], clean, stop, spare });
  return heldHunks(about, { check, tookMs: green?.took_ms });
}

/** What was measured for a report stands in the log already. */
export function withNewHunks(goal: Goal, final: FinalCheck): FinalCheck {
  const isKnown = final.hunks?.tree === proofOf(goal).hunks?.tree;
  return isKnown ? { ...final, hunks: undefined } : final;
}
