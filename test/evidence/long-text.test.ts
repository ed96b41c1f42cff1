// Text of agents and of programs they run, as long and as odd as they like. Reading it takes time in
// proportion to its length: what takes the square of it would be stopped by the limit of the suite.

import { expect, test } from 'vitest';
import { couldNotLoad, testsNothing } from '../../runtime/evidence/commands/no-test-ran.ts';
import { onlyGained } from '../../runtime/evidence/seal/gained-lines.ts';
import { testChanges } from '../../runtime/evidence/seal/test-changes.ts';

const LENGTH = 1_000_000;
const lines = '\n'.repeat(LENGTH);

test.each([
  ['empty lines', `${lines}x`],
  ['one line of words', 'expected '.repeat(LENGTH / 20)],
  ['one line of tags', '<testsuite '.repeat(LENGTH / 20)],
])('%s', (_, text) => {
  expect(couldNotLoad(`ERR_MODULE_NOT_FOUND ${text}`)).toBe(true);
  expect(testsNothing(['x'], 1, text)).toBeUndefined();
});

test('one word that is a line of a diff', () => {
  const path = 'test/fixtures/a.yaml';
  const diff = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n`;
  expect(() =>
    testChanges(`${diff}-- ${'ab'.repeat(LENGTH)}\n+- ${'cd'.repeat(LENGTH)}\n`),
  ).not.toThrow();
});

test.each([
  ['pom.xml', '<build>'.repeat(LENGTH / 10)],
  ['pom.xml', `<dependency>${' '.repeat(LENGTH)}</dependency>`],
  ['build.gradle', `implementation${' '.repeat(LENGTH)}`],
  ['mix.exs', `{:a, "${' '.repeat(LENGTH)}`],
])('a line that %s gained', (path, text) => {
  expect(onlyGained(path, '', `${text}x`)).toBe(false);
});
