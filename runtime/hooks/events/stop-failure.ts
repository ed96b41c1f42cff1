// A turn ended by an API error. In a subagent the attempt is used up, unless it was a limit or an
// outage: that parks the graph and costs nothing. In the main agent nobody could go on: parked too.

import { toolUseOfAgent } from '../../hosts/claude-code/events/agent-files.ts';
import { parkGoal } from '../../kernel/park.ts';
import { findReporter } from '../../kernel/reports/receive-report.ts';
import { agentEnded, startRun } from '../../kernel/requests/runs.ts';
import { WAITS_MIN, type WaitsFor } from '../../kernel/retries/parking.ts';
import { focusOf } from '../../kernel/state/queries.ts';
import { isOffer } from '../../kernel/state/run-by.ts';
import type { State } from '../../model/state/state.ts';
import { redactor } from '../../privacy/redact.ts';
import { endOfLimit } from '../../usage/reset-time.ts';
import { headlessRun, idsOf } from '../frame/headless-run.ts';
import { type About, answerStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';

const OUTAGE =
  /rate.?limit|overload|billing|credit|quota|usage|authentication|server_error|timeout|5\d\d/i;
/** What no time heals. */
const PERSON = /billing|credit|authentication|verification/i;

export function onStopFailure(delivery: Delivery) {
  const { agent_id, last_assistant_message, session_id, transcript_path } = delivery.payload;
  const toolUseId = toolUseOfAgent(transcript_path, agent_id) || null;
  const clean = redactor(process.env);
  const error = clean(delivery.payload.error).slice(0, 500);
  const said = clean(last_assistant_message ?? '').slice(0, 300);
  const about = { error, said };
  const aboutIn = (state: State): About => {
    const own = headlessRun(delivery, state);
    return { payload: about, ...(own && { scope: idsOf(own) }) };
  };
  return answerStep(delivery, aboutIn, (step) => {
    const outage = OUTAGE.test(error) || /\b(429|529|5\d\d)\b/.test(said);
    const why = { kind: 'api-error', said: said || error || 'unknown' } as const;
    const waits = outage ? waitsFor(error, said, step.now) : 'person';
    const own = headlessRun(delivery, step.state);
    if (!own && agent_id === '') {
      const goal = focusOf(step.state, session_id);
      if (goal) parkGoal(step, goal, undefined, why, waits);
      return {};
    }
    const at = own ?? findReporter(step.state, { kind: 'subagent', agentId: agent_id, toolUseId });
    if (!at) return {};
    const seen = { agentId: agent_id, background: false, via: 'StopFailure' };
    if (isOffer(at.run)) startRun(step, at.goal, at.run, seen);
    if (outage) parkGoal(step, at.goal, at.run, why, waits);
    else agentEnded(step, at.goal, at.run, why);
    return {};
  });
}

function waitsFor(error: string, said: string, now: string): WaitsFor {
  const end = endOfLimit(said, now, WAITS_MIN);
  return end.named === undefined && PERSON.test(error) ? 'person' : end;
}
