// Answers that stand in `escalations/ESC-0001.md`. A process can write one as well, so each is a proposal: it is
// shown, and taken when a person confirms it. Nothing is taken while an agent that may write is at work.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type AskedAt, escalationAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { hoursToAnswer, isOverdue, urgentNow } from '../../kernel/escalations/urgency.ts';
import { answerFromFile } from '../../kernel/requests/resume.ts';
import { lostPlan } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import { writerNow } from '../../kernel/state/writers.ts';
import { redactor } from '../../privacy/redact.ts';
import { writeMissing } from '../../step/asked-files.ts';
import { readState, runStep } from '../../step/run-step.ts';
import {
  type Answer,
  type Answered,
  fileAnswer,
  isNothing,
} from '../../words/escalation/answer.ts';
import { askedNow, meantBy } from '../../words/escalation/meaning.ts';
import { fileOf } from '../../words/escalation/page.ts';
import type { Told } from '../../words/escalation/told.ts';
import type { Asked, Option } from '../../words/escalation/way.ts';
import { describedIn } from '../../words/languages/page-in.ts';
import { answerStamp, fileStamp } from '../../workspace/config-stamp.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readPeopleText } from '../anchors/people-text.ts';
import { writerAt } from '../anchors/saved-in-run.ts';

export type Attend = Readonly<{
  logId: string;
  /** What is said goes to the person of a session, who has seen it from then on. */
  isShown?: boolean;
  confirmed?: Confirmed;
}>;

/** A person says that they take what stands in these files. */
export type Confirmed = Readonly<{
  takes: (one: AskedAt) => boolean;
  /** By what was asked, what they were shown of it before they agreed. Absent: it is quoted to them once it is taken. */
  seen?: ReadonlyMap<string, string>;
  said: Said;
}>;

/** Writes files that are missing, takes the answers that are confirmed, and says what there is of each. */
export function takeAnswers(ws: Workspace, attend: Attend): Told[] {
  const { logId, confirmed } = attend;
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
    const isTyped = confirmed?.takes(one) === true;
    if (!isTyped && answerStamp(ws, one.id, one) === undefined) return [];
    if (writer !== undefined) {
      return isTyped && hasAnswer(ws, one.id)
        ? [{ id: one.id, kind: 'writer', run: writer, now: true }]
        : [];
    }
    return takeOne(ws, one, attend);
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

function takeOne(ws: Workspace, one: AskedAt, { isShown = false, confirmed }: Attend): Told[] {
  const isTyped = confirmed?.takes(one) === true;
  const found = lookAt(ws, one, isTyped);
  if (found.kind === 'nothing') {
    noteRead(ws, one.id);
    return [];
  }
  if (found.kind === 'told') {
    // In a shell nobody knows who reads it: it is said there again, and in the session still.
    const { told, written } = found;
    if (isShown) noteRead(ws, one.id, { told, ...(written && { stamp: written.stamp }) });
    return [found.told];
  }
  const { answer, written } = found;
  const { stamp, says } = written;
  const { seen, said } = confirmed ?? {};
  const isSame = seen === undefined || seen.get(one.id) === stamp;
  if (!isTyped || said === undefined || !isSame) {
    const told: Told = { id: one.id, kind: 'proposed', says };
    if (isShown) noteRead(ws, one.id, { told, stamp });
    return [told];
  }
  const told: Told = { id: one.id, kind: 'taken', goal: one.goal, node: one.node, says };
  const taken = runStep(ws, (step): Told[] => {
    const goal = step.state.goals[one.goal];
    // Somebody else took it in this moment, who says so to the person.
    if (escalationAt(step.state, one.goal, one.node)?.id !== one.id) {
      return [{ id: one.id, kind: 'over' }];
    }
    // A run that may write began meanwhile.
    if (!goal || lostPlan(goal) || writerNow(step.state) !== undefined) return [];
    answerFromFile(step, goal, { nodeId: one.node, answer, toPause: answer, ...said });
    return [told];
  });
  return taken.ok ? taken.value : [];
}

/** What a person wrote; `says`: the choice and the words, as they are shown it. */
export type Written = Readonly<{ said: Answer; says: string; stamp: string }>;

export type Found =
  | Readonly<{ kind: 'nothing' }>
  /** `written`: it can be taken, by more than a mark in a file. */
  | Readonly<{ kind: 'told'; told: Told; written?: Written }>
  /** Words that nobody but the next run has to judge. */
  | Readonly<{ kind: 'answer'; answer: string; written: Written }>;

/** What stands in its file, as it is now. `isTyped`: the person says that it is finished. */
export function lookAt(ws: Workspace, one: AskedAt, isTyped: boolean): Found {
  const { id } = one;
  const read = readPage(ws, id);
  if (read.kind !== 'read') return read;
  const { answered } = read;
  if (isNothing(answered.said)) return { kind: 'nothing' };
  if (!answered.done && !isTyped) return { kind: 'told', told: { id, kind: 'not-done' } };
  const saved = statSync(files.escalation(ws, id)).mtimeMs;
  const run = writerAt(ws, saved);
  if (run !== undefined) return { kind: 'told', told: { id, kind: 'writer', run, now: false } };
  return fromFile(ws, one, answered);
}

/** What stands there that a person could confirm now. */
export function proposalOf(ws: Workspace, one: AskedAt): Told | undefined {
  const found = lookAt(ws, one, false);
  if (found.kind === 'answer') return { id: one.id, kind: 'proposed', says: found.written.says };
  return found.kind === 'told' && found.written ? found.told : undefined;
}

/** What a person was shown is known again by this: an option may mean something else later. */
export function stampOf(option: Option | undefined, words: string): string {
  const meant = option && [option.option, option.does];
  return createHash('sha256')
    .update(JSON.stringify([meant, words]))
    .digest('hex');
}

/** What follows from the answer, if a file is enough for it. */
function fromFile(ws: Workspace, one: AskedAt, { said, line }: Answered): Found {
  const { id, goal, node } = one;
  const now = readState(ws, (state) => askedNow(state, one));
  const asked = now.ok ? now.value : undefined;
  if (!asked) return { kind: 'nothing' };
  const meant = meantBy(id, asked, said, isoNow());
  if (!meant.ok) return { kind: 'told', told: inFile(meant.error, line) };
  const { option, power, said: as } = meant.value;
  const says = saysText(asked, option, said.words);
  const written = { said, says, stamp: stampOf(option, said.words) };
  if (option && power === 'choice') {
    const told: Told = {
      id,
      kind: 'power',
      option: option.option,
      does: option.does,
      goal,
      node,
      says,
    };
    return { kind: 'told', told, written };
  }
  if (power !== null) return { kind: 'told', told: { id, kind: 'words-decide', says }, written };
  return { kind: 'answer', answer: as.words, written };
}

function inFile(told: Told, line: number): Told {
  if (told.kind !== 'mistyped') return told;
  return { id: told.id, kind: 'misread', misread: { ...told.misread, line } };
}

/** The choice and the words, as a person is shown them. */
export function saysText(asked: Asked, option: Option | undefined, words: string): string {
  const choice = option === undefined ? '' : `${option.option}: ${describedIn(asked, option)}`;
  return [choice, words].filter((text) => text !== '').join(' ');
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
  const read = fileAnswer(text.value);
  if (!read.ok) return { kind: 'told', told: { id, kind: 'misread', misread: read.error } };
  const { said, ...rest } = read.value;
  const words = redactor(process.env)(said.words);
  return { kind: 'read', answered: { ...rest, said: { ...said, words } } };
}

function hasAnswer(ws: Workspace, id: string): boolean {
  const page = readPage(ws, id);
  return page.kind === 'read' && !isNothing(page.answered.said);
}

/** A person of a session is shown it now. */
export function noteShown(ws: Workspace, id: string, stamp: string): void {
  noteRead(ws, id, { told: { kind: 'unseen' }, stamp }, true);
}

/** The same file is not read again. */
function noteRead(
  ws: Workspace,
  id: string,
  seen?: Readonly<{ told: Pick<Told, 'kind'>; stamp?: string }>,
  isAgain = false,
): void {
  runStep(ws, (step) => {
    const one = openEscalations(step.state).find((open) => open.id === id);
    const stamp = one && (isAgain ? fileStamp(ws, id) : answerStamp(ws, id, one));
    if (!one || stamp === undefined) return;
    const scope = { goal_id: one.goal, ...(one.node !== null && { node_id: one.node }) };
    const shown = seen?.stamp === undefined ? {} : { shown: seen.stamp };
    const payload = { id, stamp, problem: seen?.told.kind ?? null, ...shown };
    step.emit({ type: 'escalation.read', ...scope, payload });
  });
}
