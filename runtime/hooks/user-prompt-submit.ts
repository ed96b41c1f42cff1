// A prompt of the user, or one of the client's own wake-ups under the same event. Only /wukong_*
// starts anything; ordinary talk is recorded without its text and left alone.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { type Prompt, readPrompt } from '../hosts/claude-code/prompt.ts';
import { frontierText, openGoalsMessage, quote, startedText } from '../hosts/claude-code/text.ts';
import { type Plan, pauseGoal, startGoal } from '../kernel/goals.ts';
import { offer } from '../kernel/offer.ts';
import { type Resumed, resumeGoal } from '../kernel/resume.ts';
import { agentEnded } from '../kernel/runs.ts';
import { activeRuns, focusOf, runOfAgent } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import type { Failure } from '../model/failure.ts';
import { isAlive } from '../store/process-ref.ts';
import { readState } from '../store/step.ts';
import { hostStep } from './host-step.ts';
import { loadBegin } from './parts.ts';
import { nextOffer } from './post-tool-use.ts';
import type { Delivery } from './run-hook.ts';

const MAX_PROMPT = 2000;

export function onUserPromptSubmit(delivery: Delivery): Answer | Promise<Answer> {
  const prompt = readPrompt(delivery.payload.prompt);
  switch (prompt.kind) {
    case 'start':
      return start(delivery, prompt);
    case 'resume':
      return resume(delivery, prompt);
    case 'pause':
      return pause(delivery);
    case 'ended':
      return ended(delivery, prompt);
    case 'handed-back':
      return handedBack(delivery, prompt.agentId);
    case 'talk':
      hostStep(delivery, { payload: {} }, () => undefined);
      return {};
  }
}

async function start(
  delivery: Delivery,
  prompt: Extract<Prompt, { kind: 'start' }>,
): Promise<Answer> {
  if (prompt.text === '') {
    return {
      block: `Wukong: say what to do, for example: /wukong_${prompt.template} <what is wrong>`,
    };
  }
  const begin = loadBegin();
  const plan = await begin.planGoal(delivery.ws, prompt.template);
  if (!plan.ok) return { block: begin.explainFailure(plan.error) };
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { ofGoal: true, payload: about }, (step) =>
    startIn(step, delivery, prompt.text, plan.value),
  );
  if (result.kind === 'failed') return { block: begin.explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  begin.keepHistory(delivery.ws, result.value.artifacts);
  return { context: result.value.text };
}

function startIn(step: Step, delivery: Delivery, text: string, plan: Plan) {
  const { payload, client } = delivery;
  const earlier = focusOf(step.state, payload.session_id);
  const owner = {
    sessionId: payload.session_id,
    client: client(),
    transcript: payload.transcript_path,
  };
  const goal = startGoal(step, owner, text, plan);
  const offers = offer(step, goal, true);
  return { artifacts: goal.artifacts, text: startedText(goal, offers, earlier?.id ?? null) };
}

function resume(
  delivery: Delivery,
  prompt: Extract<Prompt, { kind: 'resume' }>,
): Answer | Promise<Answer> {
  const { payload, client, ws } = delivery;
  const owner = {
    sessionId: payload.session_id,
    client: client(),
    transcript: payload.transcript_path,
  };
  const interrupted = interruptedCalls(delivery);
  const { goalId, nodeId, answer, take } = prompt;
  const about = { prompt: payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { ofGoal: true, payload: about }, (step) => {
    const request = { owner, goalId, nodeId, answer, take, interrupted };
    const resumed = resumeGoal(step, request, isAlive);
    return resumed.kind === 'resumed'
      ? { context: resumedText(step, resumed) }
      : { block: notResumedText(resumed) };
  });
  if (result.kind === 'failed') return { block: loadBegin().explainFailure(result.failure) };
  return result.kind === 'ok' ? result.value : {};

  /** Calls the main transcript shows as rejected: read only when one of our runs is still active. */
  function interruptedCalls({ payload: { transcript_path } }: Delivery): string[] {
    const now = readState(ws);
    const goal = now.ok ? focusOf(now.state, payload.session_id) : undefined;
    const active = goal ? activeRuns(goal).map((run) => run.tool_use_id) : [];
    return active.length > 0 ? loadBegin().rejectedCalls(transcript_path, active) : [];
  }
}

function resumedText(step: Step, resumed: Extract<Resumed, { kind: 'resumed' }>): string {
  const { goal, lost, unblocked } = resumed;
  const parts = [`Wukong resumes ${goal.id}: ${quote(goal.title)}.`];
  if (lost > 0) parts.push(`${lost} interrupted run(s) were ended; finished nodes stay finished.`);
  if (unblocked.length > 0) parts.push(`Free again: ${unblocked.join(', ')}.`);
  parts.push(frontierText(goal, offer(step, goal, true)));
  return parts.join('\n');
}

function notResumedText(resumed: Exclude<Resumed, { kind: 'resumed' }>): string {
  switch (resumed.kind) {
    case 'nothing-open':
      return 'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.';
    case 'unknown':
      return `Wukong: no open goal ${resumed.goalId} here. Try /wukong_resume alone, or \`wukong status\`.`;
    case 'choose':
      return `Wukong: several goals are open, name one. ${openGoalsMessage(resumed.goals)}`;
    case 'owned':
      return `Wukong: ${resumed.goal.id} is being worked on by session ${resumed.goal.owner?.session_id ?? ''} (its client is running). To take it over and replace its runs: /wukong_resume ${resumed.goal.id} --take`;
  }
}

function pause(delivery: Delivery): Answer {
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { payload: about }, (step) => {
    const goal = focusOf(step.state, delivery.payload.session_id);
    if (!goal) return { block: 'Wukong: this session has no open goal to pause.' };
    pauseGoal(step, goal, 'the user paused it');
    const text = `Wukong: ${goal.id} is paused. Running agents may finish; nothing new is handed out. /wukong_resume goes on.`;
    return { context: `${text} Tell the user, and dispatch nothing.`, message: text };
  });
  if (result.kind === 'failed') return { block: pauseFailed(result.failure) };
  return result.kind === 'ok' ? result.value : {};
}

function pauseFailed(failure: Failure): string {
  return loadBegin().explainFailure(failure);
}

/** A background agent ended. One that reported was judged when it reported. */
function ended(delivery: Delivery, prompt: Extract<Prompt, { kind: 'ended' }>): Answer {
  const tasks = prompt.tasks.map(({ agentId, status }) => `${agentId} ${status}`);
  const result = hostStep(delivery, { payload: { tasks } }, (step) => {
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
  return result.kind === 'ok' ? result.value : {};
}

function handedBack(delivery: Delivery, agentId: string): Answer {
  const result = hostStep(delivery, { payload: { from: agentId } }, (step) =>
    wakeUp(step, delivery, [agentId]),
  );
  return result.kind === 'ok' ? result.value : {};
}

/** Only a wake-up of an agent we know makes an offer, and only in the session that owns the goal. */
function wakeUp(step: Step, delivery: Delivery, agentIds: readonly string[]): Answer {
  const goal = focusOf(step.state, delivery.payload.session_id);
  if (!goal || !agentIds.some((id) => runOfAgent(step.state, id)?.goal.id === goal.id)) return {};
  return nextOffer(step, goal);
}
