// The file a person answers in: what they need to decide, three ways on, and a place for the answer. Words
// of agents stand in quoted lines, so that none of them is a heading or a mark.

import type { AskedPacket, Attempt } from '../../model/facts/escalation.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Reason } from '../../model/reason.ts';
import { isTried, lacksCredential } from '../../model/wait-of.ts';
import { oneLine } from '../plain-text.ts';
import { inertLine, quotedSpan } from '../quoting.ts';
import { reasonText } from '../reason.ts';
import { ANSWER, OPTIONS, OUTCOME } from './answer.ts';
import { optionsOf, wayIn } from './options.ts';
import { ENGLISH_PAGE, type PageWords } from './page-words.ts';
import type { Asked, Option } from './way.ts';

export type Opened = Readonly<{
  goal: string;
  node: string | null;
  at: string;
  payload: PayloadOf<'escalation.opened'>;
}>;

/** Where its file is, below .wukong/. */
export function fileOf(id: string): string {
  return `escalations/${id}.md`;
}

export function pageOf(opened: Opened, words = ENGLISH_PAGE): string {
  const { goal, node, at, payload } = opened;
  const { id, reason, urgency, packet } = payload;
  const where = node === null ? goal : `${goal}/${node}`;
  const { language } = packet;
  const lines = [
    '---',
    `id: ${id}`,
    `goal: ${goal}`,
    `node: ${node ?? 'null'}`,
    `reason: ${reason}`,
    `urgency: ${urgency}`,
    'status: open',
    `opened: ${at}`,
    ...(language === undefined ? [] : [`language: ${language}`]),
    '---',
    '',
    `# ${words.title(id, where)}`,
    '',
    `> ${inertLine(oneLine(packet.goal, 300))}`,
    ...(packet.node === undefined
      ? []
      : ['>', `> ${node}: ${inertLine(oneLine(packet.node, 300))}`]),
    '',
    `## ${words.question}`,
    '',
    ...questionsIn(packet, words).map((text) => `> ${inertLine(text)}`),
    '',
    `## ${words.rootCause}`,
    '',
    `> ${inertLine(rootCauseIn(packet, words))}`,
    '',
    `## ${words.tried}`,
    '',
    ...triedLines(packet.attempts, words),
    '',
    `## ${words.stands}`,
    '',
    ...standingLines(packet, words),
    '',
    OPTIONS,
    '',
    ...optionsOf(askedIn(opened)).flatMap((option) => optionLines(option, opened, words)),
    '',
    ANSWER,
    '',
    `<!-- ${words.howTo} -->`,
    '',
    '',
    '',
    `- [ ] ${words.done}`,
    '',
  ];
  return lines.join('\n');
}

/** What the options depend on. */
export function askedIn({ goal, node, payload: { reason, packet } }: Opened): Asked {
  return { goal, node, reason, packet };
}

/** As few words as it takes: the questions, or what waits. */
export function questionsIn(packet: AskedPacket, words = ENGLISH_PAGE): readonly string[] {
  const { because, asked, outside } = packet;
  const own = because.kind === 'questions' ? because.questions : [questionIn(because, words)];
  const leave = asked.map((action) => words.leave(oneLine(action)));
  const whose = outside.length > 0 ? [words.whose(outside.map((path) => oneLine(path)))] : [];
  return [...own, ...leave, ...whose];
}

/** What tried it again and again does not know how. A gate that lacks a secret says itself what is asked. */
function questionIn(because: Reason, { reasons, sentence }: PageWords): string {
  const isSecret = because.kind === 'gate-stuck' && lacksCredential(because);
  if (!isTried(because) || isSecret) return sentence(reasonText(because, reasons));
  const ask = reasons.waits.tried[because.kind] as (of: Reason) => string;
  return sentence(ask(because));
}

export function rootCauseIn(packet: AskedPacket, words = ENGLISH_PAGE): string {
  return words.sentence(causeIn(packet, words));
}

/**
 * As plan B found it; else what the gates printed that the last of the runs failed at, or why it did not do, where
 * there was one; else why it waits.
 */
function causeIn({ because, attempts, plan_b }: AskedPacket, { reasons }: PageWords): string {
  if (plan_b && plan_b.root_cause !== '') return plan_b.root_cause;
  // What is said at the end of a goal, behind all runs, says itself what failed; a run that did well says nothing.
  if (because.kind === 'runs-used-up' && because.last.kind === 'final-gate')
    return reasonText(because.last, reasons);
  const last = attempts.findLast((one) => hasFailed(one));
  if (because.kind === 'questions' || !last?.because || because.kind === 'final-gate-unfixable')
    return reasonText(because, reasons);
  const printed = isTried(because) ? printedIn(last) : undefined;
  return printed ?? reasonText(last.because, reasons);
}

function hasFailed({ because }: Attempt): boolean {
  return because !== null && because.kind !== 'finished';
}

/** The name of each gate that did not pass, and what it printed. */
export function printedIn({ failed = [] }: Attempt): string | undefined {
  if (failed.length === 0) return undefined;
  return failed
    .map(({ gate, printed }) => `${quotedSpan(gate)}: ${oneLine(printed, 300)}`)
    .join('; ');
}

/** Why a run was not good enough; empty while it is judged. */
function failedIn(attempt: Attempt, words: PageWords): string {
  const printed = printedIn(attempt);
  if (printed !== undefined) return words.failedAt(printed);
  return attempt.because === null ? '' : words.ended(reasonText(attempt.because, words.reasons));
}

/** What an agent says it did, as it says it. */
export function attemptIn({ summary, changed }: Attempt, words = ENGLISH_PAGE): string {
  const what = summary === '' ? words.noSummary : words.asSaid(summary);
  return changed.length > 0 ? `${what}${words.changed(changed)}` : what;
}

function triedLines(attempts: readonly Attempt[], words: PageWords): string[] {
  if (attempts.length === 0) return [words.nothingTried];
  return attempts.flatMap((attempt, i) => [
    `${i + 1}. ${attempt.run}${attempt.level === null ? '' : words.proven(attempt.level)}`,
    `   > ${inertLine(oneLine(attemptIn(attempt, words), 600))}`,
    ...(hasFailed(attempt) ? [`   > ${inertLine(oneLine(failedIn(attempt, words), 600))}`] : []),
  ]);
}

function standingLines(packet: AskedPacket, words: PageWords): string[] {
  const { passing, failing, artifacts, runs_left, budget_left = {}, in_doubt = [] } = packet;
  const left = Object.entries(budget_left).map(([what, rest]) => `${rest} ${what}`);
  const names = (all: readonly string[]) => all.map((name) => quotedSpan(name)).join(', ');
  return [
    `- ${words.passing(names(passing))}`,
    `- ${words.failing(names(failing))}`,
    ...(runs_left === null ? [] : [`- ${words.runsLeft(runs_left)}`]),
    ...(left.length > 0 ? [`- ${words.budgetLeft(left.join(', '))}`] : []),
    ...(in_doubt.length > 0 ? [`- ${words.inDoubt(names(in_doubt))}`] : []),
    ...(artifacts.length > 0
      ? [`- ${words.files(folderOf(artifacts), names(artifacts.map(nameOf)))}`]
      : []),
  ];
}

/** They lie in one folder, that of a run. */
function folderOf([first = '']: readonly string[]): string {
  return `.wukong/${oneLine(first.slice(0, first.lastIndexOf('/') + 1))}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function optionLines(option: Option, opened: Opened, words: PageWords): string[] {
  const { option: letter, estimated_effort, does } = option;
  const { description, pros, cons } = wayIn(words.ways, option, askedIn(opened));
  return [
    `- [ ] ${letter}: ${inertLine(description)}`,
    ...pros.map((text) => `  - ${inertLine(`${words.pro}${text}`)}`),
    ...cons.map((text) => `  - ${inertLine(`${words.con}${text}`)}`),
    `  - ${inertLine(`${words.effort}${estimated_effort}`)}`,
    ...(isPower(option) ? [`  - ${words.power(opened.payload.id)}`] : []),
    ...(does.kind === 'type' ? [`  - ${words.typed}`] : []),
  ];
}

/** It widens what may happen or pass: a mark in a file is not enough. */
export function isPower({ does }: Option): boolean {
  return does.kind === 'say' ? does.overrules === true : does.kind !== 'type';
}

/** The same file when nobody has to answer any more; what the person wrote stays. */
export function closedPage(
  text: string,
  { how, by, response }: PayloadOf<'escalation.closed'>,
  at: string,
  words = ENGLISH_PAGE,
): string {
  const status = how === 'answered' ? 'resolved' : how;
  const said = response?.words;
  const lines = [
    '',
    OUTCOME,
    '',
    words.closed(how, by === undefined ? undefined : inertLine(by), at),
    ...(said === undefined ? [] : ['', ...said.split('\n').map((line) => `> ${inertLine(line)}`)]),
    ...(response?.took ? ['', inertLine(words.took(response.took.join(', ')))] : []),
    '',
  ];
  const head = text.replace(/^status: open$/m, `status: ${status}`);
  return `${head.trimEnd()}\n${lines.join('\n')}`;
}
