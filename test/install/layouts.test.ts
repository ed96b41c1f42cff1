// Ordinary layouts of repositories, as values: which checks the first configuration takes, and in which folder
// each runs. A language more is a row of `languages.ts` and a row here.

import { describe, expect, test } from 'vitest';
import { type Files, found } from './found.ts';

const scripts = (all: Readonly<Record<string, string>>, more = {}): string =>
  JSON.stringify({ scripts: all, ...more });
const NPM_DEFAULT = 'echo "Error: no test specified" && exit 1';
const GEMFILE = 'source "https://rubygems.org"\ngemspec\n';
const UNITTEST = 'import unittest\n';

type Layout = readonly [name: string, files: Files, taken: readonly string[]];

const JAVASCRIPT: readonly Layout[] = [
  [
    'npm scripts',
    { 'package.json': scripts({ build: 'b', typecheck: 'c', lint: 'l', test: 't' }) },
    ['npm test', 'npm run lint', 'npm run typecheck'],
  ],
  ['a broken package.json', { 'package.json': '{' }, []],
  ['scripts of a wrong shape', { 'package.json': '{"scripts":["test"]}' }, []],
  ['pnpm', { 'package.json': scripts({ test: 't' }), 'pnpm-lock.yaml': '' }, ['pnpm test']],
  [
    'yarn',
    { 'package.json': scripts({ test: 't', lint: 'l' }), 'yarn.lock': '' },
    ['yarn test', 'yarn run lint'],
  ],
  [
    'bun and its script',
    { 'package.json': scripts({ test: 't' }), 'bun.lock': '' },
    ['bun run test'],
  ],
  [
    'bun without a script',
    { 'package.json': '{}', 'bun.lock': '', 'src/a.test.ts': '' },
    ['bun test'],
  ],
  [
    'node:test without a script',
    { 'package.json': scripts({ test: NPM_DEFAULT }), 'test/a.js': "import 'node:test';\n" },
    ['node --test'],
  ],
  [
    'a runner without a script',
    {
      'package.json': '{"devDependencies":{"vitest":"3"}}',
      'pnpm-lock.yaml': '',
      'src/a.test.ts': '',
    },
    ['pnpm exec vitest run'],
  ],
  [
    'a Deno task',
    { 'deno.jsonc': '{ "tasks": { "test": { "command": "deno test -A" } } /* */ }' },
    ['deno task test'],
  ],
  [
    'a Deno task, with commas at the end',
    { 'deno.jsonc': '{ "tasks": { "test": "deno test -A", }, }' },
    ['deno task test'],
  ],
  [
    'a part of the tests alone',
    {
      'package.json': scripts({
        'test:watch': 'w',
        'test:e2e': 'e',
        'test:unit': 'u',
        pretest: 'p',
      }),
    },
    ['npm run test:unit'],
  ],
  [
    'a part of another name, beside what npm wrote',
    { 'package.json': scripts({ test: NPM_DEFAULT, 'test:e2e': 'e' }) },
    ['npm run test:e2e'],
  ],
  [
    'a runner beside scripts that are for other tests',
    { 'package.json': scripts({ 'test:e2e': 'e' }, { devDependencies: { ava: '6' } }), test: '' },
    ['npx ava'],
  ],
  [
    'jasmine',
    { 'package.json': '{"devDependencies":{"jasmine":"5"}}', 'spec/aSpec.js': '' },
    ['npx jasmine'],
  ],
  ['Deno without a task', { 'deno.json': '{}', 'src/a_test.ts': '' }, ['deno test']],
];

const PYTHON: readonly Layout[] = [
  ['pytest.ini', { 'pytest.ini': '' }, ['pytest']],
  ['a project with tests', { 'pyproject.toml': '', 'tests/test_a.py': '' }, ['pytest']],
  ['a formatter alone', { 'pyproject.toml': '[tool.black]' }, []],
  ['requirements', { 'requirements-dev.txt': 'pytest==8\n', 'app.py': '' }, ['pytest']],
  ['pytest in tox', { 'tox.ini': '[testenv]\ncommands = pytest' }, ['pytest']],
  ['tox', { 'tox.ini': '[testenv]\ncommands = x' }, ['tox']],
  ['nox', { 'noxfile.py': '@nox.session\ndef tests(session):\n  pass\n' }, ['nox']],
  ['uv', { 'pyproject.toml': 'dev = ["pytest"]', 'uv.lock': '' }, ['uv run pytest']],
  ['poetry', { 'pyproject.toml': 'pytest = "8"', 'poetry.lock': '' }, ['poetry run pytest']],
  [
    'unittest in a package',
    { 'setup.py': '', 'tests/__init__.py': '', 'tests/test_a.py': UNITTEST },
    ['python3 -m unittest'],
  ],
  [
    'unittest in a folder that is none',
    { 'tests/test_a.py': UNITTEST, 'a.py': '' },
    ['python3 -m unittest discover -s tests'],
  ],
  [
    'Django',
    { 'manage.py': 'import django', 'requirements.txt': 'django', 'shop/tests.py': UNITTEST },
    ['python3 manage.py test'],
  ],
  [
    'Django in an environment',
    { 'manage.py': 'import django', 'uv.lock': '', 'shop/tests.py': UNITTEST },
    ['uv run python manage.py test'],
  ],
  [
    'an application of Django, whose settings only tox knows',
    {
      'setup.cfg': '',
      'tests/test_a.py': 'from django.test import T\nimport unittest',
      'tox.ini': '[testenv]\n',
    },
    ['tox'],
  ],
];

const OTHERS: readonly Layout[] = [
  ['RSpec', { '.rspec': '', Gemfile: GEMFILE, 'spec/a_spec.rb': '' }, ['bundle exec rspec']],
  ['RSpec without bundler', { 'spec/a_spec.rb': '', 'lib/a.rb': '' }, ['rspec']],
  [
    'a task of rake',
    { Rakefile: "require 'rake/testtask'\nRake::TestTask.new do |t|\nend\n", 'test/a_test.rb': '' },
    ['rake test'],
  ],
  ['a task of another name', { Rakefile: 'Rake::TestTask.new(:unit)\n' }, ['rake unit']],
  ['Hoe', { Rakefile: 'Hoe.spec "a" do\nend\n' }, ['rake test']],
  [
    'Rails',
    { 'bin/rails': '', Gemfile: GEMFILE, 'test/models/a_test.rb': '' },
    ['./bin/rails test'],
  ],
  [
    'minitest alone',
    { 'test/a_test.rb': "require 'minitest/autorun'\n" },
    ['ruby -Ilib -Itest -e Dir["./test/**/{*_test,test_*}.rb"].sort.each { |f| require f }'],
  ],
  [
    'a script of composer',
    { 'composer.json': scripts({ test: 'phpunit' }), 'phpunit.xml.dist': '' },
    ['composer test'],
  ],
  [
    'PHPUnit without a script',
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"11"}}', 'phpunit.xml': '' },
    ['./vendor/bin/phpunit'],
  ],
  ['phpunit.xml alone', { 'phpunit.xml.dist': '' }, ['phpunit']],
  [
    'Pest',
    {
      'composer.json': '{"require-dev":{"pestphp/pest":"3"}}',
      'phpunit.xml': '',
      'tests/A.php': '',
    },
    ['./vendor/bin/pest'],
  ],
  ['mix', { 'mix.exs': '', 'test/a_test.exs': '' }, ['mix test']],
  ['mix without tests', { 'mix.exs': '' }, []],
  [
    'an umbrella',
    { 'mix.exs': 'apps_path: "apps"', 'apps/a/mix.exs': '', 'apps/a/test/a_test.exs': '' },
    ['mix test'],
  ],
  [
    'rebar',
    { 'rebar.config': '', 'test/a_tests.erl': '-include_lib("eunit/include/eunit.hrl").' },
    ['rebar3 eunit'],
  ],
  ['Perl', { 'Makefile.PL': '', 't/a.t': 'use Test::More;' }, ['prove -lr t']],
  [
    'Perl with parts in C',
    { 'Makefile.PL': '', 'A.xs': '', 't/a.t': 'use Test::More;' },
    ['prove -br t'],
  ],
  ['Go', { 'go.mod': '' }, ['go test ./...']],
  ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
  ['Maven', { 'pom.xml': '' }, ['mvn -B test']],
  ['Gradle with its wrapper', { 'build.gradle.kts': '', gradlew: '' }, ['./gradlew test']],
  ['.NET', { 'App.sln': '' }, ['dotnet test']],
  ['.NET with two solutions', { 'A.sln': '', 'B.sln': '' }, ['dotnet test A.sln']],
  ['Swift', { 'Package.swift': '.testTarget(name: "A")' }, ['swift test']],
  ['Dart', { 'pubspec.yaml': 'name: a\n', 'test/a_test.dart': '' }, ['dart test']],
  [
    'Flutter',
    { 'pubspec.yaml': 'dependencies:\n  flutter:\n    sdk: flutter\n', 'test/a_test.dart': '' },
    ['flutter test'],
  ],
  ['Zig', { 'build.zig': 'const s = b.step("test", "Run");' }, ['zig build test']],
  ['stack', { 'stack.yaml': '', 'a.cabal': 'test-suite a' }, ['stack test']],
  ['cabal', { 'a.cabal': 'name: a\ntest-suite a\n' }, ['cabal test']],
  ['sbt', { 'build.sbt': '' }, ['sbt test']],
  ['make', { Makefile: 'all:\n\ntest: all\n\tcheck\n' }, ['make test']],
  ['several targets in a line', { Makefile: 'test check: all\n\tx\n' }, ['make test']],
  [
    'a target that make includes',
    { Makefile: 'include ./mk/a.mk b.mk\n', 'b.mk': 'test:\n\tx\n' },
    ['make test'],
  ],
  [
    'makefiles that include each other',
    { Makefile: 'include a.mk\n', 'a.mk': 'include Makefile ../b\n' },
    [],
  ],
  ['a variable of make', { Makefile: 'test := yes\ntests: all\n' }, []],
  [
    'make that wraps npm',
    { Makefile: 'test:\n', 'package.json': scripts({ test: 't' }) },
    ['npm test'],
  ],
  [
    'a recipe whose parameters may be left out',
    { justfile: `test a="x:y" $b='' *ARGS: lint\n  x\n` },
    ['just test'],
  ],
  [
    'a recipe that has to be given something',
    { justfile: 'test +ARGS:\n  x\ncheck a="" b:\n  x\n' },
    [],
  ],
  [
    'a recipe that just imports',
    { justfile: "import 'a.just'\n", 'a.just': 'test:\n  x\n' },
    ['just test'],
  ],
  ['just', { justfile: 'test:\n  x\n' }, ['just test']],
  ['Task', { 'Taskfile.yml': 'version: "3"\ntasks:\n  test:\n    cmds: [x]\n' }, ['task test']],
  ['nothing at all', {}, []],
];

const SEVERAL: readonly Layout[] = [
  [
    'npm workspaces with scripts in the packages',
    {
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': scripts({ test: 't' }),
      'packages/b/package.json': scripts({ test: 't', lint: 'l' }),
    },
    ['npm test (packages/a)', 'npm test (packages/b)', 'npm run lint (packages/b)'],
  ],
  [
    'npm workspaces with a script at the top',
    {
      'package.json': scripts({ test: 'npm test -ws' }, { workspaces: ['packages/*'] }),
      'packages/a/package.json': scripts({ test: 't', lint: 'l' }),
    },
    ['npm test', 'npm run lint (packages/a)'],
  ],
  [
    'pnpm',
    {
      'package.json': '{}',
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n",
      'pnpm-lock.yaml': '',
      'packages/a/package.json': scripts({ test: 't' }),
      'packages/b/package.json': scripts({ test: 'echo none' }),
    },
    ['pnpm test (packages/a)'],
  ],
  [
    'yarn, with the manager that package.json names',
    {
      'package.json': '{"packageManager":"yarn@4.1.0","workspaces":{"packages":["libs/**"]}}',
      'libs/x/y/package.json': scripts({ test: 't' }),
    },
    ['yarn test (libs/x/y)'],
  ],
  [
    'turbo',
    {
      'package.json': '{"workspaces":["apps/*"]}',
      'package-lock.json': '',
      'turbo.json': '{"tasks":{"test":{}}}',
      'apps/a/package.json': scripts({ test: 't' }),
    },
    ['npx turbo run test --force'],
  ],
  [
    'nx',
    {
      'package.json': scripts({ test: NPM_DEFAULT }),
      'nx.json': '{}',
      'yarn.lock': '',
      'libs/a/project.json': '{"targets":{"test":{}}}',
      'libs/a/package.json': scripts({ test: 't' }),
    },
    ['yarn nx run-many -t test --skip-nx-cache'],
  ],
  [
    'lerna',
    {
      'package.json': '{}',
      'lerna.json': '{"packages":["packages/*"]}',
      'packages/a/package.json': scripts({ test: 't' }),
    },
    ['npx lerna run test'],
  ],
  [
    'a workspace of Go',
    {
      'go.work': 'go 1.22\n\nuse (\n\t./api\n\t./lib // shared\n)\n',
      'api/go.mod': '',
      'lib/go.mod': '',
    },
    ['go test ./api/... ./lib/...'],
  ],
  [
    'modules of Go',
    { 'go.mod': '', 'tools/go.mod': '' },
    ['go test ./...', 'go test ./... (tools)'],
  ],
  [
    'a cargo workspace',
    { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n', 'crates/a/Cargo.toml': '[package]\n' },
    ['cargo test'],
  ],
  [
    'a cargo workspace with a package at its top, and a package that is none of it',
    {
      'Cargo.toml': '[package]\n[workspace]\nexclude = ["fuzz"]\n',
      'a/Cargo.toml': '[package]\n',
      'fuzz/Cargo.toml': '[package]\n',
    },
    ['cargo test --workspace', 'cargo test (fuzz)'],
  ],
  [
    'crates without a workspace',
    { 'a/Cargo.toml': '[package]\n', 'b/Cargo.toml': '[package]\n' },
    ['cargo test (a)', 'cargo test (b)'],
  ],
  [
    '.NET below folders',
    {
      'src/App/App.csproj': '<Project/>',
      'tests/App.Tests/App.Tests.csproj': '<PackageReference Include="xunit" />',
    },
    ['dotnet test (tests/App.Tests)'],
  ],
  [
    'a .NET solution below',
    {
      'src/App.sln': '"..\\tests\\T\\T.csproj"',
      'tests/T/T.csproj': 'xunit',
      'src/App/App.csproj': '',
    },
    ['dotnet test (src)'],
  ],
  [
    'backend beside frontend',
    {
      'backend/requirements.txt': 'pytest\n',
      'backend/tests/test_a.py': '',
      'frontend/package.json': scripts({ test: 't' }),
      'frontend/pnpm-lock.yaml': '',
    },
    ['pytest (backend)', 'pnpm test (frontend)'],
  ],
  [
    'a client below a server',
    {
      'package.json': scripts({ test: 'jest' }),
      'client/package.json': scripts({ test: 'vitest' }),
    },
    ['npm test', 'npm test (client)'],
  ],
  [
    'a client that the script of the server tests',
    {
      'package.json': scripts({ test: 'jest && npm --prefix client test' }),
      'client/package.json': scripts({ test: 'vitest' }),
    },
    ['npm test'],
  ],
  [
    'packages of Python',
    {
      'pyproject.toml': '[tool.ruff]\n',
      'packages/a/pyproject.toml': '[tool.ruff]\n',
      'packages/a/tests/test_a.py': 'import pytest\n',
      'services/b/pyproject.toml': 'pytest',
    },
    ['ruff check .', 'pytest (packages/a)', 'pytest (services/b)'],
  ],
  [
    'packages of Python that pytest at the top goes through, and one that it does not',
    {
      'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["libs"]\n',
      'libs/a/pyproject.toml': 'pytest',
      'other/pyproject.toml': 'pytest',
    },
    ['pytest', 'pytest (other)'],
  ],
  ['modules of Maven', { 'pom.xml': '<modules>\n', 'a/pom.xml': '' }, ['mvn -B test']],
  [
    'a Gradle project below its wrapper',
    { gradlew: '', 'server/build.gradle': '' },
    ['../gradlew test (server)'],
  ],
  [
    'a second build of Gradle beside a module of the first',
    {
      'settings.gradle': '',
      gradlew: '',
      'app/build.gradle': '',
      'other/settings.gradle': '',
      'other/build.gradle': '',
    },
    ['./gradlew test', '../gradlew test (other)'],
  ],
  [
    'make at the top, which tests all of it',
    { Makefile: 'test:\n\tx\n', 'api/go.mod': '', 'web/package.json': scripts({ test: 't' }) },
    ['make test'],
  ],
  ['make below', { 'firmware/Makefile': 'test:\n\tx\n' }, ['make test (firmware)']],
  [
    'a part of another build',
    { 'meson.build': "project('a')\n", 'src/Makefile': 'test:\n\tx\n' },
    [],
  ],
  [
    'what is shown or tested with',
    {
      'package.json': scripts({ test: 't' }),
      'examples/a/package.json': scripts({ test: 't' }),
      'test/fixtures/b/Cargo.toml': '[package]\n',
      'node_modules/c/package.json': scripts({ test: 't' }),
      'vendor/d/composer.json': scripts({ test: 't' }),
    },
    ['npm test'],
  ],
];

describe('the first configuration takes what tests', () => {
  test.each([...JAVASCRIPT, ...PYTHON, ...OTHERS])('%s', (_, files, taken) => {
    expect(found(files).taken).toEqual(taken);
  });
});

describe('of several projects it takes each, in its folder, that no check above runs', () => {
  test.each(SEVERAL)('%s', (_, files, taken) => {
    expect(found(files).taken).toEqual(taken);
  });
});

describe('a test that only prints is said, and not proposed', () => {
  test.each<[string, Files, string]>([
    [
      'of npm init',
      { 'package.json': `{\n "scripts": { "test": ${JSON.stringify(NPM_DEFAULT)} } }` },
      'package.json:2 its script "test" tests nothing: echo "Error: no test specified" && exit 1',
    ],
    [
      'true',
      { 'package.json': scripts({ test: 'true' }) },
      'package.json:1 its script "test" tests nothing: true',
    ],
    [
      'exit 0',
      { 'package.json': scripts({ test: 'exit 0' }) },
      'package.json:1 its script "test" tests nothing: exit 0',
    ],
    [
      'node that prints',
      { 'package.json': scripts({ test: `node -e "console.log('no tests')"` }) },
      `package.json:1 its script "test" tests nothing: node -e "console.log('no tests')"`,
    ],
    [
      'composer',
      { 'composer.json': scripts({ test: 'echo todo' }) },
      'composer.json:1 its script "test" tests nothing: echo todo',
    ],
    [
      'Deno',
      { 'deno.json': '{"tasks":{"test":"echo none"}}' },
      'deno.json:1 its task "test" tests nothing: echo none',
    ],
    [
      'make',
      { Makefile: 'test:\n\t@echo none\n\t@true\n' },
      'Makefile:1 its target "test" tests nothing: echo none true',
    ],
  ])('%s', (_, files, said) => {
    const { told, without } = found(files);
    expect(told).toEqual([]);
    expect(without.map(({ source, why }) => `${source.file}:${source.line} ${why}`)).toEqual([
      said,
    ]);
  });

  test.each([
    'node test.js && echo done',
    'echo "$(node test.js)"',
    'echo a | node test.js',
    'true; jest',
  ])('but not one that runs something: %s', (script) => {
    expect(found({ 'package.json': scripts({ test: script }) }).taken).toEqual(['npm test']);
  });
});

test('where nothing is found the manifests that were looked at are named, and folders that were not looked into', () => {
  const { without, leftOut } = found({
    'package.json': '{}',
    'api/setup.py': '',
    'examples/a/go.mod': '',
    'a/b/c/d/e/f/g/go.mod': '',
  });
  expect(without.map(({ source }) => source.file)).toEqual(['package.json', 'api/setup.py']);
  expect(leftOut).toEqual(['a/b/c/d/e/f/g', 'examples/a']);
});

test('of very many packages the first are looked into, and the others are named', () => {
  const names = Array.from({ length: 150 }, (_, i) => `p/p${String(i).padStart(3, '0')}`);
  const all = found(Object.fromEntries(names.map((name) => [`${name}/go.mod`, ''])));
  expect([all.told.length, all.taken.length]).toEqual([100, 20]);
  expect(all.leftOut).toEqual(names.slice(100));
});

test.each<[string, Files]>([
  ['a Rakefile', { Rakefile: `task${' '.repeat(500_000)}` }],
  ['a go.work', { 'go.work': 'use (\n'.repeat(100_000) }],
  [
    'a workspace',
    {
      'package.json': JSON.stringify({ workspaces: [`${'*a'.repeat(40)}b`, '+(a|aa)+b'] }),
      [`${'a'.repeat(250)}/package.json`]: '{}',
    },
  ],
  [
    'a pnpm workspace',
    { 'pnpm-workspace.yaml': `packages:${'\n'.repeat(500_000)}`, 'a/package.json': '{}' },
  ],
  ['a script', { 'package.json': scripts({ test: `echo ${'# '.repeat(200_000)}` }) }],
  [
    'a configuration of pytest',
    { 'pytest.ini': `testpaths =${'\n '.repeat(200_000)}`, 'a/setup.py': '' },
  ],
])('%s that was made to be slow is read to its end', (_, files) => {
  expect(found(files).unread).toEqual([]);
});
