// A person takes finished work as it is, although no run shows what was asked of it.

import type { AcceptedWork } from '../../model/proof.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state.ts';
import type { BlockedKind } from '../../model/vocabulary.ts';
import { blockedNodes, runsOf } from '../graph/graph.ts';
import { bringsNoTest } from '../graph/proof.ts';
import { nodeState } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import { settleAll } from './runs.ts';
import type { Step } from './step.ts';

export type Acceptance = Said & Readonly<{ what: AcceptedWork; why: string }>;

/** Whether something waits for just these words: a node, or the end of the goal. */
export function isAwaited(goal: Goal, what: AcceptedWork, nodeId: string | null): boolean {
  return waitingFor(goal, what, nodeId).length > 0 || isEndInDoubt(goal, what);
}

/** The nodes that are done by it; the goal runs again. */
export function acceptWork(
  step: Step,
  goal: Goal,
  nodeId: string | null,
  { what, why, ...said }: Acceptance,
): readonly string[] {
  const payload = { what, why: why.slice(0, 2000), ...signed(said) };
  const nodes = waitingFor(goal, what, nodeId);
  if (nodes.length === 0) step.emit({ type: 'work.accepted', goal_id: goal.id, payload });
  for (const id of nodes) {
    const scope = { goal_id: goal.id, node_id: id };
    const { run, level } = lastResult(goal, id);
    step.emit({ type: 'work.accepted', ...scope, payload });
    step.emit({ type: 'node.done', ...scope, payload: { run, level } });
  }
  if (goal.status === 'paused') step.emit({ type: 'graph.resumed', goal_id: goal.id, payload: {} });
  settleAll(step, goal);
  return nodes;
}

function waitingFor(goal: Goal, what: AcceptedWork, nodeId: string | null): string[] {
  return blockedNodes(goal).filter((id) => {
    const node = nodeState(goal, id);
    if ((nodeId ?? id) !== id || node.status !== 'blocked') return false;
    if (node.kind === WAITS_AS[what]) return true;
    return what === 'unproven' && (isUnchecked(node.because) || bringsNoTest(goal, id));
  });
}

/** No run can say whether its changed tests hold: then one word is enough for the work and for them. */
function isUnchecked(because: Reason): boolean {
  return because.kind === 'tests-changed' && because.unchecked === true;
}

const WAITS_AS: Readonly<Record<AcceptedWork, BlockedKind>> = {
  unproven: 'not-shown',
  'no-change': 'no-change',
};

/** All nodes are done, and the goal waits only for a word on the fault. */
function isEndInDoubt({ status, paused }: Goal, what: AcceptedWork): boolean {
  return what === 'unproven' && status === 'paused' && paused?.kind === 'fault-not-shown';
}

/** Of a node that waits for a word on its work there is one. */
function lastResult(goal: Goal, nodeId: string) {
  const run = runsOf(goal, nodeId).findLast(({ outputs }) => outputs !== null);
  if (!run?.outputs) throw new Error(`${nodeId} has no result`);
  return { run: run.id, level: run.outputs.level };
}
