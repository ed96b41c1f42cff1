// The page of security promises nothing that no test holds: test/promises.yaml names which, and `npm run check` looks
// whether they are there.

import { expect, test } from 'vitest';
import { readPromises } from '../../scripts/promises.ts';
import { readPage } from './pages.ts';

test('each row of a table in docs/security.md is a promise with a test', () => {
  const lines = readPage('docs/security.md').split('\n');
  const rows = lines.filter(
    (line, at) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'),
  );
  const held = (readPromises()['docs/security.md'] ?? []).map(({ promise }) => promise);
  const bare = rows.filter((row) => {
    const [, first = ''] = row.split(/(?<!\\)\|/);
    const words = first.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
    return !held.some((promise) => promise.startsWith(words));
  });
  expect(bare).toEqual([]);
  expect(rows.length).toBeGreaterThan(35);
});
