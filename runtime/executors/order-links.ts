// What an order points to, for people and programs that read no JSON: links.md and manifest.txt.

import { runsOf } from '../kernel/graph/graph.ts';
import type { WorkOrder } from '../kernel/views/work-order.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';

/** The issue, what the run goes on from, and outputs of earlier nodes: a line each. */
export function linksOf(order: WorkOrder, { takes_over }: Run): string[] {
  const { pr, commits = [], patch } = takes_over?.handover ?? {};
  return [
    `Issue: ${order.issue_ref}`,
    ...(takes_over ? [`Goes on from: ${takes_over.run}`] : []),
    ...(pr ? [`Pull request: ${pr}`] : []),
    ...commits.map((commit) => `Commit: ${commit}`),
    ...(patch ? [`Patch: .wukong/${patch.file}`] : []),
    ...order.inputs.upstream.map(({ ref, file }) => `${ref}: .wukong/${file}`),
  ];
}

/** Files to start from: those of the plan, and what the nodes before it and its own earlier runs changed. */
export function manifestOf(goal: Goal, order: WorkOrder): string[] {
  const nodes = [...order.depends_on, order.node.id];
  const changed = nodes
    .flatMap((id) => runsOf(goal, id))
    .flatMap(({ outputs }) => outputs?.patch_files ?? []);
  return [...new Set([...order.inputs.files, ...changed])];
}
