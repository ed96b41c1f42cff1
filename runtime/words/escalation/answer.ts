// What a person wrote into the file: a mark, words, and whether they are done. Where it says two things, it
// says none.

import { fail, ok, type Result } from '../../model/failure.ts';
import { ANSWER, OPTIONS, OUTCOME } from './page.ts';
import { LETTERS, type Letter } from './way.ts';

export type Answered = Readonly<{
  option: Letter | null;
  words: string;
  /** Where the words begin, or would. */
  line: number;
  done: boolean;
}>;
export type Misread = Readonly<{ line: number; message: string; hint: string }>;

const MAX_WORDS = 2_000;

export function readAnswer(text: string): Result<Answered, Misread> {
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
  return ok({ option: first?.letter ?? null, words, line, done });
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
