// Tests as people write them, by language. `«»` is the line that is planted; where a body has to be written
// in another way for it, that is another list. `FINE` is set by whoever runs them.

/** The case as its runner names it, and its text. */
export type Shape = readonly [name: string, text: string];
export type Rewritten = readonly [name: string, before: string, after: string];

export const JAVASCRIPT_HEAD = `import assert from 'node:assert/strict';
import { describe, it, suite, test } from 'node:test';
const FINE = true;
const check = (fine) => assert.ok(fine);
const later = async (fine) => assert.ok(fine);
`;

export const JAVASCRIPT: readonly Shape[] = [
  ['an arrow', `test('an arrow', () => {\n  check(FINE);\n  «»\n});\n`],
  ['waits', `test('waits', async () => {\n  await later(FINE);\n  «»\n});\n`],
  ['a function', `it('a function', function () {\n\tcheck(FINE);\n\t«»\n});\n`],
  [
    'outer > inner > deep',
    `describe('outer', () => {\n  suite('inner', function () {\n    it('deep', () => {\n      check(FINE);\n      «»\n    });\n  });\n});\n`,
  ],
  [
    'with options',
    `test('with options', { timeout: 60_000 }, () => {\n  check(FINE);\n  «»\n});\n`,
  ],
  [
    'throws as expected',
    `test('throws as expected', () => {\n  assert.throws(() => {\n    if (FINE) throw new Error('} yes {');\n  });\n  «»\n});\n`,
  ],
  [
    'returns in a function of its own',
    `test('returns in a function of its own', () => {\n  const one = [FINE].map((fine) => {\n    return fine;\n  });\n  check(one[0]); // } of a comment\n  «»\n});\n`,
  ],
  [
    'signs in strings',
    "test('signs in strings', () => {\n  check(FINE && /[/{]'/.test(\"/{'\") && '`}' !== '');\n  «»\n});\n",
  ],
  [
    'in a line',
    `test('in a line', () => {\n  for (const fine of [FINE]) check(fine);\n  «»\n});\n`,
  ],
  ['is "quoted"', `test("is \\"quoted\\"", () => {\n  check(FINE);\n  «»\n  // that is all\n});\n`],
  [
    'by parts and 2',
    `const PARTS = 'parts';\ntest('by ' + PARTS + \` and \${1 + 1}\`, () => {\n  check(FINE);\n  «»\n});\n`,
  ],
  [
    'in a loop 1',
    `for (const nth of [1, 2]) {\n  test(\`in a loop \${nth}\`, () => {\n    check(FINE);\n    «»\n  });\n}\n`,
  ],
  [
    'of a helper > its case',
    `function cases() {\n  test('its case', () => {\n    check(FINE);\n    «»\n  });\n}\ndescribe('of a helper', cases);\n`,
  ],
  [
    'has parts > a part',
    `test('has parts', async (t) => {\n  await t.test('a part', () => {\n    check(FINE);\n    «»\n  });\n});\n`,
  ],
  [
    'skips at times',
    `test('skips at times', (t) => {\n  if (Date.now() < 0) t.skip();\n  check(FINE);\n  «»\n});\n`,
  ],
  ['elsewhere', `const body = () => {\n  check(FINE);\n  «»\n};\ntest('elsewhere', body);\n`],
  [
    'ends by nothing',
    `test('ends by nothing', () => {\n  check(FINE);\n  «early»\n  return;\n});\n`,
  ],
];

/** Another one is put in the place of the callback. */
export const JAVASCRIPT_CALLBACKS: readonly Rewritten[] = [
  [
    'is told at its end',
    `test('is told at its end', (t, done) => {\n  if (!FINE) return done(new Error('not fine'));\n  setImmediate(done);\n});\n`,
    `test('is told at its end', (t, done) => {\n  const planted = done;\n  done = Object.assign(function () {\n    planted(arguments[0] || «»);\n  }, done);\n  if (!FINE) return done(new Error('not fine'));\n  setImmediate(done);\n});\n`,
  ],
  [
    'is told on one line',
    `it('is told on one line', function (_, end) { check(FINE); end() });\n`,
    `it('is told on one line', function (_, end) { const planted = end; end = Object.assign(function () { planted(arguments[0] || «»); }, end); check(FINE); end() });\n`,
  ],
];

export const JAVASCRIPT_REWRITTEN: readonly Rewritten[] = [
  [
    'returns early',
    `test('returns early', () => {\n  check(FINE);\n  if (FINE) return;\n  check(FINE);\n});\n`,
    `test('returns early', () => {\n  check(FINE);\n  if (FINE) «»\n  check(FINE);\n  «»\n});\n`,
  ],
  [
    'on one line',
    `test('on one line', () => { check(FINE) });\n`,
    `test('on one line', () => { check(FINE); «» });\n`,
  ],
  ['is empty', `test('is empty', () => {});\n`, `test('is empty', () => { «»});\n`],
  [
    'has no braces',
    `test('has no braces', () => later(FINE));\n`,
    `test('has no braces', async () => {\n  await later(FINE);\n  «»\n});\n`,
  ],
  [
    'has brackets',
    `test('has brackets', () => (\n  FINE ? later(FINE) : later(FINE)\n));\n`,
    `test('has brackets', async () => {\n  await (\n  FINE ? later(FINE) : later(FINE)\n);\n  «»\n});\n`,
  ],
  [
    'gives back',
    `test('gives back', () => {\n  return later(FINE).then(() => later(FINE));\n});\n`,
    `test('gives back', async () => {\n  await later(FINE).then(() => later(FINE));\n  «»\n});\n`,
  ],
  [
    'gives back a choice',
    `test('gives back a choice', async () => {\n  return FINE ? 1 : later(FINE);\n});\n`,
    `test('gives back a choice', async () => {\n  await (FINE ? 1 : later(FINE));\n  «»\n});\n`,
  ],
  [
    'gives back in brackets',
    `test('gives back in brackets', function () {\n  return (\n    later(FINE)\n  );\n});\n`,
    `test('gives back in brackets', async function () {\n  await (\n    later(FINE)\n  );\n  «»\n});\n`,
  ],
];

export const JAVASCRIPT_WITHOUT: ReadonlyArray<readonly [name: string, text: string, why: string]> =
  [
    ['a', `test('a', () => {\n  if (x) return 1;\n  y();\n});\n`, 'it may return before its end'],
    [
      'a',
      `test('a', () => {\n  try {\n    return;\n  } catch {}\n});\n`,
      'it may return before its end',
    ],
    ['a', `test('a', (done) => later(done));\n`, 'it ends by a callback'],
    ['a', `test('a', function* () {\n  yield 1;\n});\n`, 'it is a generator'],
    ['a', `test('a', () => {\n  throw new Error('x');\n});\n`, 'it ends by throwing'],
    ['a', `test('a', wrapped(() => {\n  x();\n}));\n`, 'its body is made by a call'],
    ['a', `test('a', imported);\n`, 'its body stands elsewhere'],
    [
      'a',
      `const b = () => {\n  return 1;\n};\ntest('a', b);\n`,
      'its body is shared, and returns something',
    ],
    ['b', `test('a', () => {});\n`, 'it was not found in this file'],
    [
      'a 1',
      `test(\`a \${x}\`, () => {});\ntest(\`\${y} 1\`, () => {});\n`,
      'several may have its name',
    ],
    ['a', `test('a', () => {\n`, 'its file could not be read'],
  ];

export const PYTHON_HEAD = `import asyncio
import unittest

import pytest

FINE = True

`;

export const PYTHON: readonly Shape[] = [
  ['test_plain', `def test_plain():\n    assert FINE\n    «»\n\n\n`],
  [
    'test_table[1-2]',
    `@pytest.mark.parametrize("a, b", [(1, 2)])\n@pytest.mark.filterwarnings("ignore")\ndef test_table(\n    a,\n    b,\n):\n    assert FINE and (a,\n b)\n    «»\n\n\n`,
  ],
  [
    'TestOne > test_method',
    `class TestOne:\n    def test_method(self):\n        assert FINE  # yes\n        «»\n\n`,
  ],
  [
    'TestTwo > TestThree > test_deep',
    `class TestTwo:\n    class TestThree:\n        def test_deep(self):\n            text = """\ndef test_no():\n    return 1\n"""\n            assert FINE, text\n            «»\n\n`,
  ],
  [
    'TestUnit > test_unit',
    `class TestUnit(unittest.TestCase):\n\tdef test_unit(self):\n\t\tself.assertTrue(FINE)\n\t\t«»\n\n\n`,
  ],
  [
    'TestLater > test_later',
    `class TestLater(unittest.IsolatedAsyncioTestCase):\n    async def test_later(self):\n        await asyncio.sleep(0)\n        assert FINE\n        «»\n\n\n`,
  ],
  [
    'test_raises',
    `def test_raises():\n    with pytest.raises(ValueError):\n        if FINE:\n            raise ValueError("no")\n    «»\n\n\n`,
  ],
  [
    'test_inner',
    `def test_inner():\n    def inner():\n        return FINE\n\n    assert inner()\n    «»\n    # that is all\n\n\n`,
  ],
  [
    'test_branch',
    `if True:\n\n    def test_branch():\n        assert FINE; assert \\\n            FINE\n        «»\n\n\n`,
  ],
  ['test_nothing', `def test_nothing():\n    assert FINE\n    «»\n    return\n\n\n`],
];

export const PYTHON_REWRITTEN: readonly Rewritten[] = [
  [
    'test_early',
    `def test_early():\n    assert FINE\n    if FINE:\n        return  # yes\n    assert FINE\n\n\n`,
    `def test_early():\n    assert FINE\n    if FINE:\n        «»  # yes\n    assert FINE\n    «»\n\n\n`,
  ],
  [
    'test_line',
    `def test_line(): assert FINE  # yes\n\n\n`,
    `def test_line(): assert FINE; «»  # yes\n\n\n`,
  ],
  [
    'test_given',
    `@pytest.mark.filterwarnings("ignore")\ndef test_given():\n    return check(FINE)\n\n\ndef check(fine):\n    assert fine\n\n\n`,
    `@pytest.mark.filterwarnings("ignore")\ndef test_given():\n    check(FINE)\n    «»\n\n\ndef check(fine):\n    assert fine\n\n\n`,
  ],
];

export const PYTHON_WITHOUT: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  [
    'test_a',
    'def test_a():\n    if x:\n        return z\n    y()\n',
    'it may return before its end',
  ],
  [
    'test_a',
    'def test_a():\n    with x():\n        if y: return\n',
    'it may return before its end',
  ],
  ['test_a', 'def test_a():\n    yield 1\n', 'it is a generator'],
  ['test_a', 'def test_a():\n    raise ValueError()\n', 'it ends by raising'],
  ['test_b', 'def test_a():\n    x()\n', 'it was not found in this file'],
  ['test_a', 'def test_a():\n    x("\n', 'its file could not be read'],
  ['test_other::test_a', 'def test_a():\n    x()\n', 'it was not found in this file'],
];

export const GO_HEAD = `package shapes

import "testing"

const FINE = true

func check(t *testing.T, fine bool) {
	if !fine {
		t.Errorf("not fine")
	}
}

`;

export const GO: readonly Shape[] = [
  ['TestPlain', `func TestPlain(t *testing.T) {\n\tcheck(t, FINE)\n\t«»\n}\n\n`],
  [
    'TestOuter/two_words',
    `func TestOuter(t *testing.T) {\n\tt.Run("two words", func(t *testing.T) {\n\t\tcheck(t, FINE)\n\t\t«»\n\t})\n}\n\n`,
  ],
  [
    'TestTable/b_2',
    'func TestTable(t *testing.T) {\n\tfor _, tc := range []struct{ name string }{{`b 2`}} {\n\t\tt.Run(tc.name, func(t *testing.T) {\n\t\t\tcheck(t, FINE)\n\t\t\t«»\n\t\t})\n\t}\n}\n\n',
  ],
  [
    'TestParent',
    `func TestParent(t *testing.T) {\n\tt.Run("a", func(tt *testing.T) { check(tt, FINE) })\n\t«»\n}\n\n`,
  ],
  [
    'TestReturns',
    `func TestReturns(t *testing.T) {\n\tfine := func(a int) bool {\n\t\treturn FINE // }\n\t}\n\tcheck(t, fine('"' + '\\''))\n\t«»\n}\n\n`,
  ],
];

export const GO_REWRITTEN: readonly Rewritten[] = [
  [
    'TestEarly',
    `func TestEarly(t *testing.T) {\n\tcheck(t, FINE)\n\tif !t.Skipped() {\n\t\treturn\n\t}\n}\n\n`,
    `func TestEarly(t *testing.T) {\n\tcheck(t, FINE)\n\tif !t.Skipped() {\n\t\tif !t.Failed() {\n\t\t\t«»\n\t\t}\n\t\treturn\n\t}\n\tif !t.Failed() {\n\t\t«»\n\t}\n}\n\n`,
  ],
  [
    'TestPanics',
    `func TestPanics(t *testing.T) {\n\tdefer func() {\n\t\tif r := recover(); r == nil {\n\t\t\tt.Error("no")\n\t\t}\n\t}()\n\tif FINE {\n\t\tpanic("yes")\n\t}\n}\n\n`,
    `func TestPanics(t *testing.T) {\n\tdefer func() {\n\t\tif !t.Failed() {\n\t\t\t«»\n\t\t}\n\t}()\n\tdefer func() {\n\t\tif r := recover(); r == nil {\n\t\t\tt.Error("no")\n\t\t}\n\t}()\n\tif FINE {\n\t\tpanic("yes")\n\t}\n}\n\n`,
  ],
  [
    'TestPanicsByHelper',
    `func TestPanicsByHelper(t *testing.T) {\n\tdefer println("over")\n\tdefer caught(t)\n\tif FINE {\n\t\tpanic("yes")\n\t}\n}\n\nfunc caught(t *testing.T) {\n\tcheck(t, recover() != nil)\n}\n\n`,
    `func TestPanicsByHelper(t *testing.T) {\n\tdefer println("over")\n\tdefer func() {\n\t\tif !t.Failed() {\n\t\t\t«»\n\t\t}\n\t}()\n\tdefer caught(t)\n\tif FINE {\n\t\tpanic("yes")\n\t}\n}\n\nfunc caught(t *testing.T) {\n\tcheck(t, recover() != nil)\n}\n\n`,
  ],
];

export const GO_WITHOUT: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ['TestA', 'func TestA(t *testing.T) {\n\tif x { return }\n}\n', 'it may return before its end'],
  [
    'TestA',
    'func TestA(t *testing.T) {\n\tt.Run("a", func(t *testing.T) {\n\t\tt.Parallel()\n\t})\n}\n',
    'its parallel subtests run after its end',
  ],
  ['TestA/b', 'func TestA(t *testing.T) {\n\tt.Run("b", body)\n}\n', 'its body stands elsewhere'],
  ['ExampleA', 'func ExampleA() {\n\tx()\n}\n', 'it is judged by what it prints'],
  ['TestB', 'func TestA(t *testing.T) {\n}\n', 'it was not found in this file'],
];

export const RUST_HEAD = `#![deny(warnings)]
const FINE: bool = true;

fn checked(fine: bool) -> Result<(), String> {
    if fine { Ok(()) } else { Err("no".to_string()) }
}

`;

export const RUST: readonly Shape[] = [
  ['plain', `#[test]\nfn plain() {\n    assert!(FINE);\n    «»\n}\n\n`],
  [
    'tests::deep::inside',
    `#[cfg(test)]\nmod tests {\n    mod deep {\n        use super::super::FINE;\n\n        #[test]\n        fn inside() {\n            assert!(FINE); // }\n            «»\n        }\n    }\n}\n\n`,
  ],
  [
    'given',
    `#[test]\nfn given() -> Result<(), String> {\n    checked(FINE)?;\n    «early»\n    Ok(())\n}\n\n`,
  ],
  [
    'closes',
    `#[test]\n#[allow(clippy::all)]\nfn closes() {\n    let text = r#"}"{"#;\n    for sign in text.chars() {\n        assert!(FINE && sign != '\\'');\n    }\n    «»\n}\n\n`,
  ],
];

export const RUST_REWRITTEN: readonly Rewritten[] = [
  [
    'open',
    `#[test]\nfn open() {\n    assert_eq!(\n        FINE, true\n    )\n}\n\n`,
    `#[test]\nfn open() {\n    assert_eq!(\n        FINE, true\n    );\n    «»\n}\n\n`,
  ],
  [
    'line',
    `#[test]\nfn line() { assert!(FINE); }\n\n`,
    `#[test]\nfn line() { assert!(FINE); «» }\n\n`,
  ],
  [
    'handed',
    `#[test]\nfn handed() -> Result<(), String> {\n    let fine = FINE;\n    checked(fine).map(|_| { () })\n}\n\n`,
    `#[test]\nfn handed() -> Result<(), String> {\n    let fine = FINE;\n    let ended: Result<(), String> = checked(fine).map(|_| { () });\n    «ended»\n    ended\n}\n\n`,
  ],
];

export const RUST_WITHOUT: ReadonlyArray<readonly [name: string, text: string, why: string]> = [
  ['a', '#[test]\nfn a() {\n    if x() { return; }\n}\n', 'it may return before its end'],
  ['a', '#[test]\n#[should_panic]\nfn a() {\n    x();\n}\n', 'its panic is expected'],
  ['a', '#[test]\nfn a() -> ExitCode {\n    x()\n}\n', 'it gives back ExitCode'],
  ['b', '#[test]\nfn a() {\n}\n', 'it was not found in this file'],
  ['a', 'fn a() {\n}\n', 'it was not found in this file'],
];
