// Where a line stands that makes a case fail at its end, shape by shape, and which shapes have no such place.

import prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { freshIn } from '../../runtime/proof/fresh-cases.ts';
import { loadGrammars } from '../../runtime/proof/plant/grammar.ts';
import { NOT_HERE, type Planted, plant as plantBy } from '../../runtime/proof/plant.ts';
import { GO, JAVASCRIPT, PYTHON, RUST, type Shape } from './shapes.ts';
import { wordsOf } from './words.ts';

const grammars = await loadGrammars();
type Given = Parameters<typeof plantBy>;
const plant = (path: string, text: string, cases: Given[2], word: Given[3]) =>
  plantBy(path, text, cases, word, grammars);

const WORD = 'Wukongabcdefgh';
const ERROR = "new Error(['Wukonga', 'bcdefgh'].join(''))";
const JAVASCRIPT_LINE = `throw ${ERROR};`;
const PYTHON_LINE = 'raise RuntimeError("Wukonga" + "bcdefgh")';
const RUST_LINE = 'panic!(concat!("Wukonga", "bcdefgh"));';
const HALVES = 'concat!("Wukonga", "bcdefgh")';

function plantOne(path: string, text: string, name: string, nth = 1): Planted {
  return plant(path, text, [{ file: path, name, nth }], () => WORD);
}

type Line = (kind: string, indent: string) => string;
type Language = readonly [path: string, head: string, shapes: readonly Shape[], line: Line];

const LANGUAGES: readonly Language[] = [
  [
    'a.test.mjs',
    JAVASCRIPT.head,
    JAVASCRIPT.shapes,
    (kind) => `${kind === 'early' ? 'if (Date.now() > 0) ' : ''}${JAVASCRIPT_LINE}`,
  ],
  ['test_a.py', PYTHON.head, PYTHON.shapes, () => PYTHON_LINE],
  [
    'a_test.go',
    GO.head,
    GO.shapes,
    (_, indent) => `if !t.Failed() {\n${indent}\tt.Fatal("${WORD}")\n${indent}}`,
  ],
  [
    'tests/a.rs',
    RUST.head,
    RUST.shapes,
    (kind) => (kind === 'early' ? `assert!(std::env::args().count() == 0, ${HALVES});` : RUST_LINE),
  ],
];

const SHAPES = LANGUAGES.flatMap(([path, head, shapes, line]) =>
  shapes.map(([name, text]) => ({ path, head, name, text, line })),
);

function withLine(text: string, line: Line): string {
  return text.replace(/([ \t]*)«(\w*)»/, (_, indent, kind) => `${indent}${line(kind, indent)}`);
}

function withoutLine(text: string): string {
  return text.replace(/[ \t]*«\w*»\n/, '');
}

describe('a line stands behind all else in the body of a case', () => {
  test.each(SHAPES)('$path: $name', ({ path, head, name, text, line }) => {
    const planted = plantOne(path, head + withoutLine(text), name);
    expect(planted.without).toEqual([]);
    expect(planted.text).toBe(head + withLine(text, line));
  });

  test.each([
    ...JAVASCRIPT.rewritten.map((one) => ['a.test.mjs', ...one, JAVASCRIPT_LINE] as const),
    ...JAVASCRIPT.callbacks.map((one) => ['a.test.mjs', ...one, ERROR] as const),
    ...PYTHON.rewritten.map((one) => ['test_a.py', ...one, PYTHON_LINE] as const),
    ...GO.rewritten.map((one) => ['a_test.go', ...one, `t.Fatal("${WORD}")`] as const),
    ...RUST.rewritten.map((one) => ['tests/a.rs', ...one, RUST_LINE] as const),
  ])('that has to be written in another way for it: %s: %s', (path, name, before, after, line) => {
    const expected = after
      .replaceAll('«»', line)
      .replace('«ended»', `assert!(ended.is_err(), ${HALVES});`);
    expect(plantOne(path, before, name).text).toBe(expected);
  });
});

describe('a case whose end cannot be named is told with what stands in the way', () => {
  test.each([
    ...JAVASCRIPT.without.map((one) => ['a.test.mjs', ...one] as const),
    ...PYTHON.without.map((one) => ['test_a.py', ...one] as const),
    ...GO.without.map((one) => ['a_test.go', ...one] as const),
    ...RUST.without.map((one) => ['tests/a.rs', ...one] as const),
    ['a.rb', 'a', 'it "a" do\nend\n', 'nothing can be planted in this language'] as const,
  ])('%s: %s in %j: %s', (path, name, text, why) => {
    const one = { file: path, name, nth: 1 };
    expect(plantOne(path, text, name)).toEqual({ text, lines: [], without: [{ ...one, why }] });
  });
});

describe('what was there before is there after', () => {
  const texts = SHAPES.map(({ path, head, name, text }) => ({
    path,
    name,
    text: head + withoutLine(text),
  }));
  const rest = ({ text, lines }: Planted): string => {
    const own = new Set(
      lines.flatMap(({ at }) =>
        at.flatMap(({ line, size }) => [...Array(size).keys()].map((nth) => line + nth)),
      ),
    );
    const kept = text.split('\n').filter((_, at) => !own.has(at + 1));
    return kept.join('\n');
  };

  test.each(texts)('sign by sign: $path: $name', ({ path, name, text }) => {
    expect(rest(plantOne(path, text, name))).toBe(text);
  });

  test.each(texts)('with the line ends of Windows: $path: $name', ({ path, name, text }) => {
    const windows = text.replaceAll('\n', '\r\n');
    const planted = plantOne(path, windows, name);
    expect(planted.lines).toHaveLength(1);
    expect(planted.text).not.toMatch(/[^\r]\n/);
    expect(rest(planted)).toBe(windows);
  });

  test.each([
    ['test_a.py', 'def test_a():\n    x()', 'test_a', `def test_a():\n    x()\n    ${PYTHON_LINE}`],
    [
      'a.test.js',
      "test('a', () => {\n  x()\n})",
      'a',
      `test('a', () => {\n  x()\n  ${JAVASCRIPT_LINE.slice(0, -1)}\n})`,
    ],
    [
      'a_test.go',
      'func TestA(t *testing.T) {\n\tx()\n}',
      'TestA',
      `func TestA(t *testing.T) {\n\tx()\n\tif !t.Failed() {\n\t\tt.Fatal("${WORD}")\n\t}\n}`,
    ],
    [
      'a.rs',
      '#[test]\nfn a() {\n    x();\n}',
      'a',
      `#[test]\nfn a() {\n    x();\n    ${RUST_LINE}\n}`,
    ],
  ])('without a line end at its end: %s', (path, text, name, expected) => {
    expect(plantOne(path, text, name).text).toBe(expected);
  });
});

describe('a case is found by the name its runner has for it', () => {
  const one = `class TestB:\n    def test_c(self):\n        x()\n`;
  const two = `#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        x();\n    }\n}\n`;
  const go = `func TestA(t *testing.T) {\n\tt.Run("b c", func(t *testing.T) {\n\t\tx()\n\t})\n}\n`;
  const suite = `func (s *Suite) TestA() {\n\tx()\n}\n`;
  const js = `describe('a', () => {\n  it('b', () => {\n    x();\n  });\n});\n`;
  const helper =
    "export const check = (name, run) => test('reads ' + name, () => {\n  run();\n});\n";
  const table = `describe.each([1])('a %i', () => {\n  test.for([2])('b $n c', (n) => {\n    x();\n  });\n});\n`;
  test.each([
    ['tests/test_a.py', one, 'tests/test_a.py::TestB::test_c'],
    ['tests/test_a.py', one, 'tests/test_a.py::TestB::test_c[a::b-1.5 > 2]'],
    ['tests/test_a.py', one, 'tests.test_a.TestB > test_c'],
    ['tests/test_a.py', one, 'TestB > test_c'],
    ['tests/test_a.py', one, 'test_c (tests.test_a.TestB.test_c)'],
    ['tests/test_a.py', one, 'test_c (test_a.TestB)'],
    ['tests/test_a.py', `${one}\n\nclass TestD(TestB):\n    pass\n`, 'test_a.TestD > test_c'],
    ['src/lib.rs', two, 'tests::adds'],
    ['src/some/deep.rs', two, 'some::deep::tests::adds'],
    ['src/lib.rs', two, 'crate > tests::adds'],
    ['tests/a.rs', '#[rstest]\n#[case(1)]\nfn b() {\n    x();\n}\n', 'b::case_1'],
    ['a_test.go', go, 'TestA/b_c'],
    ['a_test.go', go, 'TestA > b_c'],
    ['a_test.go', go, 'example.com/a TestA/b_c'],
    ['a_test.go', go, 'TestA/b_c#01'],
    ['a_test.go', suite, 'TestSuite/TestA'],
    ['a.test.ts', js, 'a > b'],
    ['a.test.ts', js, 'a b'],
    ['a.test.ts', table, 'a 1 > b 2 c'],
    ['check.js', helper, 'reads'],
    ['check.js', helper, 'reads 01'],
    ['check.js', helper, 'an outer one > reads 01'],
    ['a.spec.jsx', `it('a', () => {\n  draw(<p>Don't {'}'}</p>);\n});\n`, 'a'],
    ['a.ts', `own<string>('a', async (): Promise<{ b: 1 }> => {\n  x();\n});\n`, 'a'],
  ])('%s: %j as %s', (path, text, name) => {
    const { lines, without } = plantOne(path, text, name);
    expect(without).toEqual([]);
    expect(lines).toMatchObject([{ word: WORD, cases: [{ file: path, name, nth: 1 }] }]);
  });

  test('two of one name are told apart by their order', () => {
    const text = "test('a', () => {\n  x();\n});\n";
    expect(plantOne('a.js', text + text, 'a', 1).lines[0]?.at).toEqual([{ line: 3, size: 1 }]);
    expect(plantOne('a.js', text + text, 'a', 2).lines[0]?.at).toEqual([{ line: 6, size: 1 }]);
    expect(plantOne('a.js', text + text, 'a', 3).without[0]?.why).toBe('others have its name');
  });

  test('where several are made of parts, the one that says most of the name is meant', () => {
    const text =
      "for (const on of ['a', 'b']) {\n  describe(on, () => {\n    test('is empty', () => {\n      x();\n    });\n    test(on + ' / list / is empty', () => {\n      y();\n    });\n  });\n}\n";
    const lineOf = (name: string) => plantOne('a.js', text, name).lines[0]?.at;
    expect(lineOf('a > a / list / is empty')).toEqual([{ line: 8, size: 1 }]);
    expect(lineOf('b > is empty')).toEqual([{ line: 5, size: 1 }]);
    const twice = "test('a ' + n, () => {\n  x();\n});\ntest(n + ' b', () => {\n  y();\n});\n";
    expect(plantOne('a.js', twice, 'a b').without[0]?.why).toBe('several may have its name');
  });

  test('all rows of a table share the one line of their body', () => {
    const text = 'def test_a(n):\n    x()\n';
    const cases = ['test_a[1]', 'test_a[2]', 'test_b'].map((name) => ({
      file: null,
      name,
      nth: 1,
    }));
    const planted = plant('test_a.py', text, cases, wordsOf(''));
    expect(planted.lines).toEqual([
      { word: wordsOf('')(0), at: [{ line: 3, size: 1 }], cases: cases.slice(0, 2) },
    ]);
    expect(planted.without).toEqual([{ ...cases[2], why: NOT_HERE }]);
  });
});

test.each([
  [
    'a.mjs',
    "test('a', async (t) => {\n  await t.test('b', () => {\n    x();\n  });\n});\n",
    'a > b',
  ],
  [
    'a_test.go',
    'func Testa(t *testing.T) {\n\tt.Run("b", func(t *testing.T) {\n\t\tx()\n\t})\n}\n',
    'Testa/b',
  ],
])('a case in another one has the one line of both: %s', (path, text, name) => {
  const cases = [name.slice(0, -2).trim().replace(/ >$/, ''), name].map((one) => ({
    file: path,
    name: one,
    nth: 1,
  }));
  const planted = plant(path, text, cases, wordsOf(''));
  expect(planted.lines).toMatchObject([{ word: wordsOf('')(0), cases: [cases[1], cases[0]] }]);
  expect(planted.text).toBe(plant(path, text, cases.slice(1), wordsOf('')).text);
});

describe('all cases of a file', () => {
  test.each(LANGUAGES.map(([path, head, shapes]) => ({ path, head, shapes })))(
    'get a word each: $path',
    ({ path, head, shapes }) => {
      const text = head + shapes.map(([, one]) => withoutLine(one)).join('');
      const planted = plant(path, text, 'all', wordsOf(''));
      expect(planted.without).toEqual([]);
      expect(planted.lines.length).toBeGreaterThanOrEqual(shapes.length - 1);
      expect(new Set(planted.lines.map(({ word }) => word)).size).toBe(planted.lines.length);
    },
  );

  test('are no fixtures, whatever their name', () => {
    const text = '@pytest.fixture(\n    scope="a",\n)\n@b\ndef test_a():\n    x()\n';
    expect(plant('test_a.py', text, 'all', wordsOf('')).lines).toEqual([]);
  });

  test('are not what else has a name and a function', () => {
    const text = "test('a', () => {\n  x.on('end', () => {\n    y();\n  });\n});\n";
    expect(plant('a.js', text, 'all', wordsOf('')).lines).toHaveLength(1);
  });
});

describe('the line at the top of a file', () => {
  const line = `if (Date.now() > 0) ${JAVASCRIPT_LINE}`;
  test.each([
    [
      'a.test.ts',
      "import 'a';\nimport b from 'b';\n\nx();\n",
      `import 'a';\nimport b from 'b';\n${line}\n\nx();\n`,
    ],
    [
      'a.test.cjs',
      "#!/usr/bin/env node\n'use strict';\nx();\n",
      `#!/usr/bin/env node\n'use strict';\n${line}\nx();\n`,
    ],
    ['a.test.js', '#!/usr/bin/env node\nx();\n', `#!/usr/bin/env node\n${line}\nx();\n`],
    [
      'a.test.js',
      "'use strict';\n\nconst { a } = require('a');\nconst LIMIT = 3;\nvar b = require('../')(LIMIT).b;\nrequire('c');\n\nx();\nrequire('d');\n",
      `'use strict';\n\nconst { a } = require('a');\nconst LIMIT = 3;\nvar b = require('../')(LIMIT).b;\nrequire('c');\n${line}\n\nx();\nrequire('d');\n`,
    ],
    [
      'test_a.py',
      '"""What it does."""\nimport a\nfrom b import (\n    c,\n)\n\nD = 1\nimport e\n',
      `"""What it does."""\nimport a\nfrom b import (\n    c,\n)\n${PYTHON_LINE}\n\nD = 1\nimport e\n`,
    ],
    ['test_a.py', 'x()\n', `raise RuntimeError("${WORD}")\nx()\n`],
    ['a_test.go', 'package a\n', `package a\n\nfunc init() { panic("${WORD}") }\n`],
    ['a.c', '#include "a.h"\n', `#error ${WORD}\n#include "a.h"\n`],
    [
      'a.rs',
      '#[test]\nfn a() {\n    x();\n}\n',
      `#[test]\nfn a() {\n    assert!(std::env::args().count() == 0, ${HALVES});\n    x();\n}\n`,
    ],
  ])('%s: %j', (path, text, expected) => {
    const planted = plant(path, text, 'top', () => WORD);
    expect(planted.text).toBe(expected);
    expect(planted.lines).toMatchObject([{ word: WORD, cases: [], at: [{}] }]);
  });

  test.each([
    ['a.js', 'x();\n', `x();\nif (Date.now() > 0) ${JAVASCRIPT_LINE}\n`],
    ['a.py', 'assert x\n', `assert x\n\n${PYTHON_LINE}\n`],
  ])('stands at the end of a script, where all of it was done: %s', (path, text, expected) => {
    expect(plant(path, text, 'end', () => WORD).text).toBe(expected);
  });

  test.each([
    ['a.js', "test('a', () => {\n  x();\n});\n"],
    ['a.js', 'process.exit(x());\n'],
    ['a.py', 'if __name__ == "__main__":\n    sys.exit(x())\n'],
    ['a.rb', 'x\n'],
  ])('stands at no end of what has cases, or ends itself: %s: %j', (path, text) => {
    expect(plant(path, text, 'end', () => WORD).lines).toEqual([]);
  });

  test.each([
    ["exports['a 1'] = `\n{ b: 1 }\n`\n", true],
    ["'use strict';\nmodule.exports = { a: [1, -2, /b/, null] };\n", true],
    ['export default { a: `b` };\nexport const c = 1;\n', true],
    ['process.exitCode = 0;\n', false],
    ['exports.a = run();\n', false],
    ['exports.a = () => 1;\n', false],
    ["require('./a.js');\n", false],
    ['export { a } from "./a.js";\n', false],
    ['', false],
  ])('is none in a module that holds data and runs nothing: %j: %s', (text, isData) => {
    expect(plant('a.cjs', text, 'top', () => WORD).lines.length).toBe(isData ? 0 : 1);
    if (isData) expect(plant('a.cjs', text, 'end', () => WORD).lines).toEqual([]);
  });

  test('is none in a language nobody knows here', () => {
    expect(plant('a.rb', 'x\n', 'top', () => WORD)).toEqual({
      text: 'x\n',
      lines: [],
      without: [],
    });
  });
});

test('a formatter that was content with a file is so with the lines in it', async () => {
  const text = JAVASCRIPT.head + JAVASCRIPT.shapes.map(([, one]) => withoutLine(one)).join('');
  const options = { parser: 'babel' } as const;
  for (const style of [{ singleQuote: true }, {}, { semi: false, useTabs: true }]) {
    const before = await prettier.format(text, { ...options, ...style });
    for (const cases of ['all', 'top'] as const) {
      const planted = plant('a.mjs', before, cases, wordsOf('')).text;
      expect(await prettier.format(planted, { ...options, ...style })).toBe(planted);
    }
  }
});

const OLD = '#[test]\nfn a() {\n    x();\n}\n';
const NEW = `${OLD}\n#[test]\nfn b() {\n    y();\n}\n`;

test.each<[what: string, path: string, before: string, now: string, names: readonly string[]]>([
  ['what the file did not have', 'tests/a.rs', OLD, NEW, ['b']],
  ['all of a new file', 'tests/a.rs', '', NEW, ['a', 'b']],
  ['none where none came', 'tests/a.rs', NEW, NEW.replace('y()', 'z()'), []],
  [
    'none where one may be left out as it runs',
    'tests/a.rs',
    OLD,
    NEW.replace('fn b', '#[ignore]\nfn b'),
    [],
  ],
  [
    'those beside old lines that leave something out',
    'a.test.js',
    "test('a', { skip: true }, () => {\n  x();\n});\n",
    "test('a', { skip: true }, () => {\n  x();\n});\ntest('b', () => {\n  y();\n});\n",
    ['b'],
  ],
  [
    'none in a group that is left out',
    'a.test.js',
    "describe.skip('g', () => {\n});\n",
    "describe.skip('g', () => {\n  test('b', () => {\n    y();\n  });\n});\n",
    [],
  ],
  ['none in a language nobody knows here', 'a.rb', '', 'it "a" do\nend\n', []],
])('new cases are %s', (_, path, before, now, names) => {
  expect(freshIn(path, before, now, grammars).map(({ name }) => name)).toEqual(names);
});
