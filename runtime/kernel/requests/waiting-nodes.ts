// What follows for the nodes around one that failed, was opened again, or waits for a person.

import type { Goal } from '../../model/state/goal.ts';
import { waitKind } from '../../model/wait-of.ts';
import type { NodeWait } from '../../model/waits.ts';
import { prospectOf } from '../graph/edges.ts';
import { stepOf } from '../graph/ended-node.ts';
import { edgesTo, failedNodes, inPlanOrder, joinOf, reachable, runsOf } from '../graph/graph.ts';
import { activeRuns, nodeState } from '../state/queries.ts';
import { askedOf, doubtsOf, shownOf } from './approval-list.ts';
import { askConditions, mootNode } from './ask-conditions.ts';
import { askedAbout } from './claim-changes.ts';
import { isAbandoned, settle } from './settle.ts';
import type { Step } from './step.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Draws the consequences of what was emitted. A node whose branch for its failure was skipped waits
 * for a person after all, and what was skipped because it failed waits for it again; but not while
 * a run goes on behind it.
 */
export function settleAll(step: Step, goal: Goal): void {
  for (;;) {
    settle(step, goal);
    const moot = mootNode(goal);
    if (moot !== undefined) openAgain(step, goal, moot);
    const asked = askConditions(step, goal);
    if (typeof asked === 'object') blockNode(step, goal, asked.id, asked.because);
    if (moot !== undefined || asked !== 'nothing') continue;
    const id = failedNodes(goal).find(
      (failed) => isAbandoned(goal, failed) && !isBeforeRun(goal, failed),
    );
    if (id === undefined) return;
    const between = inPlanOrder(goal, reachable(goal, id, true)).filter(
      (other) => nodeState(goal, other).status === 'skipped',
    );
    const because = { kind: 'branches-skipped' } as const;
    const scope = { goal_id: goal.id, node_id: id };
    if (between.length > 0)
      step.emit({ type: 'node.reopened', ...scope, payload: { because, findings: [], between } });
    const { attempts: runs } = nodeState(goal, id);
    blockNode(step, goal, id, { kind: 'runs-used-up', runs, last: because });
  }
}

/**
 * What a ready node needs may have been opened again while it was worked on, or waited for a person:
 * then it waits as well, or is skipped.
 */
export function waitIfOpen(step: Step, goal: Goal, id: string): void {
  if (!isOpenBefore(goal, id)) return;
  openAgain(step, goal, id);
  settleAll(step, goal);
}

function openAgain(step: Step, goal: Goal, id: string): void {
  const because = { kind: 'reopened-before' } as const;
  const scope = { goal_id: goal.id, node_id: id };
  step.emit({ type: 'node.reopened', ...scope, payload: { because, findings: [], between: [id] } });
}

/** Whether something that a node builds on was opened again. */
export function isOpenBefore(goal: Goal, id: string): boolean {
  return prospectOf(joinOf(goal, id), edgesTo(goal, id)) !== 'ready';
}

function isBeforeRun(goal: Goal, id: string): boolean {
  const ahead = reachable(goal, id, true);
  return activeRuns(goal).some((run) => ahead.has(run.node));
}

/** The kind is said beside the reason for those who read the log or the goal; nothing here reads it. */
export function blockNode(step: Step, goal: Goal, nodeId: string, because: NodeWait): void {
  const kind = waitKind(because);
  const scope = { goal_id: goal.id, node_id: nodeId };
  step.emit({ type: 'node.blocked', ...scope, payload: { kind, because } });
  const asked = shownOf(goal, nodeId);
  const more = askedOf(goal, nodeId).length - asked.length;
  const in_doubt = doubtsOf(goal, nodeId);
  const doubts = in_doubt.length > 0 && { in_doubt };
  const outside = [...askedAbout(goal, nodeId)];
  const theirs = outside.length > 0 && { outside };
  const about = { goal: goal.id, node: nodeId, blocked: kind, because, asked, more };
  const why = because.kind === 'questions' ? runsOf(goal, nodeId).at(-1)?.outputs?.summary : '';
  const known = { step: stepOf(goal, nodeId), ...(why && { why: why.slice(0, 300) }) };
  const notice = {
    kind: 'node-waits',
    ...about,
    ...doubts,
    ...theirs,
    ...known,
  } as const;
  tellOwner(step, goal, notice, nodeId);
}
