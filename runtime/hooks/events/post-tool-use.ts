// After an Agent call of the main agent. In the background this is the launch, and binds the agent to
// its run; in the foreground it is the end, and the place for the next offer.

import { startedAgents } from '../../hosts/claude-code/events/agent-files.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { idOf, textOf } from '../../hosts/claude-code/events/ids.ts';
import { noticesText } from '../../hosts/claude-code/session/speak.ts';
import {
  endText,
  offerText,
  pausedText,
  verifyingLines,
  waitingLines,
} from '../../hosts/claude-code/session/text.ts';
import { wakeGoal } from '../../kernel/park.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { agentEnded, dropOffer, startRun } from '../../kernel/requests/runs.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { spokenIn } from '../../kernel/state/language.ts';
import { runOfToolUse, sessionOf } from '../../kernel/state/queries.ts';
import { isOffer } from '../../kernel/state/run-by.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { answerStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { withEnded } from '../frame/tell.ts';

export function onPostToolUse(delivery: Delivery) {
  const { agent_id, session_id, tool_use_id, tool_response } = delivery.payload;
  const status = textOf(tool_response.status).slice(0, 64);
  const agentId = idOf(tool_response.agentId);
  return answerStep(delivery, { payload: { status } }, (step): Answer => {
    // A dispatch made inside a subagent never binds a node.
    const at = agent_id === '' ? runOfToolUse(step.state, tool_use_id) : undefined;
    if (!at) return endTold(step, delivery);
    if (agentId !== '') {
      const background = status === 'async_launched';
      startRun(step, at.goal, at.run, { agentId, background, via: 'PostToolUse' });
    }
    // Any other status of a future client says nothing about how the run ended.
    if (status !== 'completed') return {};
    agentEnded(step, at.goal, at.run, { kind: 'no-report' });
    return withEnded(step, session_id, nextOffer(step, at.goal));
  });
}

/** The call failed: the agent died, or never started. */
export function onPostToolUseFailure(delivery: Delivery) {
  const { agent_id, session_id, tool_use_id, transcript_path, error } = delivery.payload;
  return answerStep(delivery, { payload: {} }, (step): Answer => {
    const at = agent_id === '' ? runOfToolUse(step.state, tool_use_id) : undefined;
    if (!at) return {};
    if (at.run.ended) return withEnded(step, session_id, nextOffer(step, at.goal));
    // An agent in the foreground that only reads is not seen before it ends.
    const agent = isOffer(at.run)
      ? startedAgents(transcript_path).find(({ toolUseId }) => toolUseId === tool_use_id)
      : undefined;
    const seen = { background: false, via: 'PostToolUseFailure' };
    if (agent) startRun(step, at.goal, at.run, { agentId: agent.agentId, ...seen });
    if (!isOffer(at.run)) agentEnded(step, at.goal, at.run, { kind: 'agent-error' });
    else dropOffer(step, at.goal, at.run, startRefused(error));
    return withEnded(step, session_id, nextOffer(step, at.goal));
  });
}

function startRefused(error: string): Cause {
  const why = redactor(process.env)(error).slice(0, 300);
  return { kind: 'start-refused', ...(why !== '' && { why }) };
}

/**
 * The goal was closed while its last agent reported: what came of it. Its user is told at the next Stop,
 * and of a headless client reads only what the main agent says. What it cost is not known before it said so.
 */
export function endTold(step: Step, { payload }: Delivery): Answer {
  if (payload.agent_id !== '') return {};
  const notices = sessionOf(step.state, payload.session_id)?.notices ?? [];
  const ends = notices.flatMap((notice) => {
    if (notice.kind !== 'goal-completed') return [];
    const { usage: _, ...rest } = notice;
    return [rest];
  });
  const language = spokenIn(step.state, payload.session_id);
  const answer = ends.length > 0 ? { context: endText(noticesText(ends, language)) } : {};
  return withEnded(step, payload.session_id, answer);
}

/** What a wake-up says: the fresh offers, else what waits for the user. */
export function nextOffer(step: Step, goal: Goal) {
  // Nobody else tells who reads only what the main agent says.
  if (goal.paused?.kind === 'budget-exceeded') {
    return { context: pausedText(step.state, goal, goal.paused) };
  }
  wakeGoal(step, goal);
  if (goal.status !== 'running') return {};
  const offers = offer(step, goal, false);
  if (offers.length > 0) return { context: offerText(goal, offers) };
  const waiting = [...verifyingLines(goal, true), ...waitingLines(goal)];
  return waiting.length > 0 ? { context: [`Wukong ${goal.id}:`, ...waiting].join('\n') } : {};
}
