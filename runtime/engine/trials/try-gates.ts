// The gates of a goal, tried when it begins: those of which nothing is known, or that stand on something else
// than they did.

import { isApproved } from '../../evidence/gates/approval.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { recordTrial } from '../../kernel/requests/first-trials.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import { knownTrial } from '../gates/known-trials.ts';
import { type TrialWhere, tryGate } from './try-gate.ts';

/** One after the other, until `stop`. What cannot be tried is said where it is run. */
export async function tryGates(
  ws: Workspace,
  goal: Goal,
  me: ProcessRef,
  { stop, spare }: Pick<TrialWhere, 'stop' | 'spare'>,
): Promise<void> {
  const { worktree } = ws;
  const approvals = approvalsFor(ws, goal);
  const gates = gatesOfGoal(goal).filter((gate) => isApproved(gate, approvals));
  for (const gate of gates) {
    const tree = await takeTree(ws, worktree);
    if (!tree.ok || stop.aborted) return;
    const known = await knownTrial({ ws, worktree, goal, tree: tree.value }, gate);
    if (known?.here) continue;
    const tried = await tryGate({ ws, worktree, goal, stop, spare }, gate);
    if (!tried.ok) continue;
    const kept = runStep(ws, (step) => recordTrial(step, goal.id, me, tried.value));
    if (!kept.ok) throw notRecorded('a trial', kept.failure);
  }
}
