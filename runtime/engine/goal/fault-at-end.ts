// What is said first of a goal at its end: whether its fault was shown, or what was, where nobody asked for it.

import { join } from 'node:path';
import { faultOf, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { Fault } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { onBench } from '../checks/bench.ts';
import { documentationOf } from '../checks/documentation.ts';
import { whatWasShown } from '../checks/what-was-shown.ts';
import { type FinalCheck, type HowToEnd, worktreeOf } from './final-check.ts';

type Ended = Readonly<{ fault: Fault | undefined; measured: readonly Measured[] }>;

export async function faultAtEnd(
  ws: Workspace,
  goal: Goal,
  { tree, fault: judged }: FinalCheck,
  { stop, spare }: HowToEnd,
): Promise<Ended> {
  const known = faultOf(goal, tree ?? undefined);
  const fault = judged && isInDoubt(known) ? judged : known;
  const isAsked = fault?.kind !== 'not-asked';
  // What came after the last look at it (a summary, a file of the user) may be documentation as well.
  const isOpen = isInDoubt(fault) && proofOf(goal).documentation !== undefined;
  if (tree === null || (isAsked && !isOpen)) return { fault, measured: [] };
  const folder = join(files.artifacts(ws, goal.artifacts), 'final');
  makeFolder(ws, folder);
  const place = { ws, goal, worktree: worktreeOf(ws, goal), tree, folder };
  const about = onBench({ ...place, clean: redactor(process.env), stop, spare });
  if (!isAsked) {
    const shown = await whatWasShown(about);
    return { fault: shown, measured: about.bench.measured() };
  }
  const found = await documentationOf(about);
  const measured = about.bench.measured();
  return found
    ? { fault: { kind: 'documentation', files: [...found] }, measured }
    : { fault, measured };
}

export function isInDoubt(
  fault: Fault | undefined,
): fault is Extract<Fault, { kind: 'not-shown' }> {
  return fault?.kind === 'not-shown' && fault.accepted === null;
}
