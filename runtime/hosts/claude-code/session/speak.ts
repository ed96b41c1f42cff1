// Words for the person in a session. In a file of the program of its own: most hooks have nothing to say.

import { languageOfGoal } from '../../../kernel/state/language.ts';
import { type Standing, standings } from '../../../kernel/views/standing.ts';
import type { Notice } from '../../../model/notice.ts';
import type { State } from '../../../model/state/state.ts';
import type { Language } from '../../../model/vocabulary.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { MOST_LINES } from './phrases.ts';
import { type Phrases, phrasesOf } from './say.ts';
import { statusLine, statusText } from './status-text.ts';

const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: phrasesOf(ENGLISH),
  zh: phrasesOf(CHINESE),
};

export function phrasesIn(language: Language): Phrases {
  return PHRASES[language];
}

/** All at once: nodes that ended first, as one block, then the rest. */
export function noticesText(notices: readonly Notice[], language: Language): string {
  const { notice: textOf, moreEnded } = phrasesIn(language);
  const ended = notices.filter(({ kind }) => kind === 'node-ended');
  const shown = ended.slice(-MOST_LINES);
  const more = ended.length - shown.length;
  const others = notices.filter(({ kind }) => kind !== 'node-ended');
  return [
    ...(more > 0 ? [moreEnded(more)] : []),
    ...shown.map(textOf),
    // What happened twice meanwhile, a pause say, is told once.
    ...new Set(others.map(textOf)),
  ].join('\n');
}

/** For `/wukong_status`. */
export function statusIn(language: Language, shown: readonly Standing[], now: string): string {
  return statusText(shown, PHRASES[language].status, now);
}

/** For the client's status line; empty where no goal is open. */
export function lineFor(state: State, sessionId: string): string {
  const shown = standings(state, sessionId);
  const [first] = shown;
  return first ? statusLine(shown, PHRASES[languageOfGoal(first.goal)].status) : '';
}
