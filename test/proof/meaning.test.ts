// What a changed file is to the program, a row a case. docs/evidence.md says the same for people.

import { expect, test } from 'vitest';
import { compileProduct } from '../../runtime/documents/product-globs.ts';
import { namedBy } from '../../runtime/evidence/seal/named-files.ts';
import { productOf, productOfPerson } from '../../runtime/evidence/seal/product-paths.ts';
import type { Meaning } from '../../runtime/proof/change.ts';
import { type File, type Known, meaningsOf } from '../../runtime/proof/meaning.ts';
import { mayHaveParts, splitFile } from '../../runtime/proof/parts.ts';
import { readPage, tableRows } from '../docs/pages.ts';

type Files = Readonly<Record<string, string>>;
type About = Readonly<{
  command?: readonly string[];
  /** Which program file names which file. */
  named?: Files;
  testModules?: readonly string[];
  inner?: readonly string[];
  product?: readonly string[];
}>;

function meanings(before: Files, after: Files, about: About = {}) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const files = paths
    .filter((path) => before[path] !== after[path])
    .map((path): File => {
      const [old, now] = [before[path], after[path]];
      const status = old === undefined ? 'A' : now === undefined ? 'D' : 'M';
      const split =
        now !== undefined && mayHaveParts(path) ? splitFile(path, old ?? '', now) : undefined;
      return { path, status, isInner: about.inner?.includes(path) ?? false, split };
    });
  const product = (all: Files) =>
    about.product
      ? productOfPerson(compileProduct(about.product))
      : productOf(Object.keys(all), new Map(Object.entries(all)));
  const command = about.command ?? ['npm', 'test'];
  const known: Known = {
    product: { base: product(before), tree: product(after) },
    named: namedBy([{ words: command, folder: '.', isInner: false }]),
    testModules: new Set(about.testModules ?? []),
    namedIn: (path) => about.named?.[path],
    commands: command,
  };
  const said = meaningsOf(files, known);
  return files.map(({ path }, i) => ({ path, ...said[i] }));
}

const NODE: Files = {
  'package.json': '{"name":"a","main":"src/a.js"}',
  'src/a.js': '',
  'test/a.test.js': '',
};
const PYTHON: Files = {
  'pyproject.toml': '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n',
  'a/__init__.py': '',
  'a/b.py': 'def b():\n    """\n    >>> b()\n    1\n    """\n',
  'tests/test_b.py': '',
};
const RUST: Files = {
  'Cargo.toml': '[package]\nname = "a"\n\n[dev-dependencies]\nrand = "1"\n',
  'src/lib.rs': 'pub fn a() {}\n\n#[cfg(test)]\nmod tests {\n    // one\n}\n',
};
const C: Files = {
  Makefile: 'test: a\n\t./a\na: a.c\n\tcc a.c\n',
  'a.c': '',
};
const keys = (more: string) => `{"name":"a","main":"src/a.js"${more}}`;

type Row = readonly [
  name: string,
  before: Files,
  changed: Readonly<Record<string, string | null>>,
  expected: Readonly<Record<string, Meaning>>,
  about?: About,
];

const ROWS: readonly Row[] = [
  [
    'a source and its test',
    NODE,
    { 'src/a.js': '1', 'test/a.test.js': '1' },
    { 'src/a.js': 'program', 'test/a.test.js': 'judge' },
  ],
  ['a new source in a folder of the program', NODE, { 'src/b.js': '1' }, { 'src/b.js': 'program' }],
  [
    'a library that a check reads, where a person says that it is the program',
    {},
    { 'lib/decode.sh': '1', 'lib/run.test.sh': '1', 'tools/check.sh': '1' },
    { 'lib/decode.sh': 'program', 'lib/run.test.sh': 'judge', 'tools/check.sh': 'judge' },
    {
      product: ['lib/**'],
      command: ['sh', 'lib/decode.sh', 'lib/run.test.sh', 'tools/check.sh'],
    },
  ],
  [
    'what a person names, though it is called like a test',
    { 'src/test_lib.rs': 'pub fn a() {}\n\n#[cfg(test)]\nmod tests {\n    // one\n}\n' },
    {
      'src/test_lib.rs': 'pub fn a() { b() }\n\n#[cfg(test)]\nmod tests {\n    // one\n}\n',
      'testing/tools.py': '1',
      'testing/test_tools.py': '1',
    },
    {
      'src/test_lib.rs': 'program',
      'testing/test_tools.py': 'judge',
      'testing/tools.py': 'program',
    },
    { product: ['src/test_lib.rs', 'testing/**'] },
  ],
  ['a test beside its source', NODE, { 'src/a.test.js': '1' }, { 'src/a.test.js': 'judge' }],
  [
    'prose',
    NODE,
    { 'README.md': '1', 'docs/a.md': '1' },
    { 'README.md': 'prose', 'docs/a.md': 'prose' },
  ],
  ['a readme beside sources', NODE, { 'src/README.md': '1' }, { 'src/README.md': 'prose' }],
  [
    'a template that the program sends',
    NODE,
    { 'src/mail/welcome.md': '1' },
    { 'src/mail/welcome.md': 'program' },
  ],
  [
    'exports of package.json',
    NODE,
    { 'package.json': keys(',"exports":"./src/a.js"') },
    { 'package.json': 'program' },
  ],
  [
    'scripts of package.json',
    NODE,
    { 'package.json': keys(',"scripts":{"test":"mocha"}') },
    { 'package.json': 'judge' },
  ],
  [
    'exports and scripts of package.json together',
    NODE,
    { 'package.json': keys(',"exports":"./src/a.js","scripts":{"test":"mocha"}') },
    { 'package.json': 'both' },
  ],
  [
    'dependencies and those of development',
    NODE,
    { 'package.json': keys(',"dependencies":{"b":"1"},"devDependencies":{"c":"1"}') },
    { 'package.json': 'both' },
  ],
  [
    'a block of a runner',
    NODE,
    { 'package.json': keys(',"jest":{"bail":1}') },
    { 'package.json': 'judge' },
  ],
  [
    'a block nobody knows',
    NODE,
    { 'package.json': keys(',"x-tool":1') },
    { 'package.json': 'judge' },
  ],
  [
    'the version alone',
    NODE,
    { 'package.json': keys(',"version":"2.0.0"') },
    { 'package.json': 'prose' },
  ],
  ['a package.json that is no JSON', NODE, { 'package.json': '{' }, { 'package.json': 'judge' }],
  [
    'what a composer.json requires, and requires for development',
    { 'composer.json': '{}', 'src/A.php': '' },
    { 'composer.json': '{"require":{"b":"1"},"require-dev":{"c":"1"}}' },
    { 'composer.json': 'both' },
  ],
  [
    'a package.json in a source folder',
    NODE,
    { 'src/package.json': '{"type":"module"}' },
    { 'src/package.json': 'program' },
  ],
  [
    'a package.json that tests read',
    NODE,
    { 'test/fixtures/b/package.json': '{"type":"module"}' },
    { 'test/fixtures/b/package.json': 'judge' },
  ],
  [
    'a module moved with the import in its test',
    NODE,
    { 'src/a.js': null, 'src/b.js': '1', 'test/a.test.js': '2' },
    { 'src/a.js': 'program', 'src/b.js': 'program', 'test/a.test.js': 'judge' },
  ],
  [
    'data in a folder of the program',
    NODE,
    { 'src/table.json': '1' },
    { 'src/table.json': 'program' },
  ],
  [
    'data elsewhere that the program reads',
    NODE,
    { 'data/table.json': '1' },
    { 'data/table.json': 'program' },
    { named: { 'data/table.json': 'src/a.js' } },
  ],
  [
    'data elsewhere that nothing of the program names',
    NODE,
    { 'data/table.json': '1' },
    { 'data/table.json': 'judge' },
  ],
  ['configuration of a runner', NODE, { 'vitest.config.ts': '1' }, { 'vitest.config.ts': 'judge' }],
  [
    'a file that the check names',
    NODE,
    { 'src/check.js': '1' },
    { 'src/check.js': 'judge' },
    { command: ['node', 'src/check.js'] },
  ],
  [
    'a source that a check compiles, and one that it loads',
    { Makefile: '', 'a.c': '', 'lib/a.sh': '', 'lib/wanted.txt': '' },
    { 'a.c': '1', 'lib/a.sh': '1', 'lib/wanted.txt': '1', 'tools/a.sh': '1' },
    { 'a.c': 'program', 'lib/a.sh': 'program', 'lib/wanted.txt': 'judge', 'tools/a.sh': 'judge' },
    { command: ['.', 'a.c', 'lib/a.sh', 'lib/wanted.txt', 'tools/a.sh'] },
  ],
  ['a lock', NODE, { 'package-lock.json': '1' }, { 'package-lock.json': 'program' }],
  [
    'another commit of a repository inside',
    NODE,
    { 'vendor/b': '1' },
    { 'vendor/b': 'program' },
    { inner: ['vendor/b'] },
  ],
  [
    'a repository inside that tests read',
    NODE,
    { 'test/suite': '1' },
    { 'test/suite': 'judge' },
    { inner: ['test/suite'] },
  ],
  [
    'a module with doctests',
    PYTHON,
    { 'a/b.py': 'def b():\n    """\n    >>> b()\n    2\n    """\n' },
    { 'a/b.py': 'program' },
  ],
  [
    'dependencies of pyproject.toml',
    PYTHON,
    {
      'pyproject.toml': `${PYTHON['pyproject.toml']}`.replace(
        '"a"\n',
        '"a"\ndependencies = ["b"]\n',
      ),
    },
    { 'pyproject.toml': 'program' },
  ],
  [
    'options of pytest in pyproject.toml',
    PYTHON,
    { 'pyproject.toml': `${PYTHON['pyproject.toml']}`.replace('-q', '-x') },
    { 'pyproject.toml': 'judge' },
  ],
  [
    'both of pyproject.toml',
    PYTHON,
    { 'pyproject.toml': '[project]\nname = "b"\n' },
    { 'pyproject.toml': 'both' },
  ],
  [
    'a pyproject.toml whose lists do not end',
    PYTHON,
    { 'pyproject.toml': '[project]\nname = [\n' },
    { 'pyproject.toml': 'judge' },
  ],
  ['a conftest.py', PYTHON, { 'conftest.py': '1' }, { 'conftest.py': 'judge' }],
  [
    'the program of a Rust file with tests inside',
    RUST,
    { 'src/lib.rs': `${RUST['src/lib.rs']}`.replace('{}', '{ 1; }') },
    { 'src/lib.rs': 'program' },
  ],
  [
    'the tests inside a Rust file',
    RUST,
    { 'src/lib.rs': `${RUST['src/lib.rs']}`.replace('one', 'two') },
    { 'src/lib.rs': 'judge' },
  ],
  [
    'both in a Rust file',
    RUST,
    { 'src/lib.rs': `${RUST['src/lib.rs']}`.replace('one', 'two').replace('{}', '{ 1; }') },
    { 'src/lib.rs': 'both' },
  ],
  [
    'an example in a comment of Rust',
    RUST,
    { 'src/lib.rs': `/// \`\`\`\n/// a();\n/// \`\`\`\n${RUST['src/lib.rs']}` },
    { 'src/lib.rs': 'program' },
  ],
  [
    'a module of Rust that only tests have',
    RUST,
    { 'src/checks.rs': '1' },
    { 'src/checks.rs': 'judge' },
    { testModules: ['src/checks.rs'] },
  ],
  [
    'dependencies of Cargo.toml, and those of tests',
    RUST,
    {
      'Cargo.toml':
        '[package]\nname = "a"\n\n[dependencies]\nb = "1"\n\n[dev-dependencies]\nrand = "2"\n',
    },
    { 'Cargo.toml': 'both' },
  ],
  [
    'a Makefile that checks go through, and a source',
    C,
    { Makefile: '1', 'a.c': '1' },
    { Makefile: 'judge', 'a.c': 'program' },
    { command: ['make', 'test'] },
  ],
  [
    'a Makefile that was the fault',
    C,
    { Makefile: '1' },
    { Makefile: 'program' },
    { command: ['make', 'test'] },
  ],
  ['a Makefile that no check goes through', NODE, { Makefile: '1' }, { Makefile: 'judge' }],
  [
    'a layout that no manifest tells of',
    { 'run.sh': '' },
    { 'run.sh': '1', 'lib/x.sh': '1', 'test/x.sh': '1' },
    { 'run.sh': 'program', 'lib/x.sh': 'program', 'test/x.sh': 'judge' },
  ],
  [
    'a file that a person takes away from the program, and one that they add',
    NODE,
    { 'src/a.js': '1', 'data/table.json': '1' },
    { 'src/a.js': 'judge', 'data/table.json': 'program' },
    { product: ['src/**', 'data/**', '!src/a.js'] },
  ],
];

function said([, before, changed, , about]: Row) {
  const after = Object.entries({ ...before, ...changed }).flatMap(([path, text]) =>
    text === null ? [] : [[path, text]],
  );
  return meanings(before, Object.fromEntries(after), about);
}

for (const row of ROWS) {
  const [name, , , expected] = row;
  test(`is told of ${name}`, () => {
    const found = said(row).map(({ path, meaning }) => [path, meaning]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
}

test('docs/evidence.md has a row for each of these, with the reason that is told', () => {
  const rows = ROWS.map((row) => {
    const files = said(row);
    const each = files.map(({ path, meaning }) => `\`${path}\`: ${meaning}`).join(', ');
    return [row[0], each, [...new Set(files.map(({ because }) => because))].join('; ')];
  });
  expect(tableRows(readPage('docs/evidence.md'), 'what changed', 'is', 'because')).toEqual(rows);
});
