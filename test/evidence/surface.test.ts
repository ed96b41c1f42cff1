import { describe, expect, test } from 'vitest';
import { goNames } from '../../runtime/evidence/surface/go.ts';
import { exportsOf } from '../../runtime/evidence/surface/javascript.ts';
import { pythonNames } from '../../runtime/evidence/surface/python.ts';
import { compareSurfaces, readForSurface } from '../../runtime/evidence/surface/surface.ts';

const files = (of: Readonly<Record<string, string>>) => new Map(Object.entries(of));

/** Before and after, as the tree would be read for it. */
function compared(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
) {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = all.filter((path) => before[path] !== after[path]);
  const read = readForSurface(changed, all);
  const only = (of: Readonly<Record<string, string>>) =>
    files(Object.fromEntries(Object.entries(of).filter(([path]) => read.includes(path))));
  return compareSurfaces(changed, only(before), only(after));
}

const NOTHING = { lost: [], gained: [], not: [] };

describe('a module of JavaScript', () => {
  test('exports what its export statements name', () => {
    const text = `
      // export const inComment = 1;
      const text = "export const inString = 1";
      export const a = 1;
      export async function b() {}
      export function* c() {}
      export class D {}
      export type E = string;
      export interface F {}
      export const enum G {}
      export { h, i as j, type K } from './other.js';
      export * as l from './l.js';
      export * from './all.js';
      export const { m, n: o } = pair;
      export default class P {}
    `;
    const found = exportsOf(text);
    const names = [...(found?.names ?? [])].sort();
    expect(names).toEqual('D E F G K P a b c default h j l m o'.split(' '));
    expect(found?.from).toEqual(['./all.js']);
  });

  test('exports what it assigns', () => {
    expect(exportsOf('exports.a = 1;\nmodule.exports.b = 2;')?.names).toEqual(['a', 'b']);
    expect(exportsOf('module.exports = { a, b: c, d() {} };')?.names).toEqual(
      'a b d default'.split(' '),
    );
  });
});

describe('the public surface of a package', () => {
  const manifest = '{"name": "lib", "exports": "./src/index.js", "bin": {"lib-run": "cli.js"}}';
  const before = {
    'package.json': manifest,
    'src/index.js': "export * from './parse.js';\nexport { run } from './run.js';",
    'src/parse.js': 'export function parse() {}\nexport function scan() {}',
    'src/run.js': 'export function run() {}\nexport function inner() {}',
  };

  test('stays when code moves behind it', () => {
    const after = {
      ...before,
      'src/parse.js': "export { scan } from './scan.js';\nexport function parse() {}",
      'src/scan.js': 'export function scan() {}\nexport function peek() {}',
      'src/run.js': 'export function run() {}',
    };
    expect(compared(before, after)).toMatchObject({ ...NOTHING, any: true });
  });

  test('is another one when a name goes or comes, wherever it is written', () => {
    const after = {
      ...before,
      'src/parse.js': 'export function parse() {}\nexport const more = 1;',
    };
    expect(compared(before, after)).toMatchObject({ lost: ['lib scan'], gained: ['lib more'] });
  });

  test('is another one when the manifest names other entries or commands', () => {
    const entries = { '.': './src/index.js', './run': './src/run.js' };
    const after = { ...before, 'package.json': JSON.stringify({ name: 'lib', exports: entries }) };
    expect(compared(before, after)).toMatchObject({
      lost: ['command lib-run'],
      gained: ['lib/run', 'lib/run run', 'lib/run inner'],
    });
  });

  test('is read from the sources of what is built', () => {
    const built = '{"name": "lib", "main": "dist/index.js", "types": "dist/index.d.ts"}';
    const sources = { 'package.json': built, 'src/index.ts': 'export const a = 1;' };
    const after = { ...sources, 'src/index.ts': 'export const b = 1;' };
    expect(compared(sources, after)).toMatchObject({ lost: ['lib a'], gained: ['lib b'], not: [] });
  });

  test('is said not to be known where its entry is not there', () => {
    const app = { 'package.json': '{"name": "app"}', 'server.js': 'export const a = 1;' };
    const after = { ...app, 'server.js': 'export const b = 1;' };
    expect(compared(app, after)).toMatchObject({ lost: [], gained: [], not: ['index.js'] });
  });
});

describe('the public surface of Python', () => {
  test('is what a module lists, or what it defines without an underscore', () => {
    const names = (text: string) =>
      pythonNames('pkg/mod.py', text)?.flatMap(({ name, imported }) => (imported ? [] : [name]));
    expect(
      names('def a(): pass\nclass B:\n  def c(self): pass\nD = 1\n_e = 2\nf: int = 3'),
    ).toEqual(['a', 'B', 'D', 'f']);
    expect(names('__all__ = [\'x\', "y"]\ndef a(): pass')).toEqual(['x', 'y']);
  });

  test('stays when a function moves and is imported where it was', () => {
    const before = { 'pkg/a.py': 'def f(): pass\ndef g(): pass' };
    const after = { 'pkg/a.py': 'from ._b import f\ndef g(): pass', 'pkg/_b.py': 'def f(): pass' };
    expect(compared(before, after)).toMatchObject(NOTHING);
    const gone = { 'pkg/a.py': 'def g(): pass', 'pkg/_b.py': 'def f(): pass' };
    expect(compared(before, gone)).toMatchObject({ lost: ['pkg.a f'], gained: [] });
  });
});

describe('the public surface of Go', () => {
  test('is the capitalised names of a package, methods of exported types among them', () => {
    const text =
      'package p\n// func Not() {}\nfunc A() {}\nfunc b() {}\ntype C struct{}\nfunc (c *C) D() {}\nfunc (c c) E() {}\nconst (\n\tF = 1\n\tg = 2\n)\n';
    expect(goNames('p/p.go', text).map(({ name }) => name)).toEqual(['A', 'C', 'C.D', 'F']);
    expect(goNames('internal/p/p.go', text)).toEqual([]);
    expect(goNames('cmd/main.go', text.replace('package p', 'package main'))).toEqual([]);
  });

  test('stays when a function moves within its package', () => {
    const before = { 'p/a.go': 'package p\nfunc A() {}\nfunc B() {}', 'p/c.go': 'package p' };
    const after = { 'p/a.go': 'package p\nfunc A() {}', 'p/c.go': 'package p\nfunc B() {}' };
    expect(compared(before, after)).toMatchObject(NOTHING);
  });
});

test('a language that is not compared is named', () => {
  const found = compared({ 'src/lib.rs': 'pub fn a() {}' }, { 'src/lib.rs': 'pub fn b() {}' });
  expect(found).toEqual({ lost: [], gained: [], any: false, not: ['Rust'] });
});
