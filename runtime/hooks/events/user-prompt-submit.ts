// A prompt of the user, or one of the client's own wake-ups under the same event. Only /wukong
// and /wukong_* start anything; ordinary talk is recorded without its text and left alone.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { type Prompt, readPrompt } from '../../hosts/claude-code/session/prompt.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { frontierText, mayAnswerText } from '../../hosts/claude-code/session/text.ts';
import { wakeGoal } from '../../kernel/park.ts';
import { own } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { agentEnded } from '../../kernel/requests/runs.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { languageOfGoal } from '../../kernel/state/language.ts';
import { focusOf, runOfAgent } from '../../kernel/state/queries.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { claimOf } from '../frame/claim.ts';
import { answerStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { withEnded } from '../frame/tell.ts';
import { endTold, nextOffer } from './post-tool-use.ts';
import { onCommand } from './typed-command.ts';
import { onStatus } from './typed-status.ts';
import { onTrust } from './typed-trust.ts';

export function onUserPromptSubmit(delivery: Delivery): Answer | Promise<Answer> {
  const prompt = readPrompt(delivery.payload.prompt);
  switch (prompt.kind) {
    case 'start':
    case 'choose':
    case 'resume':
    case 'pause':
    case 'unknown':
      return onCommand(delivery, prompt);
    case 'trust':
      return onTrust(delivery);
    case 'status':
      return onStatus(delivery);
    // The main agent asks the shell, and no goal is in it.
    case 'prove':
      return answerStep(delivery, { payload: {} }, () => ({}));
    case 'ended':
      return ended(delivery, prompt);
    case 'handed-back':
      return handedBack(delivery, prompt.agentId);
    case 'talk':
      return answerStep(delivery, { payload: {} }, (step) => onTalk(step, delivery));
  }
}

/**
 * A goal that a limit or an outage stopped goes on with the first message after it. Of one that asks its user
 * something, the agent is told how they answer, since nothing they only say is taken.
 */
function onTalk(step: Step, { payload }: Delivery): Answer {
  const goal = focusOf(step.state, payload.session_id);
  if (!goal) return {};
  if (!wakeGoal(step, goal)) {
    const context = mayAnswerText(goal);
    return context === undefined ? {} : { context };
  }
  const message = phrasesIn(languageOfGoal(goal)).goesOn(goal);
  return { context: frontierText(goal, offer(step, goal, true)), message };
}

/** What the client says of an agent, as the reason its run ended for. */
const ENDS = { completed: 'no-report', failed: 'agent-error', killed: 'agent-stopped' } as const;

/** A background agent ended. One that reported was judged when it reported. */
function ended(delivery: Delivery, prompt: Extract<Prompt, { kind: 'ended' }>): Answer {
  const tasks = prompt.tasks.map(({ agentId, status }) => `${agentId} ${status}`);
  return answerStep(delivery, { payload: { tasks } }, (step) => {
    for (const { agentId, status } of prompt.tasks) {
      const at = runOfAgent(step.state, agentId);
      if (!at || status === 'other') continue;
      agentEnded(step, at.goal, at.run, { kind: ENDS[status] });
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

function wakeUp(step: Step, delivery: Delivery, agentIds: readonly string[]): Answer {
  return withEnded(step, delivery.payload.session_id, offerAt(step, delivery, agentIds));
}

/** Only a wake-up of an agent we know makes an offer, and only in the session that owns the goal. */
function offerAt(step: Step, delivery: Delivery, agentIds: readonly string[]): Answer {
  const goal = focusOf(step.state, delivery.payload.session_id);
  const moved = goal ? undefined : movedGoal(step.state, agentIds);
  if (moved) return goOnHere(step, delivery, moved);
  if (!goal) return endTold(step, delivery);
  if (!agentIds.some((id) => runOfAgent(step.state, id)?.goal.id === goal.id)) return {};
  return nextOffer(step, goal);
}

/**
 * "Move to background and exit" ends the session and goes on with its agents in another one, under a new
 * id, of a process of its own. Only there an agent of a goal that nobody owns can wake somebody up.
 */
function movedGoal(state: State, agentIds: readonly string[]): Goal | undefined {
  return agentIds
    .flatMap((id) => runOfAgent(state, id)?.goal ?? [])
    .find(({ owner, status }) => owner.kind === 'nobody' && status === 'running');
}

function goOnHere(step: Step, delivery: Delivery, goal: Goal): Answer {
  own(step, goal, claimOf(delivery));
  return { ...nextOffer(step, goal), message: phrasesIn(languageOfGoal(goal)).moved(goal) };
}
