import type { EscalationFact } from '../../model/facts/escalation.ts';
import { entry } from '../state/queries.ts';
import type { Meanings } from './meaning.ts';

export const ESCALATION_MEANINGS: Meanings<EscalationFact> = {
  'escalation.opened': {
    apply(state, { timestamp, goal_id: goal, node_id: node = null, payload }) {
      const { id, reason, urgency } = payload;
      state.counters.escalations = (state.counters.escalations ?? 0) + 1;
      const opened = { goal, node, reason, urgency, opened_at: timestamp };
      state.escalations = { ...state.escalations, [id]: opened };
    },
  },
  'escalation.urgent': {
    apply(state, { payload }) {
      const open = entry(state.escalations ?? {}, payload.id);
      if (open) open.urgency = 'critical';
    },
  },
  'escalation.read': {
    apply(state, { payload }) {
      const open = entry(state.escalations ?? {}, payload.id);
      if (open) open.read = payload.stamp;
    },
  },
  'escalation.closed': {
    apply(state, { payload }) {
      const { [payload.id]: _, ...others } = state.escalations ?? {};
      if (Object.keys(others).length > 0) state.escalations = others;
      else delete state.escalations;
    },
  },
};
