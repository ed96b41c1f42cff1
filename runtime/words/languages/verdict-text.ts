// What a change proves, in the language of whoever asked.

import type { Language } from '../../model/vocabulary.ts';
import { ENGLISH_TRIALS, type TrialWords } from '../trial-words.ts';
import { type Proven, saidIn, sayingOf, type VerdictText } from '../verdict.ts';
import { ENGLISH_VERDICT, type VerdictWords } from '../verdict-words.ts';
import { CHINESE_TRIALS } from './chinese-trials.ts';
import { CHINESE_VERDICT } from './chinese-verdict.ts';

const WORDS: Readonly<Record<Language, readonly [VerdictWords, TrialWords]>> = {
  en: [ENGLISH_VERDICT, ENGLISH_TRIALS],
  zh: [CHINESE_VERDICT, CHINESE_TRIALS],
};

export function trialWords(language: Language): TrialWords {
  return WORDS[language][1];
}

export function verdictText(
  change: Proven['change'],
  verdict: Proven['verdict'],
  language: Language,
): VerdictText {
  return saidIn(WORDS[language][0], sayingOf({ change, verdict }));
}
