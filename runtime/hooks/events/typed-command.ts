// A person typed a /wukong_* command.

import { type Choice, chosenBy, classify, runnerUp } from '../../classify/classify.ts';
import { isIssueRef, readTerms } from '../../classify/read-terms.ts';
import { type Compiled, configOf, uncountedText } from '../../documents/config.ts';
import { listTemplates, missingIn } from '../../documents/template.ts';
import { planGoal } from '../../engine/goal/begin.ts';
import { keepHistory } from '../../engine/goal/keep-history.ts';
import { startTrials } from '../../engine/report/start-trials.ts';
import { takeUsage } from '../../engine/usage/take-usage.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { interruptedCalls } from '../../hosts/claude-code/events/interrupted.ts';
import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
import type { Begun, Prompt } from '../../hosts/claude-code/session/prompt.ts';
import { noticesText, phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { startedText } from '../../hosts/claude-code/session/text.ts';
import { badFlag } from '../../hosts/claude-code/session/unknown-command.ts';
import { pauseByPerson } from '../../kernel/reports/pause.ts';
import { beginTrials } from '../../kernel/requests/first-trials.ts';
import { openGoals, type Plan, startGoal } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { endInterrupted } from '../../kernel/requests/runs.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { languageOfGoal } from '../../kernel/state/language.ts';
import { focusOf, sessionOf } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import type { Language } from '../../model/vocabulary.ts';
import { redactAll, redactor } from '../../privacy/redact.ts';
import { readState } from '../../step/run-step.ts';
import { linkGoal } from '../../workspace/goal-link.ts';
import { oddFailure } from '../../workspace/links.ts';
import { depthOf } from '../../workspace/processes.ts';
import { claimOf } from '../frame/claim.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';
import { asResume, type Resume } from './typed-answer.ts';
import { resume } from './typed-resume.ts';

const MAX_PROMPT = 2000;

type Typed = Extract<Prompt, { kind: 'start' | 'choose' | 'resume' | 'pause' | 'unknown' }>;
type Command = Exclude<Typed, { kind: 'resume' }> | Resume;

export function onCommand(received: Delivery, said: Typed): Answer | Promise<Answer> {
  // What a person typed goes into the log and into work orders: from here on without its secrets.
  const clean = redactor(process.env);
  const command = redactAll(said.kind === 'resume' ? asResume(said.text) : said, clean);
  const delivery = {
    ...received,
    payload: { ...received.payload, prompt: clean(received.payload.prompt) },
  };
  const now = readState(delivery.ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  if (now.state.log_id !== delivery.trust.log_id) {
    return { block: explainFailure({ kind: 'foreign', root: delivery.ws.root }) };
  }
  if (command.kind === 'unknown') {
    const { typed } = command;
    return refuse(now.state, delivery, {
      kind: 'no-command',
      typed,
      templates: listTemplates(delivery.ws),
    });
  }
  const depth = command.kind === 'pause' ? 0 : depthOf(delivery.env);
  if (depth > 0) return refuse(now.state, delivery, { kind: 'inside-run', depth });
  // A new goal looks for itself (planGoal).
  const odd = command.kind === 'resume' ? oddFailure(delivery.ws) : undefined;
  if (odd) return { block: explainFailure(odd) };
  const { session_id, transcript_path } = delivery.payload;
  const interrupted = interruptedCalls(now.state, session_id, transcript_path);
  for (const id of leaving(now.state, session_id, command)) takeUsage(delivery.ws, id);
  switch (command.kind) {
    case 'start':
      return start(delivery, now.state, command, interrupted);
    case 'choose':
      return choose(delivery, now.state, command, interrupted);
    case 'resume':
      return resume(delivery, command, interrupted, now.state);
    case 'pause':
      return pause(delivery, interrupted);
  }
}

/** Goals that may change hands now: what was used for them so far is theirs. */
function leaving(state: State, sessionId: string, command: Command): string[] {
  const focus = focusOf(state, sessionId)?.id;
  const named = command.kind === 'resume' ? (command.at.goalId ?? undefined) : undefined;
  const open = openGoals(state);
  const only = command.kind === 'resume' && open.length === 1 ? open[0]?.id : undefined;
  return [...new Set([focus, named, only].filter((id) => id !== undefined))];
}

/**
 * `/wukong <text>`: begins what the rules choose, and says why; unsure, it begins nothing. High risk, as typed
 * or as the rules say, needs an audit: where the track has none, the next likely one is begun, or nothing.
 */
async function choose(
  delivery: Delivery,
  state: State,
  typed: Begun,
  interrupted: readonly string[],
): Promise<Answer> {
  const wrong = wrongFlag(typed);
  if (wrong) return refuse(state, delivery, { kind: 'bad-flag', typed: '/wukong', ...wrong });
  const choice = classify(typed.text);
  const { track, template } = choice;
  const risk = choice.risk === 'high' ? 'high' : typed.risk;
  const begun: Begun = { ...typed, ...(risk && { risk }) };
  if (track === null || template === null) {
    return refuse(state, delivery, { kind: 'unsure', choice, begun });
  }
  const templates = listTemplates(delivery.ws);
  // A small fix is a fix: the longer way leads there as well, and is the one for what is at stake.
  const fitting = (risk ? [track] : [template, track]).find((name) => templates.includes(name));
  if (fitting === undefined) {
    return refuse(state, delivery, { kind: 'no-template', choice, templates, begun });
  }
  const next = risk ? runnerUp(begun.text, track) : undefined;
  for (const name of [fitting, next]) {
    if (name === undefined || !templates.includes(name)) continue;
    const plan = await planFor(delivery, name, begun);
    if (!plan.ok && plan.error.kind === 'risk-unreviewed') continue;
    return begin(delivery, begun, plan, interrupted, choice);
  }
  return refuse(state, delivery, { kind: 'unaudited', choice, begun });
}

async function start(
  delivery: Delivery,
  state: State,
  prompt: Extract<Prompt, { kind: 'start' }>,
  interrupted: readonly string[],
): Promise<Answer> {
  const { template } = prompt;
  const templates = listTemplates(delivery.ws);
  if (!templates.includes(template)) {
    const typed = `/wukong_${template}`;
    return refuse(state, delivery, { kind: 'no-command', typed, templates });
  }
  if (prompt.text === '') return refuse(state, delivery, { kind: 'no-words', template });
  const wrong = wrongFlag(prompt);
  if (wrong) {
    return refuse(state, delivery, { kind: 'bad-flag', typed: `/wukong_${template}`, ...wrong });
  }
  return begin(delivery, prompt, await planFor(delivery, template, prompt), interrupted);
}

/** One that was read and says nothing, or one in front of the words that could not be read. */
function wrongFlag({ text, terms, issue }: Begun): WrongFlag | undefined {
  const read = readTerms(terms ?? {}, new Date().toISOString());
  if (!read.ok) return { flag: read.flag, passed: read.passed };
  if (issue !== undefined && !isIssueRef(issue)) return { flag: 'issue' };
  const flag = badFlag(text);
  return flag && { flag };
}

type WrongFlag = Pick<Extract<Refused, { kind: 'bad-flag' }>, 'flag' | 'passed'>;

function planFor(delivery: Delivery, template: string, { text, terms, ...asked }: Begun) {
  const read = readTerms(terms ?? {}, new Date().toISOString());
  return planGoal(delivery.ws, template, {
    request: text,
    ...asked,
    ...(read.ok && { terms: read.terms }),
  });
}

async function begin(
  delivery: Delivery,
  begun: Begun,
  plan: Result<Plan>,
  interrupted: readonly string[],
  choice?: Choice,
): Promise<Answer> {
  if (!plan.ok) return { block: explainFailure(plan.error) };
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const chosen = choice && { chosen: chosenBy(choice, plan.value.name) };
  const trier = startTrials(delivery.ws, plan.value.nodes);
  const result = hostStep(delivery, { ofGoal: true, payload: about }, (step) =>
    startIn(
      step,
      delivery,
      { begun, choice },
      { ...plan.value, ...chosen },
      interrupted,
      trier?.process,
    ),
  );
  if (result.kind !== 'ok') trier?.dismiss();
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  const { session_id: session, transcript_path: mainTranscript } = delivery.payload;
  await trier?.hand({ session, goal: result.value.goal, mainTranscript, trial: true });
  linkGoal(delivery.ws, result.value.goal, result.value.artifacts);
  keepHistory(delivery.ws, result.value.artifacts);
  const compiled = configOf(delivery.ws);
  const uncounted = uncountedText(compiled);
  const { text, message, language } = result.value;
  const missing = missingIn(delivery.ws, plan.value.name, compiled).map(
    ({ node, name, problem: { file, line } }) => ({ node, name, place: `${file}:${line}` }),
  );
  const told = [
    message,
    ...(uncounted === undefined ? [] : [`Wukong: ${uncounted}`]),
    ...unconfirmedLines(result.state, session, compiled, language),
    ...(missing.length === 0 ? [] : [phrasesIn(language).executorsMissing(missing)]),
  ];
  return { context: text, message: told.join('\n') };
}

/** Where the session was known already, it is a notice there. */
function unconfirmedLines(
  state: State,
  session: string,
  { config: { unconfirmed: what } }: Pick<Compiled, 'config'>,
  language: Language,
): string[] {
  const waiting = sessionOf(state, session)?.notices ?? [];
  if (!what || waiting.some(({ kind }) => kind === 'local-unconfirmed')) return [];
  return [noticesText([{ kind: 'local-unconfirmed', what }], language)];
}

function startIn(
  step: Step,
  delivery: Delivery,
  { begun, choice }: Readonly<{ begun: Begun; choice: Choice | undefined }>,
  plan: Plan,
  interrupted: readonly string[],
  trier: ProcessRef | undefined,
) {
  const { payload } = delivery;
  const earlier = focusOf(step.state, payload.session_id);
  const goal = startGoal(step, claimOf(delivery), begun.text, plan, interrupted);
  if (trier) beginTrials(step, goal, trier);
  const offers = offer(step, goal, true);
  const language = languageOfGoal(goal);
  return {
    language,
    goal: goal.id,
    artifacts: goal.artifacts,
    text: startedText(goal, offers, earlier?.id ?? null),
    message: phrasesIn(language).started(goal, {
      choice,
      risk: begun.risk,
      paused: earlier?.id,
    }),
  };
}

function pause(delivery: Delivery, interrupted: readonly string[]): Answer {
  const about = { prompt: delivery.payload.prompt.slice(0, MAX_PROMPT) };
  const result = hostStep(delivery, { payload: about }, (step): Answer => {
    const goal = focusOf(step.state, delivery.payload.session_id);
    if (!goal) return refuse(step.state, delivery, { kind: 'nothing-to-pause' });
    pauseByPerson(step, goal, 'session');
    endInterrupted(step, goal, interrupted);
    const context = `${phrasesIn('en').paused(goal)} Tell the user, and dispatch nothing.`;
    return { context, message: phrasesIn(languageOfGoal(goal)).paused(goal) };
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  return result.kind === 'ok' ? result.value : {};
}
