// Whether two texts say the same in nearly the same words, in any language.

import type { Candidate } from './candidates.ts';

/** The share of words that two have in common, from which one is enough. */
const ALIKE = 0.75;
const MAX_SOURCE = 1000;

/** Of candidates of one type that say nearly the same the first stays, with the sources of all. */
export function mergeSimilar(candidates: readonly Candidate[]): Candidate[] {
  const kept: Array<{ candidate: Candidate; words: ReadonlySet<string> }> = [];
  for (const candidate of candidates) {
    const words = wordsOf(candidate.text);
    const same = kept.find(
      (one) => one.candidate.type === candidate.type && share(one.words, words) >= ALIKE,
    );
    if (!same) kept.push({ candidate, words });
    else if (!same.candidate.source.includes(candidate.source)) {
      const source = `${same.candidate.source}; ${candidate.source}`;
      if (source.length <= MAX_SOURCE) same.candidate = { ...same.candidate, source };
    }
  }
  return kept.map(({ candidate }) => candidate);
}

/** Numbers and names are words as well: two gates that differ in one are two. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(plain(text).match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []);
}

function share(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const common = [...some].filter((word) => others.has(word)).length;
  const all = some.size + others.size - common;
  return all === 0 ? 1 : common / all;
}

/** As it is read: without case, marks of Markdown, line ends and what ends a sentence. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[`*_>#"'“”‘’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[.。!！\s]+$/, '')
    .trim();
}
