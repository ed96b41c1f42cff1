// What the runtime caught in a goal, and what was asked, in words.

import type { Caught, Question } from '../../result/goal-result.ts';
import { asSentence } from '../plain-text.ts';
import { reasonText, remarkText } from '../reason.ts';
import { shortfallItems } from '../shortfall.ts';
import { nextText } from '../waiting.ts';

/** Half a sentence, and one by one what was missing or found. */
export type CaughtText = Readonly<{ what: string; items: readonly string[] }>;

export function caughtText(one: Caught): CaughtText {
  switch (one.kind) {
    case 'sent-back':
      return said(one.overclaimed ? `sent back: ${beside(one)}` : 'sent back', lacksOf(one));
    case 'claim':
      return said(`passed, but ${beside(one)}`);
    case 'run-ended':
      return said(`run ended: ${one.outcome}`, [asSentence(reasonText(one.because))]);
    case 'late-report':
      return said('a late report was refused', [reasonText(one.because)]);
    case 'other-run':
      return said(`a result was refused that names the run ${one.names}`);
    case 'no-guard':
      return said(`the guard of ${one.role} did not run: its work does not count`);
    case 'held':
      return said(`held until a person allows it: ${one.action}`);
    case 'settings':
      return said('settings changed meanwhile, and count for nothing', one.what);
    case 'reopened':
      return said(`opened again: ${reasonText(one.because)}`, one.findings.map(remarkText));
    case 'gate':
      return said(`gate ${one.gate}: ${one.outcome}`, one.error === null ? [] : [one.error]);
  }
}

/** What was seen instead says it first. */
function lacksOf({ seen, lacks }: Extract<Caught, { kind: 'sent-back' }>): readonly string[] {
  const items = shortfallItems(lacks);
  return items.length === 0 && seen ? [seen] : items;
}

type Beside = Readonly<{ claimed: string | null; level: string | null }>;

function beside({ claimed, level }: Beside): string {
  return `claimed ${claimed}, seen ${level}`;
}

function said(what: string, items: readonly string[] = []): CaughtText {
  return { what, items };
}

export function askedText({ asked }: Question): string {
  return reasonText(asked);
}

/** Null while it waits. */
export function answerText({ answer }: Question): string | null {
  return answer && (answer.text ?? '(resumed without words)');
}

/** What to type; null where nothing waits. */
export function askedNext({ waiting }: Question): string | null {
  return waiting && nextText(waiting, 'shell');
}
