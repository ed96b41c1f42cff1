import { ESCALATION_TYPES, escalationsIn } from '../../entities/escalations.ts';
import { ignoredBy } from '../../kernel/escalations/follow.ts';
import { upcast } from '../../kernel/reduce/upcast.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { type StepOfPerson, stepsOfPeople } from '../../kernel/views/steps-of-people.ts';
import { readHistory } from '../../log/history.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { EscalationEntity } from '../../model/views/escalation.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { handedHow, handedTo } from '../../words/driven.ts';
import { oneLine, wholeLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { type Action, here, noun } from '../frame/noun.ts';
import { openNow, stateOf } from '../frame/open-workspace.ts';
import { done, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { personHere } from '../frame/person.ts';
import { timeOf } from '../frame/when.ts';
import { escalationId } from './place.ts';

/** What comes behind `wukong escalations`. */
const ACTIONS: Readonly<Record<string, Action>> = {
  list: here(list),
  show: here(show),
  ignore: here(ignore),
};
const HOW = 'wukong escalations list · wukong escalations show ESC-0001';

export const escalations: Command = {
  description: 'Show what only you can answer, and what you answered',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    id: { type: 'positional', required: false, description: 'ESC-0001' },
    why: { type: 'positional', required: false, description: 'To ignore: why it needs no answer' },
    all: { type: 'boolean', description: 'To list: those that are over as well' },
  },
  examples: [
    ['wukong escalations list', 'what only you can answer'],
    ['wukong escalations show ESC-0001', 'what was tried, and three ways on'],
    ['wukong escalations ignore ESC-0001 "done by hand"', 'nobody is asked any more'],
  ],
  takesWords: true,
  run: noun('escalations', ACTIONS, HOW),
};

function list(ws: Workspace, words: readonly string[], args: Args): Outcome {
  if (words.length > 0)
    return misused('`wukong escalations list` takes no words.', 'Leave them out.');
  const read = readEscalations(ws);
  if (!read.ok) return failed(read.error);
  const shown = read.value.filter(({ status }) => args.flag('all') || status === 'pending');
  const state = stateOf(ws);
  if (!state.ok) return failed(state.error);
  const steps = openGoals(state.value).flatMap(stepsOfPeople);
  const text = [
    ...(shown.length === 0 ? ['Nothing waits for an answer.'] : shown.map(lineOf)),
    ...steps.map(stepLine),
  ].join('\n');
  return done(text, { escalations: shown, steps });
}

/** No question, but it waits for a person all the same. */
function stepLine(step: StepOfPerson): string {
  const head = `${step.goal}/${step.node}  work for a person, not a question: ${oneLine(handedTo(step), 300)}`;
  return `${head}\n  ${oneLine(handedHow(step), 300)}`;
}

function lineOf({ id, status, urgency, reason, packet, metadata }: EscalationEntity): string {
  const state = status === 'pending' ? urgency : (metadata.closed_as ?? status);
  const head = `${colors.bold(id)}  ${packet.work_item.id}  ${reason}, ${state}`;
  return `${head}\n  ${oneLine(packet.minimal_question, 200)}`;
}

function show(ws: Workspace, words: readonly string[]): Outcome {
  const found = named(ws, words);
  if ('exit' in found) return found;
  return done(textOf(found), { ...found });
}

function textOf(one: EscalationEntity): string {
  const { id, packet, status, resolved_by, resolved_at, human_response, metadata } = one;
  const { attempts, suggested_options, current_state } = packet;
  const over =
    status === 'pending'
      ? [
          `Answer in Claude Code: /wukong_resume ${id}, with words or as written in .wukong/${metadata.file}. Or in a terminal of your own: wukong answer ${id}`,
        ]
      : [
          `${metadata.closed_as}${resolved_by === null ? '' : ` by ${oneLine(resolved_by)}`}${resolved_at === null ? '' : ` at ${timeOf(resolved_at, false)}`}`,
          ...(human_response?.words ? [`  ${wholeLine(human_response.words)}`] : []),
        ];
  return [
    lineOf(one),
    `Root cause: ${wholeLine(packet.root_cause)}`,
    ...attempts.map(({ run_id, strategy, why_failed }) =>
      `Tried: ${run_id}: ${oneLine(strategy, 300)} ${oneLine(why_failed, 300)}`.trim(),
    ),
    ...(current_state.failing_gates.length > 0
      ? [`Gates that fail: ${current_state.failing_gates.map((gate) => oneLine(gate)).join(', ')}`]
      : []),
    ...suggested_options.map(
      ({ option, description, estimated_effort }) =>
        `${option}: ${wholeLine(description)} (effort ${estimated_effort})`,
    ),
    ...over,
  ].join('\n');
}

/** What it is about waits on; only nobody is asked any more. */
function ignore(ws: Workspace, words: readonly string[]): Outcome {
  const found = named(ws, words);
  if ('exit' in found) return found;
  const { id, status, packet } = found;
  if (status !== 'pending') return misused(`${id} is over: ${status}.`, 'wukong escalations list');
  const why = redactor(process.env)(words.slice(1).join(' ').trim());
  if (why === '') {
    return misused('Say why it needs no answer.', `wukong escalations ignore ${id} "done by hand"`);
  }
  const trusted = openNow();
  if (!trusted.ok) return failed(trusted.error);
  const { state } = trusted.value;
  const person = personHere(state);
  if (!person.ok) return person.error;
  const result = runStep(ws, (step) => {
    const fact = ignoredBy(step.state, { id, why, ...person.value });
    if (fact) step.emit(fact);
    return fact !== undefined;
  });
  if (!result.ok) return failed(result.failure);
  if (!result.value)
    return misused(`${id} was answered meanwhile.`, `wukong escalations show ${id}`);
  const where = packet.work_item.id;
  return done(`${id} is ignored. ${where} waits on; to go on with it: wukong resume ${where}`, {
    id,
    status: 'ignored',
  });
}

function named(ws: Workspace, words: readonly string[]): EscalationEntity | Outcome {
  const id = escalationId(words[0] ?? '');
  const read = readEscalations(ws);
  if (!read.ok) return failed(read.error);
  const found = read.value.find((one) => one.id === id);
  if (found) return found;
  const message = id === '' ? 'Name the escalation.' : `There is no ${oneLine(id, 40)}.`;
  const meant = didYouMean(
    id,
    read.value.map((one) => one.id),
  );
  return misused(message, joined([meant, 'What there is: wukong escalations list --all']));
}

/** All there ever were, oldest first. */
function readEscalations(ws: Workspace): Result<readonly EscalationEntity[]> {
  const facts: Recorded[] = [];
  const history = readHistory(
    ws,
    (record) => {
      if (ESCALATION_TYPES.some((type) => type === record.type)) facts.push(upcast(record));
      return true;
    },
    'count',
  );
  return history.ok ? ok(escalationsIn(facts)) : fail(history.failure);
}
