// Answers that a person wrote into `escalations/ESC-0001.md`. Nothing is taken while an agent that may write
// is at work, nor what may be half-finished; and what widens power is named, and taken when they type it.

import { statSync } from 'node:fs';
import { type AskedAt, escalationAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { hoursToAnswer, isOverdue, urgentNow } from '../../kernel/escalations/urgency.ts';
import { saysMine } from '../../kernel/requests/claim-changes.ts';
import { answerFromFile } from '../../kernel/requests/resume.ts';
import { lostPlan } from '../../kernel/state/queries.ts';
import { writerNow } from '../../kernel/state/writers.ts';
import { redactor } from '../../privacy/redact.ts';
import { writeMissing } from '../../step/asked-files.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { type Answered, readAnswer } from '../../words/escalation/answer.ts';
import { askedNow, optionMeant } from '../../words/escalation/now.ts';
import { fileOf, isPower } from '../../words/escalation/page.ts';
import { isRaise, readRaise } from '../../words/escalation/raise.ts';
import type { Told } from '../../words/escalation/told.ts';
import type { Option } from '../../words/escalation/way.ts';
import { answerStamp } from '../../workspace/config-stamp.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { readPeopleText } from '../anchors/people-text.ts';
import { writerAt } from '../anchors/saved-in-run.ts';

/** `saidDone`: the person typed that they are done with these, and the file need not say it. */
export type Attend = Readonly<{ logId: string; saidDone?: (one: AskedAt) => boolean }>;

/** Writes files that are missing, takes the answers there are, and says what became of each. */
export function takeAnswers(ws: Workspace, { logId, saidDone = () => false }: Attend): Told[] {
  const now = readState(ws, (state) => {
    if (state.log_id !== logId) return undefined;
    writeMissing(ws, state);
    const late = openEscalations(state).some((one) =>
      isOverdue(one, isoNow(), hoursToAnswer(state)),
    );
    return { open: openEscalations(state), writer: writerNow(state), late };
  });
  // What is wrong with the log is said by whoever came for something else.
  if (!now.ok || !now.value) return [];
  const { open, writer, late } = now.value;
  const urgent = late ? raise(ws) : [];
  const told = open.flatMap((one): Told[] => {
    const isTyped = saidDone(one);
    if (!isTyped && answerStamp(ws, one.id, one) === undefined) return [];
    if (writer !== undefined) {
      return isTyped && hasAnswer(ws, one.id)
        ? [{ id: one.id, kind: 'writer', run: writer, now: true }]
        : [];
    }
    return takeOne(ws, one, isTyped);
  });
  return [...urgent, ...told];
}

function raise(ws: Workspace): Told[] {
  const raised = runStep(ws, (step) => {
    const hours = hoursToAnswer(step.state);
    const late = openEscalations(step.state).filter((one) => isOverdue(one, step.now, hours));
    for (const fact of urgentNow(step.state, step.now, hours)) step.emit(fact);
    return late.map(({ id, goal, node }): Told => ({ id, kind: 'urgent', goal, node, hours }));
  });
  return raised.ok ? raised.value : [];
}

function isoNow(): string {
  return new Date().toISOString();
}

function takeOne(ws: Workspace, one: AskedAt, isTyped: boolean): Told[] {
  const found = lookAt(ws, one, isTyped);
  if (found.kind === 'nothing') return [];
  if (found.kind === 'told') {
    noteRead(ws, one.id, found.told);
    return [found.told];
  }
  const { answer } = found;
  const told: Told = { id: one.id, kind: 'taken', goal: one.goal, node: one.node };
  const taken = runStep(ws, (step): Told[] => {
    const goal = step.state.goals[one.goal];
    // Somebody else took it in this moment, who says so to the person.
    if (escalationAt(step.state, one.goal, one.node)?.id !== one.id) {
      return isTyped ? [{ id: one.id, kind: 'over' }] : [];
    }
    // A run that may write began meanwhile.
    if (!goal || lostPlan(goal) || writerNow(step.state) !== undefined) return [];
    const words = { nodeId: one.node, answer, toPause: answer, by: personName() };
    answerFromFile(step, goal, words);
    return [told];
  });
  return taken.ok ? taken.value : [];
}

export type Found =
  | Readonly<{ kind: 'nothing' }>
  | Readonly<{ kind: 'told'; told: Told }>
  /** Words that nobody but the next run has to judge. */
  | Readonly<{ kind: 'answer'; answer: string }>;

function lookAt(ws: Workspace, one: AskedAt, isTyped: boolean): Found {
  const { id } = one;
  const read = readPage(ws, id);
  if (read.kind !== 'read') return read;
  const { answered } = read;
  if (answered.option === null && answered.words === '') {
    noteRead(ws, id);
    return { kind: 'nothing' };
  }
  if (!answered.done && !isTyped) return { kind: 'told', told: { id, kind: 'not-done' } };
  const saved = statSync(files.escalation(ws, id)).mtimeMs;
  const run = writerAt(ws, saved);
  if (run !== undefined) return { kind: 'told', told: { id, kind: 'writer', run, now: false } };
  return meant(ws, one, answered);
}

/** What follows from the answer, if a file is enough for it. */
function meant(ws: Workspace, one: AskedAt, { option: letter, words, line }: Answered): Found {
  const { id, goal, node } = one;
  const now = readState(ws, (state) => askedNow(state, one));
  const asked = now.ok ? now.value : undefined;
  if (!asked) return { kind: 'nothing' };
  const option = optionMeant(asked, letter, words);
  const { does } = option ?? {};
  if (option && does?.kind === 'type') {
    const { command } = does;
    return { kind: 'told', told: { id, kind: 'typed', option: option.option, command } };
  }
  if (option && isRaise(does)) {
    if (words === '')
      return { kind: 'told', told: { id, kind: 'no-words', option: option.option } };
    const raise = readRaise(does, words, isoNow());
    if (!raise.ok)
      return { kind: 'told', told: { id, kind: 'misread', misread: { line, ...raise.error } } };
  }
  if (option && does && isPower(option) && does.kind !== 'say') {
    return { kind: 'told', told: { id, kind: 'power', option: option.option, does, goal, node } };
  }
  if (decides(asked.packet, option, words)) {
    return { kind: 'told', told: { id, kind: 'words-decide' } };
  }
  const answer = answerText(option, words);
  // A goal that is paused goes on without words.
  if (option && answer === '' && node !== null) {
    return { kind: 'told', told: { id, kind: 'no-words', option: option.option } };
  }
  return { kind: 'answer', answer };
}

/** A rejection is overruled, or a change made a person’s own, by their words alone. */
function decides(
  { because, outside }: NonNullable<ReturnType<typeof askedNow>>['packet'],
  option: Option | undefined,
  words: string,
): boolean {
  if (because.kind === 'rejected' || because.kind === 'nothing-to-reopen') return true;
  if (option && isPower(option)) return true;
  return outside.length > 0 && saysMine(words);
}

export function answerText(option: Option | undefined, words: string): string {
  const chosen = option?.does.kind === 'say' ? option.does.words : '';
  return [chosen, words].filter((text) => text !== '').join(' ');
}

type Page =
  | Readonly<{ kind: 'nothing' }>
  | Readonly<{ kind: 'told'; told: Told }>
  | Readonly<{ kind: 'read'; answered: Answered }>;

export function readPage(ws: Workspace, id: string): Page {
  const text = readPeopleText(files.escalation(ws, id), fileOf(id));
  if (!text.ok) {
    const { error } = text;
    const said = error.kind === 'refused' ? error : { message: 'It cannot be read.', hint: '' };
    const misread = { line: 1, message: said.message, hint: said.hint };
    return { kind: 'told', told: { id, kind: 'misread', misread } };
  }
  if (text.value === '') return { kind: 'nothing' };
  const read = readAnswer(text.value);
  if (!read.ok) return { kind: 'told', told: { id, kind: 'misread', misread: read.error } };
  const words = redactor(process.env)(read.value.words);
  return { kind: 'read', answered: { ...read.value, words } };
}

function hasAnswer(ws: Workspace, id: string): boolean {
  const page = readPage(ws, id);
  return page.kind === 'read' && (page.answered.option !== null || page.answered.words !== '');
}

/** The same file is not read again. */
function noteRead(ws: Workspace, id: string, told?: Told): void {
  runStep(ws, (step) => {
    const one = openEscalations(step.state).find((open) => open.id === id);
    const stamp = one && answerStamp(ws, id, one);
    if (!one || stamp === undefined) return;
    const scope = { goal_id: one.goal, ...(one.node !== null && { node_id: one.node }) };
    const payload = { id, stamp, problem: told?.kind ?? null };
    step.emit({ type: 'escalation.read', ...scope, payload });
  });
}
