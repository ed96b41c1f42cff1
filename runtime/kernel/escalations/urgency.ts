// What nobody answered in time is critical: told once, by the first event or command after it.

import type { Fact } from '../../model/facts/fact.ts';
import type { OpenEscalation, State } from '../../model/state/state.ts';
import { openEscalations } from './follow.ts';

export function hoursToAnswer({ config }: Pick<State, 'config'>): number {
  return config.auto_escalate_after_hours;
}

export function isOverdue({ urgency, opened_at }: OpenEscalation, now: string, hours: number) {
  if (urgency === 'critical') return false;
  return Date.parse(now) - Date.parse(opened_at) >= hours * 3_600_000;
}

/** What nobody answered in time. */
export function urgentNow(state: State, now: string, hours: number): Fact[] {
  return openEscalations(state)
    .filter((one) => isOverdue(one, now, hours))
    .map(({ id, goal, node }) => ({
      type: 'escalation.urgent',
      goal_id: goal,
      ...(node !== null && { node_id: node }),
      payload: { id, hours },
    }));
}
