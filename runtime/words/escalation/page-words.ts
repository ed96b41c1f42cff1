// The words of the file a person answers in, in English, and what another language has to say as well
// (words/languages).

import type { AskedPacket, Attempt } from '../../model/facts/escalation.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Reason } from '../../model/reason.ts';
import { lacksCredential } from '../../model/waits.ts';
import { asSentence, oneLine, upperFirst } from '../plain-text.ts';
import { reasonText } from '../reason.ts';
import type { Asked, Option } from './way.ts';

type Closed = PayloadOf<'escalation.closed'>['how'];

export type PageWords = Readonly<{
  title: (id: string, where: string) => string;
  question: string;
  questions: (packet: AskedPacket) => readonly string[];
  rootCause: string;
  cause: (packet: AskedPacket) => string;
  tried: string;
  nothingTried: string;
  proven: (level: string) => string;
  attempt: (attempt: Attempt) => string;
  failed: (attempt: Attempt) => string;
  stands: string;
  /** The names are empty where there is none. */
  passing: (gates: string) => string;
  failing: (gates: string) => string;
  runsLeft: (runs: number) => string;
  budgetLeft: (left: string) => string;
  inDoubt: (actions: string) => string;
  files: (folder: string, names: string) => string;
  way: (option: Option, asked: Asked) => Pick<Option, 'description' | 'pros' | 'cons'>;
  pro: string;
  con: string;
  effort: string;
  power: (id: string) => string;
  typed: string;
  /** In a comment above the place for the answer. */
  howTo: string;
  /** Begins with `Done`, which is looked for. */
  done: `Done${string}`;
  closed: (how: Closed, by: string | undefined, at: string) => string;
  took: (types: string) => string;
}>;

export const ENGLISH_PAGE: PageWords = {
  title: (id, where) => `${id}: ${where} waits for you`,
  question: 'Question',
  questions: questionsOf,
  rootCause: 'Root cause',
  cause: rootCause,
  tried: 'What was tried',
  nothingTried: 'Nothing yet.',
  proven: (level) => `, ${level} proven`,
  attempt: attemptText,
  failed: failedText,
  stands: 'Where it stands',
  passing: (gates) => `Gates that pass: ${gates || 'none was seen to'}`,
  failing: (gates) => `Gates that fail: ${gates || 'none'}`,
  runsLeft: (runs) => `Runs left: ${runs}`,
  budgetLeft: (left) => `Budget left: ${left}`,
  inDoubt: (actions) => `May have happened already, by a run that left no report: ${actions}`,
  files: (folder, names) => `Files of the last report, in \`${folder}\`: ${names}`,
  way: (option) => option,
  pro: 'for: ',
  con: 'against: ',
  effort: 'effort: ',
  power: (id) => `taken when you then type \`/wukong_resume ${id}\` in Claude Code`,
  typed: 'typed in a terminal of your own; ticking it does nothing',
  howTo:
    'Tick one option above, or write here what you want, or both. Then tick Done, save, and type /wukong_resume in Claude Code: it counts from then on. Say where a secret is, never what it is.',
  done: 'Done: take this answer',
  closed: (how, by, at) => `${HOW[how]}${by === undefined ? '' : ` by ${by}`} at ${at}.`,
  took: (types) => `Taken with it: ${types}.`,
};

const HOW: Readonly<Record<Closed, string>> = {
  answered: 'Answered',
  ignored: 'Ignored',
  dropped: 'No answer is needed any more, said',
};

/** As few words as it takes: the questions, or what waits. */
export function questionsOf({ because, asked, outside }: AskedPacket): readonly string[] {
  const leave = asked.map((action) => `May \`${oneLine(action)}\` be run, once?`);
  const whose =
    outside.length > 0
      ? [`Did you change ${outside.map((path) => oneLine(path)).join(', ')}?`]
      : [];
  const own =
    because.kind === 'questions'
      ? because.questions
      : [upperFirst(howToGoOn(because) ?? asSentence(reasonText(because)))];
  return [...own, ...leave, ...whose];
}

/** A gate that lacks what only a person can bring says itself what is asked. */
export function asksHow(because: Reason): boolean {
  return because.kind !== 'gate-stuck' || !lacksCredential(because);
}

/** What tried it again and again does not know how; what each of its runs failed of stands with them. */
function howToGoOn(because: Reason): string | undefined {
  if (!asksHow(because)) return undefined;
  switch (because.kind) {
    case 'runs-used-up':
      return `${runsText(because.runs)} did not do it: what should the next one do differently?`;
    case 'stuck':
      return `${runsText(because.times)} failed of the same: what should the next one do differently?`;
    case 'gate-stuck':
      return `The gate "${because.gate}" does not pass, and another run changes nothing of it: what should be done?`;
    default:
      return undefined;
  }
}

function runsText(runs: number): string {
  return runs === 1 ? 'One run' : `${runs} runs`;
}

export function rootCause(packet: AskedPacket): string {
  return upperFirst(asSentence(causeIn(packet, reasonText)));
}

/**
 * As plan B found it; else what the gates printed that the last of the runs failed at, or why it did not do, where
 * there was one; else why it waits.
 */
export function causeIn(
  { because, attempts, plan_b }: AskedPacket,
  textOf: (reason: Reason) => string,
): string {
  if (plan_b && plan_b.root_cause !== '') return plan_b.root_cause;
  const last = attempts.findLast((one) => one.because !== null);
  if (because.kind === 'questions' || !last?.because) return textOf(because);
  return isOfGates(because) ? (printedIn(last) ?? textOf(last.because)) : textOf(last.because);
}

/** What is asked is asked because a gate fails. */
function isOfGates({ kind }: Reason): boolean {
  return kind === 'runs-used-up' || kind === 'stuck' || kind === 'gate-stuck';
}

/** The name of each gate that did not pass, and what it printed. */
export function printedIn({ failed = [] }: Attempt): string | undefined {
  if (failed.length === 0) return undefined;
  return failed
    .map(({ gate, printed }) => `\`${oneLine(gate)}\`: ${oneLine(printed, 300)}`)
    .join('; ');
}

/** Why a run did not do; empty while it is judged. */
export function failedText(attempt: Attempt): string {
  const printed = printedIn(attempt);
  if (printed !== undefined) return `It failed at ${printed}`;
  return attempt.because === null ? '' : `It ended: ${reasonText(attempt.because)}`;
}

export function attemptText({ summary, changed }: Attempt): string {
  const what = summary === '' ? 'It left no summary.' : asSentence(summary);
  return changed.length > 0 ? `${what} It changed ${changed.join(', ')}.` : what;
}
