// A person typed a /wukong_* command.

import { classify, runnerUp } from '../../classify/classify.ts';
import { listTemplates } from '../../documents/template.ts';
import { explainFailure, keepHistory, planGoal } from '../../engine/goal/begin.ts';
import { startTrials } from '../../engine/report/start-trials.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { interruptedCalls } from '../../hosts/claude-code/events/interrupted.ts';
import {
  chosenText,
  noTemplateText,
  unauditedText,
  unsureText,
} from '../../hosts/claude-code/session/chosen-text.ts';
import type { Begun, Prompt } from '../../hosts/claude-code/session/prompt.ts';
import { linkText, networkText, startedText } from '../../hosts/claude-code/session/text.ts';
import { badFlagText, unknownText } from '../../hosts/claude-code/session/unknown-command.ts';
import { openGoals, type Plan, startGoal } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { endInterrupted } from '../../kernel/requests/runs.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { beginTrials, pauseByPerson } from '../../kernel/requests/verifier.ts';
import { ofSession } from '../../kernel/state/owner.ts';
import { focusOf } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Result } from '../../model/failure.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { readState } from '../../step/run-step.ts';
import { linkBelow } from '../../workspace/links.ts';
import { networkDrive } from '../../workspace/network-drive.ts';
import { clientRef } from '../../workspace/processes.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { resume } from './typed-resume.ts';

const MAX_PROMPT = 2000;

type Command = Extract<Prompt, { kind: 'start' | 'choose' | 'resume' | 'pause' | 'unknown' }>;

export function onCommand(received: Delivery, said: Command): Answer | Promise<Answer> {
  // What a person typed goes into the log and into work orders: from here on without its secrets.
  const clean = redactor(process.env);
  const command = redactAll(said, clean);
  const delivery = {
    ...received,
    payload: { ...received.payload, prompt: clean(received.payload.prompt) },
  };
  const now = readState(delivery.ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  if (now.state.log_id !== delivery.trust.log_id) return {};
  if (command.kind === 'unknown') {
    return { block: unknownText(command.typed, listTemplates(delivery.ws)) };
  }
  const link = command.kind === 'pause' ? undefined : linkBelow(delivery.ws);
  if (link !== undefined) return { block: linkText(link) };
  const { session_id, transcript_path } = delivery.payload;
  const interrupted = interruptedCalls(now.state, session_id, transcript_path);
  switch (command.kind) {
    case 'start':
      return start(delivery, command, interrupted);
    case 'choose':
      return choose(delivery, command, interrupted);
    case 'resume':
      return resume(delivery, command, interrupted, openGoals(now.state).length > 0);
    case 'pause':
      return pause(delivery, interrupted);
  }
}

/**
 * `/wukong <text>`: begins what the rules choose, and says why; unsure, it begins nothing. High risk, as typed
 * or as the rules say, needs an audit: where the track has none, the next likely one is begun, or nothing.
 */
async function choose(
  delivery: Delivery,
  typed: Begun,
  interrupted: readonly string[],
): Promise<Answer> {
  const flag = badFlagText('/wukong', typed.text);
  if (flag !== undefined) return { block: flag };
  const choice = classify(typed.text);
  const { track, template } = choice;
  const risk = choice.risk === 'high' ? 'high' : typed.risk;
  const begun: Begun = { ...typed, ...(risk && { risk }) };
  if (track === null || template === null) return { block: unsureText(choice, begun) };
  const templates = listTemplates(delivery.ws);
  // A small fix is a fix: the longer way leads there as well, and is the one for what is at stake.
  const fitting = (risk ? [track] : [template, track]).find((name) => templates.includes(name));
  if (fitting === undefined) return { block: noTemplateText(choice, templates, begun) };
  const next = risk ? runnerUp(begun.text, track) : undefined;
  for (const name of [fitting, next]) {
    if (name === undefined || !templates.includes(name)) continue;
    const plan = await planFor(delivery, name, begun);
    if (!plan.ok && plan.error.kind === 'risk-unreviewed') continue;
    const answer = await begin(delivery, begun.text, plan, interrupted);
    if (answer.context === undefined) return answer;
    const why = chosenText(choice, name, risk);
    const message = [why, answer.message].filter((line) => line !== undefined).join('\n');
    return { ...answer, message };
  }
  return { block: unauditedText(choice, begun) };
}

async function start(
  delivery: Delivery,
  prompt: Extract<Prompt, { kind: 'start' }>,
  interrupted: readonly string[],
): Promise<Answer> {
  const templates = listTemplates(delivery.ws);
  if (!templates.includes(prompt.template)) {
    return { block: unknownText(`/wukong_${prompt.template}`, templates) };
  }
  if (prompt.text === '') {
    return {
      block: `Wukong: say what to do, for example: /wukong_${prompt.template} <what is wrong>`,
    };
  }
  const flag = badFlagText(`/wukong_${prompt.template}`, prompt.text);
  if (flag !== undefined) return { block: flag };
  const plan = await planFor(delivery, prompt.template, prompt);
  return begin(delivery, prompt.text, plan, interrupted);
}

function planFor(delivery: Delivery, template: string, { text, ...wanted }: Begun) {
  return planGoal(delivery.ws, template, { request: text, ...wanted });
}

async function begin(
  delivery: Delivery,
  request: string,
  plan: Result<Plan>,
  interrupted: readonly string[],
): Promise<Answer> {
  if (!plan.ok) return { block: explainFailure(plan.error) };
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const trier = startTrials(delivery.ws, plan.value.nodes);
  const result = hostStep(delivery, { ofGoal: true, payload: about }, (step) =>
    startIn(step, delivery, request, plan.value, interrupted, trier?.process),
  );
  if (result.kind !== 'ok') trier?.dismiss();
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  const { session_id: session, transcript_path: mainTranscript } = delivery.payload;
  await trier?.hand({ session, goal: result.value.goal, mainTranscript, trial: true });
  keepHistory(delivery.ws, result.value.artifacts);
  const drive = networkDrive(delivery.ws.dir);
  const { text } = result.value;
  return drive === undefined ? { context: text } : { context: text, message: networkText(drive) };
}

function startIn(
  step: Step,
  delivery: Delivery,
  text: string,
  plan: Plan,
  interrupted: readonly string[],
  trier: ProcessRef | undefined,
) {
  const { payload, env } = delivery;
  const earlier = focusOf(step.state, payload.session_id);
  const claim = ofSession(payload.session_id, clientRef(env), payload.transcript_path);
  const goal = startGoal(step, claim, text, plan, interrupted);
  if (trier) beginTrials(step, goal, trier);
  const offers = offer(step, goal, true);
  return {
    goal: goal.id,
    artifacts: goal.artifacts,
    text: startedText(goal, offers, earlier?.id ?? null),
  };
}

function pause(delivery: Delivery, interrupted: readonly string[]): Answer {
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { payload: about }, (step) => {
    const goal = focusOf(step.state, delivery.payload.session_id);
    if (!goal) return { block: 'Wukong: this session has no open goal to pause.' };
    pauseByPerson(step, goal, 'session');
    endInterrupted(step, goal, interrupted);
    const text = `Wukong: ${goal.id} is paused. Running agents may finish; nothing new is dispatched, and no gate runs. /wukong_resume continues it.`;
    return { context: `${text} Tell the user, and dispatch nothing.`, message: text };
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  return result.kind === 'ok' ? result.value : {};
}
