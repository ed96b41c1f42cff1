// What a person says to what waits for them, as one value, and how it is read: typed in a session, as words of a
// shell, and out of the file. Where it says two things, it says none.

import type { Accepted } from '../../kernel/requests/accept-work.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { oneLine } from '../plain-text.ts';
import { LETTERS, type Letter } from './way.ts';

export type Answer = Readonly<{
  /** The way on they chose, of those that were shown. */
  choice: Letter | null;
  /** For what comes next; beside `accept`, why. */
  words: string;
  /** What is asked for may happen, once each. */
  approve: boolean;
  /** What they take as it is. */
  accept: Taken | null;
  /** Of what is in doubt only these places, as they were typed. */
  places: readonly string[];
  /** Paths whose changes are their own. */
  foreign: readonly string[];
}>;

/** Finished work, a criterion, tests as they are now, or what is in doubt. */
export type Taken = Accepted | Readonly<{ what: 'tests-changed' | 'doubts' }>;

/** What it is said to: `ESC-0001`, then goal and node are its own; or what waits, as `wukong state` names it. */
export type At = Readonly<{
  escalation: string | null;
  goalId: string | null;
  nodeId: string | null;
  token?: string;
}>;

export const NOTHING_SAID: Answer = {
  choice: null,
  words: '',
  approve: false,
  accept: null,
  places: [],
  foreign: [],
};

const NOWHERE: At = { escalation: null, goalId: null, nodeId: null };

export function isNothing({ choice, words, approve, accept, foreign }: Answer): boolean {
  return choice === null && words === '' && !approve && accept === null && foreign.length === 0;
}

/** What is judged as work, and not as what is beside it. */
export function workTaken({ accept }: Answer): Accepted | undefined {
  switch (accept?.what) {
    case 'criterion':
      return accept;
    case 'unproven':
    case 'no-change':
      return { what: accept.what };
    default:
      return undefined;
  }
}

/**
 * `[ESC-0001 | G-0001 | TOKEN] [N-020] [--take] [--approve | --unproven | --no-change | --tests-changed | --doubts |
 * --criterion 2 | --doubt FILE:LINE | --foreign PATH] [words]`: ids and flags first, in any order; a path with
 * spaces in quotes. A letter alone is a choice beside the id of what is asked: a question may have an A of its own.
 */
export function typedAnswer(text: string): Readonly<{ at: At; take: boolean; said: Answer }> {
  const token = /^[0-9a-f]{16}(?=\s|$)/.exec(text)?.[0];
  let rest = text.slice(token?.length ?? 0).trim();
  let at: At = token === undefined ? NOWHERE : { ...NOWHERE, token };
  let said = NOTHING_SAID;
  let take = false;
  for (let typed = FRONT.exec(rest); typed; typed = FRONT.exec(rest)) {
    const [whole, id, flag = '', many, quoted, plain = quoted, number] = typed;
    if (id !== undefined) at = { ...at, ...placeIn(id) };
    take ||= flag.toLowerCase() === 'take';
    said = withFlag(said, flag.toLowerCase(), number);
    if (plain !== undefined) {
      const into = many?.toLowerCase() === 'doubt' ? 'places' : 'foreign';
      said = { ...said, [into]: [...said[into], plain] };
    }
    rest = rest.slice(whole.length);
  }
  const words = rest.trim();
  const choice = at.escalation === null ? null : letterIn(words);
  return { at, take, said: { ...said, choice, words: choice === null ? words : '' } };
}

const FRONT =
  /^(?:(G-\d+(?:\/N-\d+)?|N-\d+|ESC-\d+)|--(take|approve|unproven|no-change|tests-changed|doubts)|--(foreign|doubt)[\s=]+(?:"([^"]+)"|(\S+))|--criterion[\s=]+(\d{1,2}))(?=\s|$)\s*/i;

function withFlag(said: Answer, flag: string, number: string | undefined): Answer {
  if (number !== undefined) {
    return { ...said, accept: { what: 'criterion', number: Number(number) } };
  }
  switch (flag) {
    case 'approve':
      return { ...said, approve: true };
    case 'unproven':
    case 'no-change':
    case 'tests-changed':
    case 'doubts':
      return { ...said, accept: { what: flag } };
    default:
      return said;
  }
}

/** The same as a person types it in a session. */
export function asTyped({ escalation, goalId, nodeId }: At, said: Answer): string {
  const { choice, words, approve, accept, places, foreign } = said;
  const to = escalation === null ? [goalId, nodeId] : [escalation];
  const flags = [
    approve ? '--approve' : null,
    accept && `--${accept.what}${accept.what === 'criterion' ? ` ${accept.number}` : ''}`,
    ...places.map((place) => `--doubt ${quotedPath(place)}`),
    ...foreign.map((path) => `--foreign ${quotedPath(path)}`),
  ];
  const all = ['/wukong_resume', ...to, ...flags, choice, oneLine(words, 200)];
  return all.filter((word) => word !== null && word !== '').join(' ');
}

function quotedPath(path: string): string {
  const shown = oneLine(path);
  return /\s/.test(shown) ? `"${shown}"` : shown;
}

function letterIn(text: string): Letter | null {
  return LETTERS.find((one) => one === text.toUpperCase()) ?? null;
}

/** `G-0002` of `g-2`, `N-020` of `n-20`. Undefined: it names nothing. */
export function placeIn(word: string): Partial<At> | undefined {
  const [, goal, node, lone, escalation] =
    /^(?:G-(\d+)(?:\/N-(\d+))?|N-(\d+)|ESC-(\d+))$/i.exec(word) ?? [];
  if (goal !== undefined) {
    return { goalId: id('G', goal, 4), ...(node !== undefined && { nodeId: id('N', node, 3) }) };
  }
  if (lone !== undefined) return { nodeId: id('N', lone, 3) };
  return escalation === undefined ? undefined : { escalation: id('ESC', escalation, 4) };
}

function id(letters: string, number: string, digits: number): string {
  return `${letters}-${number.replace(/^0+/, '').padStart(digits, '0')}`;
}

/** What a shell gives of a command line: words, and options by name. */
export type ShellWords = Readonly<{
  text: (name: string) => string | undefined;
  texts: (name: string) => readonly string[];
  flag: (name: string) => boolean;
  words: readonly string[];
}>;

export type Refused = Readonly<{ message: string; hint: string }>;

/** What a person takes as it is has its own option, behind which they say why; of `foreign`, which. */
export const TAKEN = [
  'tests-changed',
  'doubts',
  'unproven',
  'no-change',
  'criterion',
  'foreign',
] as const;

const DOUBTS = 'wukong accept N-020 --doubts "it is the end of the command line"';
const EXAMPLE = 'wukong accept N-020 --tests-changed "the old expectation was wrong"';
const BY_NUMBER = 'wukong accept G-0001 --criterion 2 "measured by hand"';

/** `words`: what stands there beside the options, without the name of what it is said to. */
export function shellAnswer(typed: ShellWords, words: string): Result<Answer, Refused> {
  const given = TAKEN.filter((kind) => typed.text(kind) !== undefined);
  const [kind] = given;
  const places = typed.texts('doubt');
  if (given.length > 1) {
    const message = `Say what you accept, one of ${TAKEN.map((one) => `--${one}`).join(', ')}.`;
    return fail({ message, hint: EXAMPLE });
  }
  if (places.length > 0 && kind !== 'doubts') {
    return fail({ message: '--doubt needs --doubts.', hint: DOUBTS });
  }
  const approve = typed.flag('approve');
  if (kind === undefined) return ok({ ...NOTHING_SAID, words: words.trim(), approve });
  const isNumber = kind === 'criterion';
  const value = typed.text(kind)?.trim() ?? '';
  const number = isNumber ? Number(value) : 0;
  if (!Number.isInteger(number)) {
    return fail({ message: '--criterion takes its number.', hint: BY_NUMBER });
  }
  const why = isNumber ? words.trim() : value;
  if (why === '') {
    const how = isNumber ? 'behind the number' : `--${kind} "…"`;
    const message = `Say ${kind === 'foreign' ? 'which' : 'why'}: ${how}.`;
    return fail({ message, hint: isNumber ? BY_NUMBER : EXAMPLE });
  }
  if (!isNumber && words !== '') {
    return fail({ message: `What is "${words.slice(0, 40)}"?`, hint: EXAMPLE });
  }
  if (kind === 'foreign') return ok({ ...NOTHING_SAID, approve, foreign: [why] });
  const accept = isNumber ? { what: kind, number } : { what: kind };
  return ok({ ...NOTHING_SAID, approve, accept, places, words: why.slice(0, MAX_WORDS) });
}

/**
 * Beside ways on that are shown: one of them, by its letter or its number, alone or with a colon and words behind
 * it. A person is asked before it counts, so that a short answer is not taken for one.
 */
export function chosenIn(said: Answer, ways: number): Answer {
  if (said.accept !== null) return said;
  const [, key = '', words = ''] = /^([A-C]|[1-3])(?::\s*([\s\S]+))?$/i.exec(said.words) ?? [];
  const choice = LETTERS[Number(key) - 1] ?? letterIn(key);
  return choice !== null && LETTERS.indexOf(choice) < ways ? { ...said, choice, words } : said;
}

// Looked for in the file, and so the same in every language.
export const ANSWER = '## Answer';
export const OPTIONS = '## Options';
export const OUTCOME = '## Outcome';

export type Answered = Readonly<{
  said: Answer;
  /** Where the words begin, or would. */
  line: number;
  done: boolean;
}>;
export type Misread = Refused & Readonly<{ line: number }>;

const MAX_WORDS = 2_000;

/** A mark, words, and whether they are done. */
export function fileAnswer(text: string): Result<Answered, Misread> {
  const lines = text.split(/\r?\n/);
  const at = lines.indexOf(ANSWER);
  if (at === -1) {
    const hint = `Write a line \`${ANSWER}\`, and the answer below it.`;
    return fail({ line: lines.length, message: `There is no heading "${ANSWER}".`, hint });
  }
  const second = lines.indexOf(ANSWER, at + 1);
  if (second !== -1) {
    const message = `There are two answers: lines ${at + 1} and ${second + 1}.`;
    return fail({ line: second + 1, message, hint: 'Leave one of them.' });
  }
  const options = lines.indexOf(OPTIONS);
  const ticked = tickedIn(lines, options === -1 ? at : options, at);
  const [first, other] = ticked;
  if (first && other) {
    const message = `Two options are ticked: ${first.letter} and ${other.letter}.`;
    return fail({ line: other.line, message, hint: 'Leave one of them ticked.' });
  }
  const outcome = lines.indexOf(OUTCOME, at);
  const below = lines.slice(at + 1, outcome === -1 ? undefined : outcome);
  const words = below
    .filter((line) => !isDone(line))
    .join('\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .trim();
  if (words.length > MAX_WORDS) {
    const message = `The answer has ${words.length} characters; at most ${MAX_WORDS} are taken.`;
    return fail({ line: at + 2, message, hint: 'Say it in fewer, and name a file for the rest.' });
  }
  const done = below.some((line) => isDone(line) && /\[[xX]\]/.test(line));
  const begins = words.split('\n', 1)[0] ?? '';
  const found = lines.findIndex((text, i) => i > at && text.trim() === begins.trim());
  const line = (found === -1 ? at + 1 : found) + 1;
  return ok({ said: { ...NOTHING_SAID, choice: first?.letter ?? null, words }, line, done });
}

function tickedIn(lines: readonly string[], from: number, to: number) {
  return lines.flatMap((line, i): Array<{ letter: Letter; line: number }> => {
    const typed = i > from && i < to ? /^\s*- \[[xX]\] ([A-Z])\b/.exec(line)?.[1] : undefined;
    const letter = LETTERS.find((one) => one === typed);
    return letter ? [{ letter, line: i + 1 }] : [];
  });
}

function isDone(line: string): boolean {
  return /^\s*- \[[ xX]?\] Done\b/.test(line);
}
