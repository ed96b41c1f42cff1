// Whether a run in a copy tested the program of the copy, by the files it opened.

import { describe, expect, test } from 'vitest';
import { elsewhereReason, readsElsewhere } from '../../runtime/evidence/seal/read-elsewhere.ts';

const product = { paths: ['src/'], isGuess: false, by: [] };
const files = [
  'src/a.py',
  'src/data.json',
  'tests/test_a.py',
  'tools/x.py',
  'setup.cfg',
  'README.md',
];

describe('a run reads the program from elsewhere', () => {
  test('where it opened tests and settings, and nothing of the program', () => {
    const read = ['tests/test_a.py', 'setup.cfg', 'README.md', 'LICENSE', 'poetry.lock'];
    expect(readsElsewhere(product, { files, read })).toBe(true);
  });

  test.each([
    ['a source of the program', ['tests/test_a.py', 'src/a.py']],
    ['data of the program', ['tests/test_a.py', 'src/data.json']],
    [
      'a source that no manifest names, which may be the program',
      ['tests/test_a.py', 'tools/x.py'],
    ],
    ['no test, so a cache hides what it read', ['setup.cfg']],
    ['nothing', []],
  ])('but not where it opened %s', (_what, read) => {
    expect(readsElsewhere(product, { files, read })).toBe(false);
  });

  test('and nobody says so of a program that is a guess, unknown, or not in the copy', () => {
    const read = ['tests/test_a.py'];
    expect(readsElsewhere({ ...product, isGuess: true }, { files, read })).toBe(false);
    expect(readsElsewhere(undefined, { files, read })).toBe(false);
    expect(readsElsewhere(product, { files: ['lib/a.py', ...read], read })).toBe(false);
  });

  test('the reason says what was opened, what was not, and what to do', () => {
    const opened = { files, read: ['tests/test_a.py'] };
    const next = 'Have the tests load what lies beside them, or a person accepts it as it is';
    expect(elsewhereReason(product, opened)).toBe(
      `reads the program from elsewhere: in the copy it opened tests/test_a.py, and nothing of src/. An editable install, or a link to the working tree, does that. ${next}`,
    );
  });
});
