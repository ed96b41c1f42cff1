// A run given to a headless client, as a driver gives it: a goal of one body node in the repository of a rig.

import { realpathSync } from 'node:fs';
import { headOf, takeTree } from '../../runtime/engine/changes/changes.ts';
import { writeOrderFolder } from '../../runtime/executors/order-folder.ts';
import { orderFile } from '../../runtime/executors/protocol/order-file.ts';
import { own } from '../../runtime/kernel/requests/goals.ts';
import { HEADLESS } from '../../runtime/kernel/state/run-by.ts';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { locateRepository } from '../../runtime/workspace/repository.ts';
import type { Rig } from '../rig/rig.ts';

const TEMPLATE = `name: mine
version: 1
description: Mine
success_criteria: [it works]
nodes:
  - id: N-010
    title: Fix it
    role: body
    constraints: { allowed_paths: ['src/**'] }
`;

export const RUN = '2026-01-01-body-0001';

/** `mine`: one body node, in src/ only. */
export function writeTemplate(rig: Rig): void {
  rig.write('.wukong/templates/mine.yaml', TEMPLATE);
}

export async function giveRun(rig: Rig, ref: ProcessRef) {
  writeTemplate(rig);
  const added = await rig.cli(['goal', 'add', 'it crashes', '--template', 'mine']);
  const ws = locateRepository(rig.repo);
  if (added.code !== 0 || !ws) throw new Error(rig.dump());
  const worktree = realpathSync(rig.repo);
  const tree = await takeTree(ws, worktree);
  if (!tree.ok) throw new Error(tree.error);
  const head = await headOf(worktree);
  const given = runStep(ws, (step) => {
    const goal = step.state.goals['G-0001'];
    if (!goal) throw new Error('no goal');
    own(step, goal, { owner: { kind: 'driver', ref: processRef(process.pid) } });
    const at = { goal_id: goal.id, node_id: 'N-010', run_id: RUN };
    const by = { kind: 'process', name: HEADLESS, ref } as const;
    const lane = { worktree, base: tree.value, head };
    step.emit({
      type: 'run.dispatched',
      ...at,
      payload: { role: 'body', seq: 1, number: 1, by, lane },
    });
    const run = goal.runs[RUN];
    if (!run) throw new Error('no run');
    return orderFile(writeOrderFolder(ws, goal, run));
  });
  if (!given.ok) throw new Error(given.failure.kind);
  return { ws, order: given.value };
}
