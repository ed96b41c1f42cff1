// Tests that stand inside files of the program.

import { describe, expect, test } from 'vitest';
import { withRegionsOf } from '../../runtime/evidence/seal/lay-regions.ts';
import { testRegions } from '../../runtime/evidence/seal/test-regions.ts';

/** The lines of the tests, without the white space around. */
function tests(path: string, text: string): string[] | undefined {
  const lines = text.split('\n');
  const regions = testRegions(path, text);
  return regions?.flatMap(({ from, to }) => lines.slice(from, to).map((line) => line.trim()));
}

const RUST = `//! Adds.

/// Adds one.
///
/// \`\`\`
/// assert_eq!(adds::one(1), 2);
/// \`\`\`
pub fn one(n: i32) -> i32 {
    let brace = '{'; // } of no block
    let raw = r#"a "quoted" } brace"#;
    n + 1
}

#[derive(Debug)]
pub struct Life<'a>(&'a str);

#[allow(unused)]
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds() {
        if true { assert_eq!(one(1), 2, "not }"); }
    }
}
`;

describe('of Rust', () => {
  test('the tests are modules for tests alone, with all their attributes, and examples in comments', () => {
    const found = tests('src/lib.rs', RUST);
    expect(found?.slice(0, 4)).toEqual([
      '/// ```',
      '/// assert_eq!(adds::one(1), 2);',
      '/// ```',
      '#[allow(unused)]',
    ]);
    expect(found?.at(-1)).toBe('}');
    expect(found).toHaveLength(12);
  });

  test.each([
    ['a test that stands alone', '#[ignore]\n#[test]\nfn a() { }', 3],
    ['one of an async runtime', '#[tokio::test(flavor = "x")]\nasync fn a() -> [u8; 2] {\n}', 3],
    ['a module for tests on one system', '#[cfg(all(unix, test))]\nmod a {\n}', 3],
    ['a module in another file', '#[cfg(test)]\nmod a;', 2],
    ['a file that is for tests alone', '#![cfg(test)]\nfn a() {}', 2],
    ['no program for one system', '#[cfg(unix)]\nmod a {\n}', 0],
    ['nothing that tests have with the program', '#[cfg(any(test, fuzz))]\nmod a {\n}', 0],
    ['nothing that is not for tests', '#[cfg(all(unix, not(test)))]\nmod a {\n}', 0],
    ['no words of a string', 'const A: &str = "\n#[cfg(test)]\nmod a {}\n";', 0],
    ['no words of a comment', '/* /* */\n#[cfg(test)]\nmod a {}\n*/', 0],
    ['no comment of four slashes', '//// ```\n//// a\n//// ```', 0],
  ])('they are %s', (_, text, count) => {
    expect(tests('a.rs', text)).toHaveLength(count);
  });

  test.each([
    ['a block is not closed', '#[cfg(test)]\nmod a {'],
    ['a string does not end', '#[test]\nfn a() { let b = "; }'],
    ['the program goes on in the line', '#[cfg(test)] mod a {} fn b() {}'],
    ['a bracket closes another one', '#[cfg(test)]\nmod a { ( } )'],
  ])('nobody is sure of a file in which %s', (_, text) => {
    expect(testRegions('a.rs', text)).toBeUndefined();
  });
});

describe('of Python', () => {
  const text = `def one(n):
    """Adds one. Not a prompt: a >>> b

    >>> one(1)
    2
    >>> for n in [1]:
    ...     one(n)
    2

    More words.
    >>> one(2)
    3
    """
    return n + 1  # >>> no string


PROMPT = ">>> "
`;

  test('the tests are the examples in docstrings', () => {
    expect(tests('a.py', text)).toEqual([
      '>>> one(1)',
      '2',
      '>>> for n in [1]:',
      '...     one(n)',
      '2',
      '>>> one(2)',
      '3',
    ]);
  });

  test('nobody is sure of one that ends in the line of the quotes', () => {
    expect(testRegions('a.py', '"""\n>>> a\n1"""')).toBeUndefined();
    expect(testRegions('a.py', '""">>> a\n1\n"""')).toBeUndefined();
    expect(testRegions('a.py', "a = 'it\n>>> ")).toBeUndefined();
  });
});

describe('of Vitest', () => {
  const text = `export const half = (n) => n / 2;
export const slash = /[/"'\`{]/.test('{') ? \`}\${{ a: '}' }.a}\` : "}";

if (import.meta.vitest) {
  const { test, expect } = import.meta.vitest;
  test('}', () => { expect(half(4) / 1).toBe(2); });
}
`;

  test('the tests are what only Vitest runs', () => {
    expect(testRegions('a.ts', text)).toEqual([{ from: 3, to: 7 }]);
    expect(testRegions('a.ts', "export const a = 'it”s';")).toEqual([]);
  });

  test.each([
    ['says it in another way', 'const vitest = import.meta.vitest;\nif (vitest) {\n}'],
    ['has something else for the program', 'if (import.meta.vitest) {\n} else {\n}'],
    ['has a text that does not end', "const a = 'b;\nif (import.meta.vitest) {\n}"],
    ['has a template that does not end', 'const a = `b;\nif (import.meta.vitest) {\n}'],
  ])('nobody is sure of a file that %s', (_, other) => {
    expect(testRegions('a.js', other)).toBeUndefined();
  });
});

test('a file of another language, or without a sign of them, has none', () => {
  expect(testRegions('a.go', '#[cfg(test)]')).toEqual([]);
  expect(testRegions('a.py', "'")).toEqual([]);
});

describe('the tests of one version in another', () => {
  const fixed = RUST.replace('n + 1\n', 'n.saturating_add(1)\n');
  const more = RUST.replace('    #[test]\n', '    #[test]\n    fn more() {}\n    #[test]\n');

  test('leave the program as it is', () => {
    const laid = withRegionsOf('a.rs', fixed, more);
    expect(laid).toContain('saturating_add');
    expect(laid).toContain('fn more');
    expect(withRegionsOf('a.rs', fixed, RUST)).toBe(fixed);
    expect(withRegionsOf('a.rs', laid ?? '', RUST)).toBe(fixed);
  });

  test('are taken away where it has none, and stand at the end where only it has some', () => {
    const plain = 'pub fn a() {}\n';
    const tested = `${plain}\n#[cfg(test)]\nmod tests {\n}\n`;
    expect(withRegionsOf('a.rs', tested, plain)).toBe('pub fn a() {}\n\n');
    expect(withRegionsOf('a.rs', plain, tested)).toBe(
      'pub fn a() {}\n#[cfg(test)]\nmod tests {\n}\n',
    );
  });

  test('stand between the lines they stood between', () => {
    const of = (example: string) =>
      `def a():\n    """A.\n${example}    """\n\ndef b():\n    """B.\n    """\n`;
    const tested = of('\n    >>> a()\n    1\n');
    const laid = withRegionsOf('a.py', of('').replace('def b', 'def c'), tested);
    expect(laid).toBe(
      'def a():\n    """A.\n    >>> a()\n    1\n    """\n\ndef c():\n    """B.\n    """\n',
    );
  });

  test('are refused where nobody can say where they stood', () => {
    const tested = '/// ```\n/// a();\n/// ```\npub fn a() {}\npub fn z() {}\n';
    expect(withRegionsOf('a.rs', 'pub fn b() {}\npub fn y() {}\n', tested)).toBeUndefined();
    expect(withRegionsOf('a.rs', 'pub fn a() {}\n', '#[cfg(test)]\nmod a {')).toBeUndefined();
  });
});
