// The page of security promises nothing that no test holds; that the tests are there, and called so, is looked at
// for all pages (commands.test.ts).

import { expect, test } from 'vitest';
import { links, readPage } from './pages.ts';

const ROW = /^\|(?!---|.*\| shown by \|$).*\|$/;

test('each row of a table in docs/security.md names a test that shows it', () => {
  const rows = readPage('docs/security.md')
    .split('\n')
    .filter((line) => ROW.test(line));
  const bare = rows.filter((row) => !links(row).some(({ target }) => target.includes('test/')));
  expect(bare).toEqual([]);
  expect(rows.length).toBeGreaterThan(35);
});
