// The context is about to be compacted. The log has everything already, so all there is to do is a file
// that tells a person where the goal stood, and as of which event.

import { dirname } from 'node:path';
import { frontierIds } from '../kernel/offer.ts';
import { activeRuns, focusOf, nodeState } from '../kernel/state.ts';
import type { Goal } from '../model/state.ts';
import { replaceFile } from '../store/atomic.ts';
import { makeFolder } from '../store/links.ts';
import { files } from '../store/paths.ts';
import { hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

export function onPreCompact(delivery: Delivery) {
  const { trigger, session_id } = delivery.payload;
  const result = hostStep(delivery, { payload: { trigger } }, ({ state }) => {
    const goal = focusOf(state, session_id);
    if (!goal) return undefined;
    return {
      goal_id: goal.id,
      title: goal.title,
      status: goal.status,
      as_of: state.as_of,
      ...statusesOf(goal),
      frontier: frontierIds(goal),
      running: activeRuns(goal).map((run) => run.id),
    };
  });
  if (result.kind === 'failed') return notRecorded(result.failure);
  if (result.kind === 'ok' && result.value) {
    const path = files.checkpoint(delivery.ws, result.value.goal_id);
    makeFolder(delivery.ws, dirname(path));
    replaceFile(path, `${JSON.stringify(result.value, null, 1)}\n`, false);
  }
  return {};
}

/** Of a large goal how many nodes are in each status: all of them would be too much to read. */
function statusesOf(goal: Goal) {
  if (goal.large) return { counts: goal.large.counts };
  return {
    nodes: Object.fromEntries(goal.specs.map(({ id }) => [id, nodeState(goal, id).status])),
  };
}
