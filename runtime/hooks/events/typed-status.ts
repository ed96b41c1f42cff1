// A person typed /wukong_status: it is answered here, and the prompt goes to no model.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { statusIn } from '../../hosts/claude-code/session/speak.ts';
import { spokenIn } from '../../kernel/state/language.ts';
import { standings } from '../../kernel/views/standing.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';

export function onStatus(delivery: Delivery): Answer {
  const { session_id } = delivery.payload;
  const result = hostStep(delivery, { payload: {} }, ({ state, now }): Answer => {
    const open = standings(state, session_id);
    if (open.length === 0) return refuse(state, delivery, { kind: 'nothing-open' });
    return { block: statusIn(spokenIn(state, session_id), open, now) };
  });
  switch (result.kind) {
    case 'ok':
      return result.value;
    case 'failed':
      return { block: explainFailure(result.failure) };
    case 'foreign':
      return { block: explainFailure({ kind: 'foreign', root: delivery.ws.root }) };
    case 'repeated':
      return {};
  }
}
