// ARCHITECTURE.md is read in five minutes, and what it names is there.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeSpans, PROJECT, pages, readPage } from './pages.ts';

const MAP = 'ARCHITECTURE.md';
const MOST_WORDS = 1500;
const MOST_TERMS = 40;

test('the map is read in five minutes', () => {
  const text = readPage(MAP);
  const [, glossary = ''] = text.split('## Glossary');
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  expect(glossary.match(/^- \*\*/gm)?.length).toBeGreaterThan(10);
  expect(glossary.match(/^- \*\*/gm)?.length).toBeLessThanOrEqual(MOST_TERMS);
});

test.each([MAP, ...pages().filter((page) => page.startsWith('docs/internals/'))])(
  '%s names only files and folders that are there',
  (page) => {
    const named = codeSpans(readPage(page)).filter((span) =>
      /^[\w./-]+\/[\w.-]*(?:\.ts|\/)$/.test(span),
    );
    const gone = named.filter(
      (path) => !['', 'runtime'].some((folder) => existsSync(join(PROJECT, folder, path))),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(gone).toEqual([]);
  },
);
