// The context is about to be compacted. The log has everything already, so all there is to do is a file
// that shows a person where the goal stood, and as of which event; and what may be worth remembering.

import { dirname } from 'node:path';
import { proposeNow } from '../../engine/goal/propose-now.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { frontierIds } from '../../kernel/requests/offer.ts';
import { activeRuns, focusOf, hasNewRuns, nodeState } from '../../kernel/state/queries.ts';
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
    const checkpoint = {
      goal_id: goal.id,
      title: goal.title,
      status: goal.status,
      as_of: state.as_of,
      nodes: Object.fromEntries(goal.specs.map(({ id }) => [id, nodeState(goal, id).status])),
      frontier: frontierIds(goal, state.config),
      running: activeRuns(goal).map((run) => run.id),
    };
    return { checkpoint, hasNews: hasNewRuns(goal) };
  });
  if (result.kind === 'failed') return notRecorded(result.failure);
  if (result.kind === 'ok' && result.value) {
    const { checkpoint, hasNews } = result.value;
    const path = files.checkpoint(delivery.ws, checkpoint.goal_id);
    makeFolder(delivery.ws, dirname(path));
    replaceFile(path, `${JSON.stringify(checkpoint, null, 1)}\n`, false);
    if (hasNews) proposeNow(delivery.ws, checkpoint.goal_id);
  }
  return {};
}
