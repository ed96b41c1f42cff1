// A finished node is opened again, by a judge or by a gate on the final tree.

import type { Cause } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import type { Goal } from '../../model/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { between, inPlanOrder, reachable } from '../graph/graph.ts';
import { activeRuns, nodeState, specOf } from '../state/queries.ts';
import { blockNode, waitIfOpen } from './runs.ts';
import type { Step } from './step.ts';

/**
 * Opens a node again, or asks a person when its runs are used up. One that is open already gets the
 * findings all the same; but nothing is opened under an agent that works, or a person who is asked.
 * `keepsBase`: nothing more was asked for, so that what it did before is its change still.
 */
export function reopenNode(
  step: Step,
  goal: Goal,
  target: string,
  judge: string,
  because: Cause,
  findings: readonly Remark[],
  keepsBase = false,
): void {
  const path = between(goal, target, judge);
  const working = new Set(activeRuns(goal).map((run) => run.node));
  const held = path.filter((id) => nodeState(goal, id).status === 'blocked');
  const busy = [target, ...path].filter((id) => working.has(id) || held.includes(id));
  if (busy.length > 0) {
    lookAgain(step, goal, judge, busy, findings);
    return;
  }
  const before = nodeState(goal, target);
  const scope = { goal_id: goal.id, node_id: target };
  const kept = keepsBase ? { keeps_base: true } : {};
  step.emit({
    type: 'node.reopened',
    ...scope,
    payload: { because, findings: [...findings], between: path, ...kept },
  });
  const { attempts } = nodeState(goal, target);
  if (before.status === 'blocked') {
    step.emit({
      type: 'node.blocked',
      ...scope,
      payload: { kind: before.kind, because: before.because },
    });
  } else if (attempts >= specOf(goal, target).max_retries) {
    const spent = { kind: 'runs-used-up', runs: attempts, last: because } as const;
    blockNode(step, goal, target, 'retries', spent);
  } else waitIfOpen(step, goal, target);
}

/** The judge waits for what is open before it, and has its findings with it when it looks again. */
function lookAgain(
  step: Step,
  goal: Goal,
  judge: string,
  open: readonly string[],
  findings: readonly Remark[],
): void {
  const path = new Set(open.flatMap((id) => between(goal, id, judge)));
  for (const id of open) path.delete(id);
  step.emit({
    type: 'node.reopened',
    goal_id: goal.id,
    node_id: judge,
    payload: {
      because: { kind: 'open-already', node: open[0] ?? judge },
      findings: [...findings],
      between: inPlanOrder(goal, path),
    },
  });
}

/** The node named by the judge if it lies behind it, else the nearest writing node behind it. */
export function judgedNode(goal: Goal, judge: string, named: string | null): string | undefined {
  const short = named ? /N-\d{3,}/.exec(named)?.[0] : undefined;
  const behind = inPlanOrder(goal, reachable(goal, judge, false))
    .filter((id) => !['failed', 'skipped', 'cancelled'].includes(nodeState(goal, id).status))
    .map((id) => specOf(goal, id));
  const writers = behind.filter((spec) => WRITING_ROLES.includes(spec.role));
  return (behind.find((spec) => spec.id === short) ?? writers.at(-1))?.id;
}
