// The context is about to be compacted. The log has everything already, so all there is to do is a file
// that shows a person where the goal stood, and as of which event.

import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { frontierIds } from '../../kernel/requests/offer.ts';
import { activeRuns, focusOf, nodeState } from '../../kernel/state/queries.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files } from '../../workspace/paths.ts';
import { hostStep } from '../frame/host-step.ts';
import { notRecorded } from '../frame/not-recorded.ts';
import type { Delivery } from '../frame/read-delivery.ts';

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
      nodes: Object.fromEntries(goal.specs.map(({ id }) => [id, nodeState(goal, id).status])),
      frontier: frontierIds(goal, state.config),
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
