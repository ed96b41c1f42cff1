// A person typed a /wukong_* command.

import { listTemplates } from '../../documents/template.ts';
import { explainFailure, keepHistory, planGoal } from '../../engine/goal/begin.ts';
import { verifyAgain } from '../../engine/report/verifier.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { interruptedCalls } from '../../hosts/claude-code/events/interrupted.ts';
import type { Prompt } from '../../hosts/claude-code/session/prompt.ts';
import {
  frontierText,
  linkText,
  networkText,
  openGoalsMessage,
  quote,
  startedText,
} from '../../hosts/claude-code/session/text.ts';
import { unknownText } from '../../hosts/claude-code/session/unknown-command.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { openGoals, type Plan, startGoal } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { type Resumed, resumeGoal } from '../../kernel/requests/resume.ts';
import { endInterrupted } from '../../kernel/requests/runs.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { deadVerifiers, pauseByPerson } from '../../kernel/requests/verifier.ts';
import { knownClients } from '../../kernel/state/clients.ts';
import { ofSession, sessionOfOwner } from '../../kernel/state/owner.ts';
import { focusOf } from '../../kernel/state/queries.ts';
import type { Goal, State } from '../../model/state.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { readState } from '../../step/run-step.ts';
import { waitingAt, waitsText } from '../../words/waiting.ts';
import { linkBelow } from '../../workspace/links.ts';
import { networkDrive } from '../../workspace/network-drive.ts';
import { personName } from '../../workspace/person.ts';
import { clientRef, descendsFrom, isAlive } from '../../workspace/processes.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';

const MAX_PROMPT = 2000;
const NAMED_NODES = 8;

type Command = Extract<Prompt, { kind: 'start' | 'resume' | 'pause' | 'unknown' }>;

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
    case 'resume':
      return resume(delivery, command, interrupted, openGoals(now.state).length > 0);
    case 'pause':
      return pause(delivery, interrupted);
  }
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
  const plan = await planGoal(delivery.ws, prompt.template);
  if (!plan.ok) return { block: explainFailure(plan.error) };
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { ofGoal: true, payload: about }, (step) =>
    startIn(step, delivery, prompt.text, plan.value, interrupted),
  );
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
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
) {
  const { payload, env } = delivery;
  const earlier = focusOf(step.state, payload.session_id);
  const claim = ofSession(payload.session_id, clientRef(env), payload.transcript_path);
  const goal = startGoal(step, claim, text, plan, interrupted);
  const offers = offer(step, goal, true);
  return { artifacts: goal.artifacts, text: startedText(goal, offers, earlier?.id ?? null) };
}

async function resume(
  delivery: Delivery,
  prompt: Extract<Prompt, { kind: 'resume' }>,
  interrupted: readonly string[],
  anyOpen: boolean,
): Promise<Answer> {
  const { payload, env } = delivery;
  const claim = ofSession(payload.session_id, clientRef(env), payload.transcript_path);
  const { goalId, nodeId, approve, take, foreign } = prompt;
  const { accept: what } = prompt;
  const accept = what ? { what, why: prompt.answer, by: personName() } : undefined;
  const answer = what ? '' : prompt.answer;
  const about = { prompt: payload.prompt.slice(0, MAX_PROMPT) };
  // With nothing open there is no goal these words could belong to.
  let verify: string | undefined;
  const result = hostStep(delivery, { ofGoal: anyOpen, payload: about }, (step) => {
    const isDecided = approve || accept !== undefined || foreign.length > 0;
    if (isDecided && isStartedByClient(step.state, env)) return { block: NO_PERSON };
    const words = { goalId, nodeId, answer, approve, accept, foreign, by: personName() };
    const request = { claim, ...words, take, interrupted };
    const resumed = resumeGoal(step, request, isAlive);
    if (resumed.kind !== 'resumed') return { block: notResumedText(resumed) };
    const isLeft = deadVerifiers(resumed.goal, isAlive).length > 0;
    verify = isLeft ? resumed.goal.id : undefined;
    const context = resumedText(step, resumed);
    const isUnused = answer !== '' && resumed.unblocked.length === 0;
    return isUnused ? { context, message: unusedText(nodeId ?? resumed.goal.id) } : { context };
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  if (verify !== undefined) await verifyAgain(delivery.ws, verify, payload.transcript_path);
  return result.value;
}

function resumedText(step: Step, resumed: Extract<Resumed, { kind: 'resumed' }>): string {
  const { goal, lost, unblocked, accepted } = resumed;
  const parts = [`Wukong resumes ${goal.id}: ${quote(goal.title)}.`];
  if (lost > 0) parts.push(`${lost} interrupted run(s) were ended; finished nodes stay finished.`);
  if (accepted.length > 0) parts.push(`Accepted as it is by the user: ${accepted.join(', ')}.`);
  if (unblocked.length > 0) parts.push(`Free again: ${unblocked.join(', ')}.`);
  parts.push(frontierText(goal, offer(step, goal, true)));
  return parts.join('\n');
}

function unusedText(where: string): string {
  return `Wukong: nothing in ${where} waits for words of yours, so these were not used.`;
}

/** What each of them waits for, and how to answer it alone. */
function whichText(goal: Goal, nodes: readonly string[]): string {
  const lines = nodes
    .slice(0, NAMED_NODES)
    .map((id) => `/wukong_resume ${goal.id} ${id} <words>  for ${waits(goal, id)}`);
  const text = `Wukong: ${nodes.length} nodes of ${goal.id} wait for words of yours, so name the one that these are for:`;
  return [text, ...lines].join('\n');
}

function waits(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? quote(waitsText(waiting).slice(0, 300)) : '';
}

/** A session that another one started: nobody sits there who could decide. */
function isStartedByClient(state: State, env: NodeJS.ProcessEnv): boolean {
  const mine = clientRef(env);
  if (mine === null) return false;
  const others = knownClients(state).filter(({ pid }) => pid !== mine.pid);
  return others.some((other) => descendsFrom(mine.pid, other));
}

const NO_PERSON =
  'Wukong: this session was started by another session, so it cannot decide for a person. Type it in your own session, or use `wukong accept` in a terminal of your own.';

function notResumedText(resumed: Exclude<Resumed, { kind: 'resumed' }>): string {
  switch (resumed.kind) {
    case 'nothing-open':
      return 'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.';
    case 'unknown':
      return `Wukong: no open goal ${resumed.goalId} here. Try /wukong_resume alone, or \`wukong status\`.`;
    case 'choose':
      return `Wukong: several goals are open, name one. ${openGoalsMessage(resumed.goals)}`;
    case 'not-asked': {
      const { goal, what } = resumed;
      const waiting = blockedNodes(goal).map((id) => `\n${id}: ${waits(goal, id)}`);
      const others = waiting.length > 0 ? ` What waits for you there:${waiting.join('')}` : '';
      return `Wukong: nothing in ${goal.id} waits for --${what}.${others}`;
    }
    case 'choose-node':
      return whichText(resumed.goal, resumed.nodes);
    case 'lost':
      return explainFailure(resumed.failure);
    case 'owned':
      return `Wukong: ${resumed.goal.id} is being worked on by ${workerName(resumed.goal)} (its client is running). To take it over and replace its runs: /wukong_resume ${resumed.goal.id} --take`;
  }
}

function workerName({ owner }: Goal): string {
  const session = sessionOfOwner(owner);
  return session === undefined ? 'another process' : `session ${session}`;
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
