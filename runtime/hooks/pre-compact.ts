// The context is about to be compacted. The log has everything already; the checkpoint names the
// event up to which this session had seen it, and a file a person can read.

import { frontierIds } from '../kernel/offer.ts';
import { activeRuns, focusOf, nodeState } from '../kernel/state.ts';
import type { Goal } from '../model/state.ts';
import { replaceFile } from '../store/atomic.ts';
import { files } from '../store/paths.ts';
import { hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

export function onPreCompact(delivery: Delivery) {
  const { trigger, session_id } = delivery.payload;
  const result = hostStep(delivery, { payload: { trigger } }, (step) => {
    const goal = focusOf(step.state, session_id);
    if (!goal) return undefined;
    const checkpoint = {
      goal_id: goal.id,
      title: goal.title,
      status: goal.status,
      as_of: step.state.as_of,
      ...statusesOf(goal),
      frontier: frontierIds(goal),
      running: activeRuns(goal).map((run) => run.id),
    };
    step.emit('checkpoint.written', { session_id, goal_id: goal.id }, checkpoint);
    return checkpoint;
  });
  if (result.kind === 'failed') return notRecorded(result.failure);
  if (result.kind === 'ok' && result.value) {
    const path = files.checkpoint(delivery.ws, result.value.goal_id);
    replaceFile(path, `${JSON.stringify(result.value, null, 1)}\n`, false);
  }
  return {};
}

/** Of a large goal how many nodes are in each status: all of them would be too much for a record. */
function statusesOf(goal: Goal) {
  if (goal.large) return { counts: goal.large.counts };
  return {
    nodes: Object.fromEntries(goal.specs.map(({ id }) => [id, nodeState(goal, id).status])),
  };
}
