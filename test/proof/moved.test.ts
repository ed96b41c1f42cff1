// Where tests of before find what a change moved.

import { describe, expect, test } from 'vitest';
import { followed, movesOf, type Side } from '../../runtime/proof/moved.ts';

/** `src/a.js 1`: its path, and what it holds. */
function sides(...lines: readonly string[]): readonly Side[] {
  return lines.map((line) => {
    const [path = '', id = ''] = line.split(' ');
    return { path, id };
  });
}

describe('a module was moved to', () => {
  test.each<[what: string, gone: string[], added: string[], moves: string[]]>([
    [
      'where its content is now',
      ['src/a.js 1'],
      ['src/x.js 1', 'lib/a.js 2'],
      ['src/a.js src/x.js'],
    ],
    ['where its name is now', ['src/a.js 1'], ['src/lib/a.js 2'], ['src/a.js src/lib/a.js']],
    ['nowhere, where nothing is like it', ['src/a.js 1'], ['src/b.js 2'], []],
    ['nowhere, where two are like it', ['src/a.js 1'], ['src/b/a.js 2', 'src/c/a.js 3'], []],
    ['nowhere, where it is like another one', ['b/a.js 1', 'c/a.js 2'], ['src/a.js 3'], []],
    [
      'where its content is, among those of one name',
      ['b/index.js 1', 'c/index.js 2'],
      ['d/index.js 2', 'e/index.js 1'],
      ['b/index.js e/index.js', 'c/index.js d/index.js'],
    ],
  ])('%s', (_, gone, added, moves) => {
    const found = movesOf(sides(...gone), sides(...added));
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual(moves);
  });
});

describe('a test of before', () => {
  const moves = [{ from: 'src/a.js', to: 'src/lib/a.js' }];

  test.each([
    ['with its ending', "require('../src/a.js')", "require('../src/lib/a.js')"],
    ['without', 'import "../src/a";', 'import "../src/lib/a";'],
    ['by its path from the top', "open('src/a.js')", "open('src/lib/a.js')"],
  ])('is led to a module that it names %s', (_, text, led) => {
    expect(followed('test/a.test.js', text, moves)).toBe(led);
  });

  test('is led there by its own place', () => {
    const to = [{ from: 'a.js', to: 'lib/a.js' }];
    expect(followed('a.test.js', "require('./a'); 'a';", to)).toBe("require('./lib/a'); 'a';");
  });

  test('is led to a module of Python where it imports it', () => {
    const to = [{ from: 'src/pkg/mod.py', to: 'src/pkg/sub/mod.py' }];
    const text = 'import pkg.mod\nfrom pkg.mod import a\nassert a() == "pkg.mod"\n';
    expect(followed('tests/test_a.py', text, to)).toBe(
      'import pkg.sub.mod\nfrom pkg.sub.mod import a\nassert a() == "pkg.mod"\n',
    );
  });

  test.each([
    ['another module', "require('../src/a.b.js'); require('../src/ab');"],
    ['what it is about', "test('uses ../src/a.js', () => {}); // src/a.js"],
    ['a name', "const a = 'a';"],
  ])('stays as it was where it names %s', (_, text) => {
    expect(followed('test/a.test.js', text, moves)).toBe(text);
  });
});
