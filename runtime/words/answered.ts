// Who answered, from where, and what: as it is told to others, since a process can make a terminal and start a
// client. Session texts in other languages stand in hosts/claude-code/session/.

import type { Terminal } from '../model/actors/terminal.ts';
import type { AnsweredFrom, PersonAnswer } from '../model/state/person-answer.ts';
import { terminalText } from './fault.ts';
import { oneLine } from './plain-text.ts';

/** `ESC-0001 (G-0001/N-020) was answered by u@host at terminal pts/3, below bash: "the second one"`. */
export function answeredText(answer: PersonAnswer): string {
  return `${subjectOf(answer)} was answered by ${oneLine(answer.by, 80)} ${whereText(answer)}${saidText(answer)}`;
}

export function subjectOf(answer: PersonAnswer): string {
  const { escalation } = answer;
  return escalation === undefined ? placeOf(answer) : `${escalation} (${placeOf(answer)})`;
}

export function placeOf({ goal, node }: Pick<PersonAnswer, 'goal' | 'node'>): string {
  return node === null ? goal : `${goal}/${node}`;
}

function whereText({ terminal, session }: Pick<PersonAnswer, 'terminal' | 'session'>): string {
  const seat = terminal ? `at terminal ${oneLine(terminalText(terminal), 300)}` : '';
  if (session === undefined) return seat;
  return `in session ${shortSession(session)}${seat === '' ? ', where no terminal is known' : ` ${seat}`}`;
}

function saidText({ words = '', took = [] }: PersonAnswer): string {
  const what = took.length > 0 ? ` (${took.join(', ')})` : '';
  return words === '' ? `${what}, without words` : `${what}: "${oneLine(words, 300)}"`;
}

/** In one line of a log: who, and from where; ` by u@host at terminal pts/3, below bash`, empty where nobody says. */
export function byWhom(
  { by, terminal }: Readonly<{ by?: string | undefined; terminal?: Terminal | undefined }>,
  session?: string,
): string {
  if (by === undefined || by === '') return '';
  const where = terminal || session !== undefined ? whereText({ terminal, session }) : '';
  return ` by ${oneLine(by, 60)} ${oneLine(where, 100)}`.trimEnd();
}

/** As a work order quotes it, before the words, which may be cut. */
function answeredFromText({ by, terminal, session }: AnsweredFrom): string {
  const where = [
    ...(session === undefined ? [] : [`in session ${shortSession(session)}`]),
    ...(terminal === undefined ? [] : [`at terminal ${oneLine(terminal, 40)}`]),
  ];
  return `Answered by ${oneLine(by, 80)} ${where.join(' ')}`.trim();
}

type Quoted = Readonly<{
  answers: readonly string[];
  answered_from?: ReadonlyArray<AnsweredFrom | null> | undefined;
}>;

/** The answers of an order, each with where it came from. */
export function quotedAnswers({ answers, answered_from: from = [] }: Quoted): string[] {
  return answers.map((text, i) => {
    const at = from[i];
    return at ? `${answeredFromText(at)}: ${text}` : text;
  });
}

/** Enough to tell sessions apart. */
export function shortSession(id: string): string {
  return oneLine(id, 40).slice(0, 8);
}
