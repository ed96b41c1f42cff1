// A person takes finished work as it is, although no run shows what was asked of it.

import type { Terminal } from '../../model/actors/terminal.ts';
import type { AcceptedWork } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { isAcceptedBy } from '../../model/wait-of.ts';
import type { OpenCriterion } from '../graph/criteria.ts';
import { blockedNodes, runsOf } from '../graph/graph.ts';
import { nodeState } from '../state/queries.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import type { Step } from './step.ts';
import { blockNode, settleAll } from './waiting-nodes.ts';

export type Acceptance = Said & Readonly<{ why: string }> & Accepted;

/** Finished work as it is, or one criterion of it that is open. */
export type Accepted =
  | Readonly<{ what: AcceptedWork }>
  | Readonly<{ what: 'criterion'; number: number }>;

/** Whether something waits for just these words: a node, or the end of the goal. */
export function isAwaited(goal: Goal, accepted: Accepted, nodeId: string | null): boolean {
  return waitingFor(goal, accepted, nodeId).length > 0 || isEndInDoubt(goal, accepted);
}

/** The nodes that are done by it; the goal runs again. */
export function acceptWork(
  step: Step,
  goal: Goal,
  nodeId: string | null,
  accepted: Acceptance,
): readonly string[] {
  const said = { why: accepted.why.slice(0, 2000), ...signed(accepted) };
  const nodes = waitingFor(goal, accepted, nodeId);
  if (nodes.length === 0 && accepted.what !== 'criterion') {
    const payload = { what: accepted.what, ...said };
    step.emit({ type: 'work.accepted', goal_id: goal.id, ...typedIn(accepted), payload });
  }
  const done = nodes.filter((id) => {
    const scope = { goal_id: goal.id, node_id: id, ...typedIn(accepted) };
    if (accepted.what === 'criterion') {
      const left = acceptCriterion(step, goal, scope, accepted.number, said);
      if (left.length > 0) return false;
    } else {
      step.emit({ type: 'work.accepted', ...scope, payload: { what: accepted.what, ...said } });
    }
    step.emit({ type: 'node.done', ...scope, payload: lastResult(goal, id) });
    return true;
  });
  if (goal.status === 'paused') step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
  settleAll(step, goal);
  return done;
}

/** Those that are open without it, for which the node goes on waiting. */
function acceptCriterion(
  step: Step,
  goal: Goal,
  scope: Readonly<{ goal_id: string; node_id: string }>,
  number: number,
  said: Readonly<{ why: string; by: string; terminal?: Terminal }>,
): readonly OpenCriterion[] {
  const { node_id: id } = scope;
  const open = openAt(goal, id);
  const text = open.find((one) => one.number === number)?.text ?? '';
  step.emit({ type: 'criterion.accepted', ...scope, payload: { number, text, ...said } });
  const left = open.filter((one) => one.number !== number);
  if (left.length > 0) {
    blockNode(step, goal, id, { kind: 'criteria-open', open: left });
  }
  return left;
}

/** The criteria that a node waits for. */
export function openAt(goal: Goal, id: string): readonly OpenCriterion[] {
  const node = nodeState(goal, id);
  if (node.status !== 'blocked' || node.because.kind !== 'criteria-open') return [];
  return node.because.open;
}

function waitingFor(goal: Goal, accepted: Accepted, nodeId: string | null): string[] {
  return blockedNodes(goal).filter((id) => {
    const node = nodeState(goal, id);
    if ((nodeId ?? id) !== id || node.status !== 'blocked') return false;
    if (accepted.what === 'criterion') {
      return openAt(goal, id).some(({ number }) => number === accepted.number);
    }
    return isAcceptedBy(node.because, accepted.what);
  });
}

/** All nodes are done, and the goal waits only for a word on the fault. */
function isEndInDoubt({ status, paused }: Goal, { what }: Accepted): boolean {
  if (status !== 'paused' || !paused || what === 'criterion') return false;
  return isAcceptedBy(paused, what);
}

/** Of a node that waits for a word on its work there is one. */
function lastResult(goal: Goal, nodeId: string) {
  const run = runsOf(goal, nodeId).findLast(({ outputs }) => outputs !== null);
  if (!run?.outputs) throw new Error(`${nodeId} has no result`);
  return { run: run.id, level: run.outputs.level };
}
