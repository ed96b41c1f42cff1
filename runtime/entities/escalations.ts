// What was asked of people, from the facts: open or over.

import type { FactOf, FactType, Recorded } from '../model/facts/fact.ts';
import type { EscalationEntity } from '../model/views/escalation.ts';
import { FILE_VERSION } from '../model/vocabulary.ts';
import { optionsOf, wayIn } from '../words/escalation/options.ts';
import {
  askedIn,
  attemptIn,
  fileOf,
  printedIn,
  questionsIn,
  rootCauseIn,
} from '../words/escalation/page.ts';
import { ENGLISH_PAGE } from '../words/escalation/page-words.ts';
import { reasonText } from '../words/reason.ts';

/** The facts it is made of. */
export const ESCALATION_TYPES = [
  'escalation.opened',
  'escalation.urgent',
  'escalation.closed',
] as const satisfies readonly FactType[];

/** In the order they were opened. */
export function escalationsIn(facts: readonly Recorded[]): EscalationEntity[] {
  const found = new Map<string, EscalationEntity>();
  for (const fact of facts) {
    if (fact.type === 'escalation.opened') {
      found.set(fact.payload.id, opened(fact));
    }
    if (fact.type === 'escalation.urgent') {
      const one = found.get(fact.payload.id);
      if (one) found.set(one.id, { ...one, urgency: 'critical' });
    }
    if (fact.type === 'escalation.closed') {
      const one = found.get(fact.payload.id);
      if (one) found.set(one.id, closed(one, fact));
    }
  }
  return [...found.values()];
}

function opened(fact: Recorded<FactOf<'escalation.opened'>>): EscalationEntity {
  const { goal_id: goal, node_id: node = null, payload } = fact;
  const { id, reason, urgency, packet } = payload;
  const { attempts, artifacts, passing, failing, runs_left, budget_left, in_doubt } = packet;
  const where = node === null ? goal : `${goal}/${node}`;
  const asked = askedIn({ goal, node, at: fact.timestamp, payload });
  return {
    schema_version: FILE_VERSION,
    id,
    goal_id: goal,
    work_item_id: node === null ? null : where,
    reason,
    packet: {
      work_item: { id: where, title: packet.node ?? packet.goal, goal: packet.goal },
      root_cause: rootCauseIn(packet),
      attempts: attempts.map((attempt) => ({
        run_id: attempt.run,
        strategy: attemptIn(attempt),
        what_tried: [...attempt.changed],
        why_failed:
          attempt.because === null ? '' : (printedIn(attempt) ?? reasonText(attempt.because)),
        error_signature: attempt.signature ?? null,
      })),
      current_state: {
        artifacts: [...artifacts],
        passing_gates: [...passing],
        failing_gates: [...failing],
        budget_remaining: {
          runs: runs_left,
          tokens: budget_left?.tokens ?? null,
          usd: budget_left?.usd ?? null,
          hours: budget_left?.hours ?? null,
        },
        in_doubt: [...(in_doubt ?? [])],
      },
      suggested_options: optionsOf(asked).map((option) => {
        const { description, pros, cons } = wayIn(ENGLISH_PAGE.ways, option, asked);
        const { option: letter, estimated_effort } = option;
        const said = { description, pros: [...pros], cons: [...cons] };
        return { option: letter, ...said, estimated_effort };
      }),
      minimal_question: questionsIn(packet).join(' '),
      urgency,
    },
    urgency,
    status: 'pending',
    human_response: null,
    resolved_by: null,
    resolved_at: null,
    created_at: fact.timestamp,
    metadata: { because: packet.because.kind, closed_as: null, file: fileOf(id) },
  };
}

function closed(
  one: EscalationEntity,
  { payload, timestamp }: Recorded<FactOf<'escalation.closed'>>,
): EscalationEntity {
  const { how, by = null, response = null } = payload;
  return {
    ...one,
    status: how === 'ignored' ? 'ignored' : 'resolved',
    human_response: response,
    resolved_by: by,
    resolved_at: timestamp,
    metadata: { ...one.metadata, closed_as: how },
  };
}
