// Which files are the program, in the layouts that are usual.

import { describe, expect, test } from 'vitest';
import { compileProduct } from '../../runtime/documents/product-globs.ts';
import {
  isProduct,
  productOf,
  productOfPerson,
} from '../../runtime/evidence/seal/product-paths.ts';

function product(files: Readonly<Record<string, string>>) {
  return productOf(Object.keys(files), new Map(Object.entries(files)));
}

describe('the program is', () => {
  test.each([
    [
      'the source folder of a package',
      { 'package.json': '{}', 'src/a.js': '', 'tools/x.js': '' },
      ['src/'],
    ],
    [
      'what a package exports and lists, with the folders of it',
      {
        'package.json': '{"main":"./dist/a.js","exports":{".":"./core/a.js"},"files":["locale"]}',
        'core/a.js': '',
        'locale/zh.json': '',
      },
      ['core/', 'locale/'],
    ],
    [
      'the modules beside the manifest where there is no folder',
      { 'package.json': '{"main":"index.js"}', 'index.js': '', 'util.js': '' },
      ['index.js', 'util.js'],
    ],
    [
      'not what only the tests and scripts beside it lead to',
      {
        'package.json':
          '{"main":"index.js","scripts":{"test":"node -r ./before.js test.js","start":"node serve.js"}}',
        'index.js': "require('./util')",
        'util.js': "require('./table.json')",
        'table.json': '',
        'serve.js': '',
        'other.js': '',
        'test.js': "require('./check'); require('./util')",
        'check.js': '',
        'before.js': "import './quiet.mjs'",
        'quiet.mjs': '',
      },
      ['index.js', 'other.js', 'serve.js', 'table.json', 'util.js'],
    ],
    [
      'what a module called like its package leads to, where nothing else is named',
      {
        'package.json': '{"name":"@scope/decoder","scripts":{"test":"node test.js"}}',
        'decoder.js': "import './util.js'",
        'util.js': '',
        'test.js': "import './decoder.js'; import './check.js'",
        'check.js': '',
      },
      ['decoder.js', 'util.js'],
    ],
    [
      'of modules of Python those that not only tests import',
      {
        'pyproject.toml': '[project]\nname = "decoder"\n[project.scripts]\nrun = "cli:main"\n',
        'decoder.py': 'from util import one, two\n',
        'util.py': '',
        'cli.py': '',
        'other.py': '',
        'helpers.py': '',
        'test_decoder.py': 'import decoder\nfrom helpers import same\nimport util\n',
      },
      ['cli.py', 'decoder.py', 'other.py', 'util.py'],
    ],
    [
      'of a package in a folder called like one of sources what its own manifest says',
      {
        'package.json': '{"scripts":{"test":"npm --prefix server test"}}',
        'server/package.json': '{"scripts":{"test":"node --test"}}',
        'server/src/a.js': '',
        'server/support/check.js': '',
        'src/package.json': '{"type":"module"}',
        'src/a.js': '',
      },
      ['server/src/', 'src/'],
    ],
    [
      'no private package that others need for their tests alone',
      {
        'packages/a/package.json': '{"name":"a","private":true,"devDependencies":{"check":"*"}}',
        'packages/a/src/a.js': '',
        'packages/b/package.json': '{"name":"b","private":true,"dependencies":{"a":"*"}}',
        'packages/b/index.js': '',
        'packages/check/package.json': '{"name":"check","private":true}',
        'packages/check/index.js': '',
      },
      ['packages/a/src/', 'packages/b/index.js'],
    ],
    [
      'each package of several',
      {
        'package.json': '{"workspaces":["packages/*"]}',
        'packages/a/package.json': '{}',
        'packages/a/lib/a.js': '',
        'src/x.js': '',
      },
      ['packages/a/lib/', 'src/'],
    ],
    [
      'a Python package, below src or not',
      {
        'pyproject.toml': 'name = "My-Tool"',
        'my_tool/core.py': '',
        'src/other/__init__.py': '',
        'bench/x.py': '',
      },
      ['my_tool/', 'src/'],
    ],
    [
      'a Python module beside tests that are a package',
      { 'pyproject.toml': 'name = "x"', 'decoder.py': '', 'tests/__init__.py': '' },
      ['decoder.py'],
    ],
    [
      'a Python module alone',
      { 'setup.py': '', 'decoder.py': '', 'bench/x.py': '' },
      ['decoder.py', 'setup.py'],
    ],
    [
      'the sources of a Go module, and none of its tests',
      {
        'go.mod': 'module a\n',
        'decode.go': '',
        'decode_test.go': '',
        'internal/x/x.go': '',
        'internal/x/x_test.go': '',
        'wire/table.go': '',
        'wire/export_test.go': '',
        'wire/table.bin': '',
      },
      ['decode.go', 'internal/', 'wire/'],
    ],
    [
      'modules beside their tests, in any language',
      { 'setup.py': '', 'decoder.py': '', 'test_decoder.py': '', 'conftest.py': '' },
      ['decoder.py', 'setup.py'],
    ],
    [
      'C sources beside their tests',
      { 'meson.build': '', 'ini.c': '', 'ini_test.c': '', 'ini_unittest.cc': '' },
      ['ini.c'],
    ],
    [
      'Java under src/main',
      { 'pom.xml': '', 'src/main/java/A.java': '', 'src/test/java/ATest.java': '' },
      ['src/main/'],
    ],
    [
      'sources that a build file names',
      { 'meson.build': "library('x', 'code/ini.c')", 'code/ini.c': '', 'ini.h': '' },
      ['code/ini.c', 'ini.h'],
    ],
    [
      'a backend with nothing but a list of what it needs, beside a frontend',
      {
        'frontend/package.json': '{"main":"src/a.js"}',
        'frontend/src/a.js': '',
        'backend/requirements.txt': 'flask\n',
        'backend/calc.py': '',
        'backend/test_calc.py': '',
        'backend/api/__init__.py': '',
        'backend/support/table.json': '',
        'tools/requirements.txt': '',
        'tools/check.py': '',
        'old/Gemfile': '',
        'old/app.rb': '',
        'old/lib/a.rb': '',
        'old/spec/a_spec.rb': '',
      },
      ['backend/api/', 'backend/calc.py', 'frontend/src/', 'old/app.rb', 'old/lib/'],
    ],
  ])('%s', (_name, files, paths) => {
    expect(product(files)).toMatchObject({ paths, isGuess: false });
  });
});

test('a helper that only tests load is no program beside a list of what that needs', () => {
  const files = {
    'package.json': '{}',
    'src/a.js': '',
    'backend/requirements.txt': '',
    'backend/app.py': 'from calc import add\n',
    'backend/calc.py': '',
    'backend/oracle.py': '',
    'backend/test_calc.py': 'import calc\nfrom oracle import expected\n',
  };
  const { paths } = product(files);
  expect(paths).toEqual(['backend/app.py', 'backend/calc.py', 'src/']);
});

test('without a manifest it is a guess', () => {
  expect(product({ 'decode.py': '', 'notes.txt': '', 'test.sh': '' })).toEqual({
    paths: ['decode.py'],
    isGuess: true,
    by: [],
  });
});

test('a list of what it needs says alone no word of what the program is', () => {
  const files = { 'requirements.txt': '', 'decode.py': '', 'kit/a.py': '' };
  expect(product(files)).toEqual({ paths: ['decode.py'], isGuess: true, by: [] });
});

test('where a manifest names only what is not there, it is a guess', () => {
  const files = { 'package.json': '{"main":"dist/a.js"}', 'decode.py': '' };
  expect(product(files)).toMatchObject({ paths: ['decode.py'], isGuess: true });
});

test('the manifests that say it are known', () => {
  const files = { 'package.json': '{}', 'src/a.js': '', 'docs/package.json': '{}' };
  expect(product(files)).toMatchObject({ paths: ['src/'], by: ['package.json'] });
});

test.each([
  ['src/a.js', true],
  ['src/a.test.js', false],
  ['src/__snapshots__/a.snap', false],
  ['src/conftest.py', false],
  ['helpers/a.js', false],
  ['package.json', false],
])('%s is of the program: %s', (path, is) => {
  expect(isProduct({ paths: ['src/'] }, path)).toBe(is);
});

test.each([
  ['code/a.js', true],
  ['code/gen/a.js', false],
  ['.hidden/a.js', true],
  ['src/a.js', false],
  ['code/a.test.js', false],
  ['lib/test-lib.sh', true],
  ['lib/test-other.sh', false],
  ['testing/tools.py', true],
  ['testing/deep/tools.py', true],
  ['testing/test_tools.py', false],
  ['testing/tests/tools.py', false],
  ['testing/conftest.py', false],
  ['lib/test-more.sh', false],
  ['Makefile', false],
])('with globs of a person %s is of the program: %s', (path, is) => {
  const named = ['lib/test-lib.sh', 'lib/*.sh', './testing/**', 'Makefile'];
  const globs = ['./code/**', '!code/gen/**', '.hidden/*.js', ...named];
  expect(isProduct(productOfPerson(compileProduct(globs)), path)).toBe(is);
});
