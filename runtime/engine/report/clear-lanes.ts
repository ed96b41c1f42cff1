// The agent whose report was the last one is held until its goal is closed, and is in its lane until then. So that one
// is taken away by a process of its own, for which nobody waits.

import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { lanesOfClient } from '../lanes/client-lanes.ts';
import { type Job, startVerifier } from './verifier.ts';

/** `goal`: as it was before its end. */
export async function startClearing(
  ws: Workspace,
  { report: _, ...job }: Job,
  goal: Goal,
): Promise<void> {
  const now = readState(ws, ({ goals }) => goals[goal.id] === undefined);
  const lanes = now.ok && now.value ? lanesOfClient(ws, goal) : [];
  if (lanes.length > 0) await startVerifier(ws).hand({ ...job, lanes });
}
