// A prompt of the user, or one of the client's own wake-ups under the same event. Only /wukong_*
// starts anything; ordinary talk is recorded without its text and left alone.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { type Prompt, readPrompt } from '../hosts/claude-code/prompt.ts';
import { agentEnded } from '../kernel/runs.ts';
import { focusOf, runOfAgent } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import { onCommand } from './commands.ts';
import { answerStep } from './host-step.ts';
import { nextOffer } from './post-tool-use.ts';
import type { Delivery } from './run-hook.ts';

export function onUserPromptSubmit(delivery: Delivery): Answer | Promise<Answer> {
  const prompt = readPrompt(delivery.payload.prompt);
  switch (prompt.kind) {
    case 'start':
    case 'resume':
    case 'pause':
      return onCommand(delivery, prompt);
    case 'ended':
      return ended(delivery, prompt);
    case 'handed-back':
      return handedBack(delivery, prompt.agentId);
    case 'talk':
      return answerStep(delivery, { payload: {} }, () => ({}));
  }
}

/** A background agent ended. One that reported was judged when it reported. */
function ended(delivery: Delivery, prompt: Extract<Prompt, { kind: 'ended' }>): Answer {
  const tasks = prompt.tasks.map(({ agentId, status }) => `${agentId} ${status}`);
  return answerStep(delivery, { payload: { tasks } }, (step) => {
    for (const { agentId, status } of prompt.tasks) {
      const at = runOfAgent(step.state, agentId);
      if (!at || status === 'other') continue;
      const why =
        status === 'failed'
          ? 'its agent ended with an error'
          : 'It stopped (turn limit?) before it reported.';
      agentEnded(step, at.goal, at.run, status, why);
    }
    return wakeUp(
      step,
      delivery,
      prompt.tasks.map((task) => task.agentId),
    );
  });
}

function handedBack(delivery: Delivery, agentId: string): Answer {
  return answerStep(delivery, { payload: { from: agentId } }, (step) =>
    wakeUp(step, delivery, [agentId]),
  );
}

/** Only a wake-up of an agent we know makes an offer, and only in the session that owns the goal. */
function wakeUp(step: Step, delivery: Delivery, agentIds: readonly string[]): Answer {
  const goal = focusOf(step.state, delivery.payload.session_id);
  if (!goal || !agentIds.some((id) => runOfAgent(step.state, id)?.goal.id === goal.id)) return {};
  return nextOffer(step, goal);
}
