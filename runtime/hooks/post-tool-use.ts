// After an Agent call of the main agent. In the background this is the launch, and binds the agent to
// its run; in the foreground it is the end, and the place for the next offer.

import { idOf, textOf } from '../hosts/claude-code/payload.ts';
import { offerText, verifyingLines, waitingLines } from '../hosts/claude-code/text.ts';
import { offer } from '../kernel/offer.ts';
import { agentEnded, dropOffer, startRun } from '../kernel/runs.ts';
import { runOfToolUse } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import type { Goal } from '../model/state.ts';
import { answerStep } from './host-step.ts';
import type { Delivery } from './run-hook.ts';

export function onPostToolUse(delivery: Delivery) {
  const { agent_id, tool_use_id, tool_response } = delivery.payload;
  const status = textOf(tool_response.status).slice(0, 64);
  const agentId = idOf(tool_response.agentId);
  return answerStep(delivery, { payload: { status } }, (step) => {
    // A dispatch made inside a subagent never binds a node.
    const at = agent_id === '' ? runOfToolUse(step.state, tool_use_id) : undefined;
    if (!at) return {};
    if (agentId !== '') {
      const background = status === 'async_launched';
      startRun(step, at.goal, at.run, { agentId, background, via: 'PostToolUse' });
    }
    // Any other status of a future client says nothing about how the run ended.
    if (status !== 'completed') return {};
    agentEnded(step, at.goal, at.run, 'completed', 'It stopped (turn limit?) before it reported.');
    return nextOffer(step, at.goal);
  });
}

/** The call failed: the agent died, or never started. */
export function onPostToolUseFailure(delivery: Delivery) {
  const { agent_id, tool_use_id } = delivery.payload;
  return answerStep(delivery, { payload: {} }, (step) => {
    const at = agent_id === '' ? runOfToolUse(step.state, tool_use_id) : undefined;
    if (!at || at.run.ended) return at ? nextOffer(step, at.goal) : {};
    const started = at.run.agent_id !== null;
    if (started) agentEnded(step, at.goal, at.run, 'failed', 'Its agent ended with an error.');
    else dropOffer(step, at.goal, at.run, 'the client could not start it');
    return nextOffer(step, at.goal);
  });
}

/** What a wake-up says: the fresh offers, else what waits for the user. */
export function nextOffer(step: Step, goal: Goal) {
  if (goal.status !== 'running') return {};
  const offers = offer(step, goal, false);
  if (offers.length > 0) return { context: offerText(goal, offers) };
  const waiting = [...verifyingLines(goal), ...waitingLines(goal)];
  return waiting.length > 0 ? { context: [`Wukong ${goal.id}:`, ...waiting].join('\n') } : {};
}
