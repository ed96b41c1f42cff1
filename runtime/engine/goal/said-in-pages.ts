// What the repository says already needs no memory: sentences of its README, of CLAUDE.md and below docs/.

import { join } from 'node:path';
import { codeOf } from '../../files/file-failure.ts';
import { filesBelow, namesIn } from '../../files/folders.ts';
import { readText } from '../../files/reading.ts';
import type { Candidate } from '../../memory/candidates.ts';
import { plain } from '../../memory/similar.ts';

const PAGE = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
const TOP = /^(?:readme(?:\..*)?|claude\.md)$/i;
/** Of a repository with more the first are read: it only spares a person a look. */
const MOST_PAGES = 200;
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** A few words stand everywhere. */
const LEAST_SENTENCE = 16;

export function withoutSaid(root: string, candidates: readonly Candidate[]): Candidate[] {
  if (candidates.length === 0) return [];
  const pages = pagesOf(root);
  return candidates.filter(({ text }) => {
    const sentence = plain(text);
    return sentence.length < LEAST_SENTENCE || !pages.some((page) => page.includes(sentence));
  });
}

function pagesOf(root: string): string[] {
  const top = namesIn(root).filter((name) => TOP.test(name));
  const below = filesBelow(join(root, 'docs')).filter((name) => PAGE.test(name));
  const pages: string[] = [];
  let left = MOST_CHARACTERS;
  for (const name of [...top, ...below.map((page) => join('docs', page))].slice(0, MOST_PAGES)) {
    const text = readPage(join(root, name)).slice(0, left);
    pages.push(plain(text));
    left -= text.length;
  }
  return pages;
}

/** One that may not be read, or is a folder, says nothing. */
function readPage(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return '';
  }
}
