// Texts out of repositories, read by the grammars: which places their trees name, what is refused, and what is left
// of it behind its use.

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Grammars, grammarsIn, loadGrammars } from '../../runtime/proof/plant/grammar.ts';
import { plant } from '../../runtime/proof/plant.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { PROJECT } from '../rig/repository.ts';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
const WORD = 'Wukongabcdefgh';
const THROWN = "throw new Error(['Wukonga', 'bcdefgh'].join(''));";
const RAISED = 'raise RuntimeError("Wukonga" + "bcdefgh")';
const PANICKED = 'panic!(concat!("Wukonga", "bcdefgh"));';
const FATAL = `if !t.Failed() { t.Fatal("${WORD}") }`;

const grammars = await loadGrammars();
const planted = (path: string, text: string, by: Grammars = grammars) =>
  plant(path, text, 'all', () => WORD, by);
const reasonOf = (path: string, text: string, by?: Grammars) =>
  planted(path, text, by).without.map(({ why }) => why);

/** `«»`: what is planted. */
const BODIES: ReadonlyArray<readonly [path: string, text: string]> = [
  ['a.test.js', `test('测试 😀', () => { 变量('中文 😀');« ${THROWN}» });\n`],
  ['a.test.ts', `test('测试 😀', () => { 变量('中文 😀');« ${THROWN}» });\n`],
  ['test_a.py', `def test_测试():\n    变量("中文 😀")«\n    ${RAISED}»\n`],
  ['a_test.go', `package a\n\nfunc Test_测试(t *testing.T) { 变量("中文 😀")«; ${FATAL}» }\n`],
  ['a.rs', `#[test]\nfn 测试() { 变量("中文 😀");« ${PANICKED}» }\n`],
];

test.each(BODIES)('places are UTF-16 units, whatever stands before them: %s', (path, marked) => {
  const before = marked.replace(/«[^»]*»/, '');
  const after = marked.replaceAll(/[«»]/g, '');
  const comment = path.endsWith('.py') ? '# 甲乙 😀\n' : '// 甲乙 😀\n';
  for (const head of ['', '\n\n  \n', '\uFEFF', '\uFEFF\n', comment]) {
    expect(planted(path, head + before).text).toBe(head + after);
    const windows = (text: string) => (head + text).replaceAll('\n', '\r\n');
    expect(planted(path, windows(before)).text).toBe(windows(after));
  }
});

test.each([
  // What a grammar does not know of its language.
  ['a.rs', `#[test]\nfn a() {\n    let b = str![[r#"x"#]];\n    c(b, str!["~"])\n}\n`, 'a'],
  ['a.rs', '#[test]\nfn a() {\n    m!(~b);\n}\n', 'a'],
  ['a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n\tb(new(5))\n}\n', 'TestA'],
  ['a.test.ts', "test('a', async () => {\n  b(await c<typeof import('./测.ts')>());\n});\n", 'a'],
  ['a.test.ts', "interface B<in out T> {\n  t: T;\n}\ntest('a', () => {\n  b();\n});\n", 'a'],
  ['a.test.ts', "export type * from './b.ts';\ntest('a', () => {\n  b();\n});\n", 'a'],
  ['a.test.ts', "class B {\n  accessor c = 1;\n}\ntest('a', () => {\n  b();\n});\n", 'a'],
  [
    'a.test.ts',
    "test('using', () => {\n  using('using');\n  for (using b of c) b();\n});\n",
    'using',
  ],
  [
    'a.mjs',
    "import b from './b.json' assert { type: 'json' };\ntest('a', () => {\n  b();\n});\n",
    'a',
  ],
])('a line is planted though the grammar does not know it: %s: %j', (path, text, name) => {
  const { text: after, lines, without } = planted(path, text);
  expect(without).toEqual([]);
  expect(lines).toMatchObject([{ cases: [{ name }] }]);
  const own = new Set(lines.flatMap(({ at }) => at.map(({ line }) => line)));
  const kept = after.split('\n').filter((_, at) => !own.has(at + 1));
  if (!path.endsWith('.go')) expect(kept.join('\n').replace(']);\n}', '])\n}')).toBe(text);
});

test.each([
  ['a.test.js', "test('a', () => {\n"],
  ['test_a.py', 'def test_a(:\n'],
  ['a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n'],
  ['a.rs', '#[test]\nfn a() {\n    b(\n}\n'],
])('in what has errors nothing is planted: %s', (path, text) => {
  expect(reasonOf(path, text)).toEqual(['its file could not be read']);
});

test.each<
  [path: string, before: string, open: string, inner: string, close: string, after: string]
>([
  ['a.test.js', '', "describe('a', () => {", '', '});', ''],
  ['a.test.js', 'x = ', '(', '1', ')', ';'],
  ['a.test.js', 'x', '.a()', '', '', ';'],
  ['a.test.js', "test('a'", " + 'a'", '', '', ', () => {});'],
  ['a.test.ts', 'let x: ', 'A<', 'B', '>', ';'],
  ['test_a.py', 'x = ', '(', '1', ')', ''],
  ['a_test.go', 'package a\n\nvar x = ', '(', '1', ')', ''],
  ['a.rs', '', 'mod a {', '', '}', ''],
])('%s: what is nested overflows nothing: %s%s', (path, before, open, inner, close, after) => {
  const nested = (times: number) =>
    `${before}${open.repeat(times)}${inner}${close.repeat(times)}${after}\n`;
  expect(reasonOf(path, nested(30_000))).toEqual(['its file is nested too deeply']);
  expect(reasonOf(path, nested(150))).toEqual([]);
});

test('of what is wide all is read', () => {
  const wide = `x = [${'1,'.repeat(200_000)}];\n`;
  expect(planted('a.test.js', `${wide}test('a', () => {\n  b();\n});\n`).lines).toHaveLength(1);
});

test('a file that is long, or slow to read, has no line, and the next one has', async () => {
  expect(reasonOf('a.test.js', ' '.repeat(1_000_001))).toEqual(['its file is too long']);
  const hurried = await grammarsIn(PACKAGE, { ms: 100, pages: 8192 });
  const began = performance.now();
  expect(reasonOf('a.test.js', '"`\''.repeat(100_000), hurried)).toEqual([
    'its file takes too long to be read',
  ]);
  expect(performance.now() - began).toBeLessThan(5000);
  expect(planted('a.test.js', "test('a', () => {});\n", hurried).lines).toHaveLength(1);
});

test('what is read thousands of times takes up no more memory', () => {
  const texts = BODIES.map(([path, marked]) => [path, marked.replace(/«[^»]*»/, '')] as const);
  const all = (times: number) => {
    for (let nth = 0; nth < times; nth += 1) for (const [path, text] of texts) planted(path, text);
  };
  all(100);
  const before = grammars.bytes();
  all(1000);
  expect(grammars.bytes()).toBe(before);
});

test('a grammar that is missing or damaged is the reason why nothing is planted', async () => {
  const folder = temporaryFolder('grammars 语法 ');
  cpSync(PACKAGE, folder, { recursive: true });
  rmSync(join(folder, 'tree-sitter-go.wasm'));
  writeFileSync(join(folder, 'tree-sitter-rust.wasm'), 'no wasm');
  writeFileSync(
    join(folder, 'tree-sitter-python.wasm'),
    readFileSync(join(folder, 'tree-sitter-python.wasm')).subarray(0, 10_000),
  );
  const some = await grammarsIn(folder);
  const missing = /^tree-sitter-\w+\.wasm of Wukong is missing or damaged \(/;
  for (const path of ['a_test.go', 'a.rs', 'test_a.py']) {
    expect(reasonOf(path, 'x\n', some)).toEqual([expect.stringMatching(missing)]);
  }
  expect(planted('a.test.js', "test('a', () => {});\n", some).lines).toHaveLength(1);
  writeFileSync(join(folder, 'tree-sitter.wasm'), 'no wasm');
  const none = await grammarsIn(folder);
  expect(reasonOf('a.test.js', 'x\n', none)).toEqual([
    expect.stringMatching(/^tree-sitter\.js of Wukong is/),
  ]);
  const nowhere = await grammarsIn(join(folder, 'nowhere'));
  expect(reasonOf('a.test.js', 'x\n', nowhere)).toEqual([
    expect.stringMatching(/^tree-sitter\.js of Wukong is missing or damaged/),
  ]);
});

test('a parser that broke down is not asked again, and another one is loaded', async () => {
  const first = await loadGrammars();
  const small = await grammarsIn(PACKAGE, { ms: 60_000, pages: 600 });
  const why = reasonOf('a.ts', 'a<'.repeat(450_000), small);
  expect(why).toEqual([expect.stringMatching(/^its file could not be read \(/)]);
  expect(reasonOf('a.ts', "test('a', () => {});\n", small)).toEqual(why);
  const next = await loadGrammars();
  expect(next).not.toBe(first);
  expect(planted('a.test.js', "test('a', () => {});\n", next).lines).toHaveLength(1);
});

test('every program that judges finds the grammars, and only those load them', () => {
  for (const folder of ['dist/runtime', 'dist/plugin/runtime']) {
    expect(existsSync(join(PROJECT, folder, 'grammars', 'tree-sitter.cjs'))).toBe(true);
    const judge = readFileSync(join(PROJECT, folder, 'report.cjs'), 'utf8');
    expect(judge).toContain('tree-sitter.cjs');
    expect(judge).not.toContain('ts_parser_new');
    expect(readFileSync(join(PROJECT, folder, 'goal.cjs'), 'utf8')).not.toContain('tree-sitter');
  }
});
