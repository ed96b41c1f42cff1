// Files that are program and judge at once, with one of the two parts as it was.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitFile } from '../../runtime/proof/parts.ts';

describe('package.json', () => {
  test.each<[string, string, string, string, string]>([
    [
      'keeps the text around a value that goes back',
      '{\n\t"main": "a.js",\n\t"scripts": { "test": "old" },\n\t"license": "MIT"\n}\n',
      '{\n\t"main" : "b.js",\n\n\t"scripts": { "test":  "new" },\n\t"license": "MIT"\n}\n',
      '{\n\t"main" : "a.js",\n\n\t"scripts": { "test":  "new" },\n\t"license": "MIT"\n}\n',
      '{\n\t"main" : "b.js",\n\n\t"scripts": { "test": "old" },\n\t"license": "MIT"\n}\n',
    ],
    [
      'loses a key that is new, wherever it stands',
      '{\n  "license": "MIT"\n}\n',
      '{\n  "main": "b.js",\n  "license": "MIT",\n  "scripts": {}\n}\n',
      '{\n  "license": "MIT",\n  "scripts": {}\n}\n',
      '{\n  "main": "b.js",\n  "license": "MIT"\n}\n',
    ],
    [
      'gets a key again that is gone',
      '{\n  "main": "a.js",\n  "license": "MIT",\n  "jest": { "bail": 1 }\n}\n',
      '{\n  "license": "MIT"\n}\n',
      '{\n  "license": "MIT",\n  "main": "a.js"\n}\n',
      '{\n  "license": "MIT",\n  "jest": { "bail": 1 }\n}\n',
    ],
    [
      'is empty but for the other part where all is new',
      '',
      '{ "main": "a.js", "scripts": {} }\n',
      '{ "scripts": {} }\n',
      '{ "main": "a.js" }\n',
    ],
    [
      'gets all again',
      '{"main":"a.js","scripts":{}}',
      '{}',
      '{\n  "main": "a.js"\n}',
      '{\n  "scripts": {}\n}',
    ],
    [
      'keeps CRLF',
      '{\r\n  "main": "a.js",\r\n  "scripts": {}\r\n}\r\n',
      '{\r\n  "main": "b.js"\r\n}\r\n',
      '{\r\n  "main": "a.js"\r\n}\r\n',
      '{\r\n  "main": "b.js",\r\n  "scripts": {}\r\n}\r\n',
    ],
  ])('%s', (_, before, now, program, judge) => {
    expect(splitFile('package.json', before, now)?.back).toEqual({ program, judge });
  });

  test.each([
    ['is no JSON', '{"main": }'],
    ['is a list', '[]'],
    ['has a key twice', '{"main":"a","main":"b"}'],
  ])('has no parts where it %s', (_, text) => {
    expect(splitFile('package.json', '{}', text)).toBeUndefined();
  });
});

const TOML = `# first

[project]
name = "a"
dependencies = [
  "b",
]

# how tests run
[tool.pytest.ini_options]
addopts = """
[no.header]
"""

[tool.hatch.build]
include = ["a"]
`;

describe('a file of sections', () => {
  test('has each with the comments above it, and no header in a string or a list', () => {
    const now = TOML.replace('"b"', '"c"').replace('how', 'HOW').replace('no.header', 'not.one');
    const split = splitFile('pyproject.toml', TOML, now);
    expect(split?.differs).toEqual({ program: ['project'], judge: ['tool.pytest.ini_options'] });
    expect(split?.back.program).toBe(now.replace('"c"', '"b"'));
    expect(split?.back.judge).toBe(TOML.replace('"b"', '"c"'));
  });

  test('gets one again behind the one it stood behind, and loses what is new', () => {
    const parts = TOML.split(/(?=# how|\[tool\.hatch)/);
    const [project = '', , build = ''] = parts;
    const now = `${project}${build}\n[tool.mypy]\nstrict = true\n`;
    const judge = `${TOML}\n`;
    expect(splitFile('pyproject.toml', TOML, now)?.back).toEqual({ program: now, judge });
  });

  test('tells tables of one name apart by their place', () => {
    const bins = (one: string, two: string) =>
      `[[bin]]\npath = "${one}"\n\n[[bin]]\npath = "${two}"\n\n[[test]]\nname = "${one}"\n`;
    expect(splitFile('Cargo.toml', bins('a', 'b'), bins('a', 'c'))).toEqual({
      differs: { program: ['bin 2'], judge: [] },
      back: { program: bins('a', 'b'), judge: bins('a', 'c') },
    });
  });

  test.each([
    ['a string does not end', '[project]\nname = """\n'],
    ['a list does not end', '[project]\nname = [\n'],
    ['a list ends that did not begin', '[project]\nname = ]\n'],
  ])('has no parts where %s', (_, text) => {
    expect(splitFile('pyproject.toml', TOML, text)).toBeUndefined();
  });

  test('of INI may hold signs that mean nothing there', () => {
    const ini = (says: string) =>
      `[metadata]\ndescription = it's ${says}\n\n[tool:pytest]\naddopts = -q\n`;
    expect(splitFile('setup.cfg', ini('a'), ini('b'))?.differs.judge).toEqual([]);
  });
});

describe('Rust', () => {
  const rust = (program: string, tests: string) =>
    `pub fn a() { ${program} }\n\n#[cfg(test)]\nmod tests {\n    // ${tests}\n}\n`;

  test('has its tests in the program of before, and the program of now with the tests of before', () => {
    expect(splitFile('src/lib.rs', rust('1', 'old'), rust('2', 'new'))).toEqual({
      differs: { program: ['the program'], judge: ['#[cfg(test)]'] },
      back: { program: rust('1', 'new'), judge: rust('2', 'old') },
    });
  });

  test('gets its first tests at its end', () => {
    const split = splitFile('src/lib.rs', 'pub fn a() { 1 }\n', rust('2', 'new'));
    expect(split?.back.judge.trim()).toBe('pub fn a() { 2 }');
    expect(split?.back.program).toContain('pub fn a() { 1 }\n#[cfg(test)]\nmod tests {');
  });

  test('has another program only where more than a blank line is another', () => {
    const now = rust('1', 'old').replace('#[cfg', '\n#[cfg(test)]\nextern crate quick;\n\n#[cfg');
    expect(splitFile('src/lib.rs', rust('1', 'old'), now)?.differs.program).toEqual([]);
  });

  test('keeps the examples in its comments with the program', () => {
    const example = (says: string) => `/// \`\`\`\n/// ${says}\n/// \`\`\`\n${rust('1', 'old')}`;
    const split = splitFile('src/lib.rs', example('a'), example('b'));
    expect(split?.differs).toEqual({ program: ['the program'], judge: [] });
    expect(split?.back.program).toBe(example('a'));
  });

  test('has no parts where a string does not end', () => {
    expect(
      splitFile('src/lib.rs', rust('1', ''), `${rust('2', '')}const A: &str = ";\n`),
    ).toBeUndefined();
  });
});

test('a file that is no UTF-8 has no parts', () => {
  expect(splitFile('package.json', '{}', '{"main":"\uFFFD"}')).toBeUndefined();
});

describe('a part put back', () => {
  const KEYS = ['main', 'exports', 'dependencies', 'scripts', 'jest', 'devDependencies', 'license'];
  const json = fc
    .tuple(
      fc.uniqueArray(
        fc.tuple(fc.constantFrom(...KEYS), fc.jsonValue({ maxDepth: 1, noUnicodeString: true })),
        { selector: ([key]) => key },
      ),
      fc.constantFrom('', '  ', '\t'),
    )
    .map(([members, indent]) => JSON.stringify(Object.fromEntries(members), null, indent));
  const sections = fc
    .uniqueArray(fc.constantFrom('project', 'build-system', 'tool.mypy', 'tool.black', 'tool.flit'))
    .chain((headers) =>
      fc.tuple(
        ...headers.map((header) =>
          fc
            .constantFrom('a = 1', 'a = [\n  "x",\n]', 'a = """\n[y]\n"""')
            .map((body) => `[${header}]\n${body}\n\n`),
        ),
      ),
    )
    .map((all) => all.join(''));

  test.each([
    ['package.json', json],
    ['pyproject.toml', sections],
  ] as const)('of %s is as it was, and the other one as it is', (path, texts) => {
    fc.assert(
      fc.property(texts, texts, (before, now) => {
        for (const [part, other] of [
          ['program', 'judge'],
          ['judge', 'program'],
        ] as const) {
          const back = splitFile(path, before, now)?.back[part] ?? 'none';
          expect(splitFile(path, before, back)?.differs[part]).toEqual([]);
          expect(splitFile(path, now, back)?.differs[other]).toEqual([]);
        }
      }),
    );
  });
});
