// What the runs of a goal changed, one after the other, without what a person did in the same tree meanwhile. Pure.

import type { Recorded } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';

export type PatchStep = Readonly<{
  /** The run, or `back:E-000123` for what a person rolled back. */
  key: string;
  node: string;
  /** Trees before and after, of the very bytes that files had. */
  before: string;
  after: string;
  paths: readonly string[];
  /** ISO time. */
  at: string;
}>;

/** Those it is made of. */
export const STEP_FACTS = ['run.ended', 'lane.landed', 'work.rolled_back'] as const;

/** `published`: keys of those that are in its branch already. Of the others, work that was rolled back is left out. */
export function stepsOf(
  goal: Goal,
  facts: readonly Recorded[],
  published: ReadonlySet<string>,
): PatchStep[] {
  const landed = new Set(
    facts.flatMap(({ type, run_id }) => (type === 'lane.landed' && run_id ? [run_id] : [])),
  );
  let steps: PatchStep[] = [];
  for (const fact of facts) {
    const run = fact.run_id === undefined ? undefined : goal.runs[fact.run_id];
    if (fact.type === 'run.ended' && run && isThere(run, landed)) {
      steps.push(...stepOf(goal, run, steps, fact.timestamp));
    }
    if (fact.type !== 'work.rolled_back') continue;
    const from = steps.findIndex(({ node }) => node === fact.node_id);
    if (from < 0) continue;
    const undone = steps.slice(from);
    const back = {
      key: `back:${fact.event_id}`,
      node: fact.node_id,
      before: undone.at(-1)?.after ?? fact.payload.tree,
      after: fact.payload.tree,
      paths: [...new Set(undone.flatMap(({ paths }) => paths))],
      at: fact.timestamp,
    };
    const isOut = undone.some(({ key }) => published.has(key));
    steps = isOut ? [...steps, back] : steps.slice(0, from);
  }
  return steps;
}

/** Work of a lane of its own that never landed is in no tree of the goal. */
function isThere({ id, lane, outputs }: Run, landed: ReadonlySet<string>): boolean {
  if (!outputs || lane.base === null || outputs.tree === null) return false;
  return outputs.patch_files.length > 0 && (lane.lands_in === undefined || landed.has(id));
}

/** Later runs of a node are measured from where its work began: here each counts from where the one before it ended. */
function stepOf(goal: Goal, run: Run, before: readonly PatchStep[], at: string): PatchStep[] {
  const { id, node, lane, outputs } = run;
  if (!outputs?.tree || lane.base === null) return [];
  const last = before.findLast((one) => one.node === node);
  const other = last && goal.runs[last.key]?.lane;
  const goesOn = other?.base === lane.base && other.worktree === lane.worktree;
  const from = goesOn && last ? last.after : lane.base;
  return [{ key: id, node, before: from, after: outputs.tree, paths: outputs.patch_files, at }];
}

/** Those of one node that follow each other are one commit. */
export function inCommits(steps: readonly PatchStep[]): ReadonlyArray<readonly PatchStep[]> {
  const groups: PatchStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0]?.node === step.node) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

export type Start = Readonly<{ commit: string; onto?: string | undefined }>;

/** The commit its work began on, and the branch that was checked out then. Undefined: there was none. */
export function startOf(goal: Goal): Start | undefined {
  const head = Object.values(goal.runs).find(({ lane }) => lane.head)?.lane.head;
  if (!head) return undefined;
  const [ref = '', commit = ''] = head.split(' ');
  const onto = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  return commit === '' ? undefined : { commit, onto };
}
