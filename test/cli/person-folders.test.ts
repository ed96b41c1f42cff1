// What a person built and installed in their working tree is the same after a proof as it was before, whatever their
// checks build, install and write: each file that git ignores is looked at before and after.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ignoredFiles } from '../rig/ignored-files.ts';
import { environmentOf, newPlace, type Place, put, wukong } from '../rig/small-repository.ts';

type Project = Readonly<{
  /** What it needs on this machine. */
  needs: readonly string[];
  files: Readonly<Record<string, string>>;
  ignored: string;
  /** The person's own, after which the working tree is as they left it; a line of a shell each. */
  builds: readonly string[];
  /** Their fix, and a test of it. */
  fix: Readonly<Record<string, string>>;
  check: string;
  /** Their own build of the fix. */
  builtAgain?: string;
}>;

const SOURCE = 'price() { echo "$(($1 / 100)).$(($1 % 100))"; }\n';
const FIXED = 'price() { printf "%d.%02d\\n" "$(($1 / 100))" "$(($1 % 100))"; }\n';
const MAKEFILE =
  'test: target/price.sh\n\tsh test/run.sh\n\ntarget/price.sh: src/price.sh\n\tmkdir -p target\n\tcp src/price.sh target/price.sh\n\n.PHONY: test\n';
const SHELL_TEST = '. ./target/price.sh\n[ "$(price 1250)" = 12.50 ] || exit 1\necho "ok 1"\n';
const MADE: Project = {
  needs: ['make'],
  files: { Makefile: MAKEFILE, 'src/price.sh': SOURCE, 'test/run.sh': SHELL_TEST },
  ignored: 'target/\n',
  builds: ['make -s test'],
  fix: {
    'src/price.sh': FIXED,
    'test/run.sh': `${SHELL_TEST}[ "$(price 1205)" = 12.05 ] || { echo "not ok 2"; exit 1; }\necho "ok 2"\n`,
  },
  check: 'make -s test',
  builtAgain: 'make -s test',
};

const nodeTest = (lines: string): string =>
  `const test = require('node:test');\nconst assert = require('node:assert/strict');\nconst { add } = require('../src/a.js');\n${lines}\n`;
const ZERO = "test('zero', () => assert.equal(add(0, 0), 0));";
const TWO = `${ZERO}\ntest('two', () => assert.equal(add(1, 1), 2));`;
const LIBRARY = { 'lib/one/package.json': '{"name":"one","version":"1.0.0"}\n' };
const npmProject = (script: string, hasCache = false): Project => ({
  needs: ['npm'],
  files: {
    'package.json': JSON.stringify({
      name: 'a',
      version: '1.0.0',
      scripts: { test: script },
      dependencies: { one: 'file:one-1.0.0.tgz' },
    }),
    ...LIBRARY,
    'lib/one/index.js': 'module.exports = 1;\n',
    'src/a.js': "require('one');\nexports.add = (a, b) => a - b;\n",
    'test/a.test.js': nodeTest(ZERO),
  },
  ignored: 'node_modules/\n',
  builds: [
    'npm pack --silent ./lib/one && git add -A && npm install --silent --offline --no-audit --no-fund',
    ...(hasCache ? ['mkdir -p node_modules/.cache && echo mine > node_modules/.cache/one'] : []),
  ],
  fix: {
    'src/a.js': "require('one');\nexports.add = (a, b) => a + b;\n",
    'test/a.test.js': nodeTest(TWO),
  },
  check: 'npm test',
});

const pythonTest = (more: string): string =>
  `import unittest\nfrom price import price\n\nclass Prices(unittest.TestCase):\n    def test_plain(self):\n        self.assertEqual(price(1250), '12.50')\n${more}`;
const python = (check: string): Project => ({
  needs: ['python3'],
  files: {
    'src/price/__init__.py': "def price(n):\n    return f'{n // 100}.{n % 100}'\n",
    'tests/__init__.py': '',
    'tests/test_price.py': pythonTest(''),
    Makefile: 'test:\n\t.venv/bin/python setup.py -q develop\n\t.venv/bin/python -m unittest -v\n',
    'setup.py':
      "from setuptools import setup\nsetup(name='price', package_dir={'': 'src'}, packages=['price'])\n",
  },
  ignored: '.venv/\n*.egg-info/\n__pycache__/\nbuild/\n',
  builds: ['python3 -m venv .venv', '.venv/bin/python setup.py -q develop'],
  fix: {
    'src/price/__init__.py': "def price(n):\n    return f'{n // 100}.{n % 100:02d}'\n",
    'tests/test_price.py': pythonTest(
      "    def test_small(self):\n        self.assertEqual(price(1205), '12.05')\n",
    ),
  },
  check,
});

const rust = (more: string): string =>
  `#[test]\nfn zero() {\n    assert_eq!(sum::add(0, 0), 0);\n}\n${more}`;
const CARGO: Project = {
  needs: ['cargo'],
  files: {
    'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n',
    'tests/a.rs': rust(''),
  },
  ignored: 'target/\n',
  builds: ['cargo test -q --offline'],
  fix: {
    'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n',
    'tests/a.rs': rust('#[test]\nfn two() {\n    assert_eq!(sum::add(1, 1), 2);\n}\n'),
  },
  check: 'cargo test --offline',
  builtAgain: 'cargo test -q --offline',
};

const elixir = (more: string): string =>
  `defmodule SumTest do\n  use ExUnit.Case\n  test "zero" do\n    assert Sum.add(0, 0) == 0\n  end\n${more}end\n`;
const MIX: Project = {
  needs: ['mix'],
  files: {
    'mix.exs':
      'defmodule Sum.MixProject do\n  use Mix.Project\n  def project, do: [app: :sum, version: "0.1.0"]\nend\n',
    'lib/sum.ex': 'defmodule Sum do\n  def add(a, b), do: a - b\nend\n',
    'test/test_helper.exs': 'ExUnit.start()\n',
    'test/sum_test.exs': elixir(''),
  },
  ignored: '_build/\ndeps/\n',
  builds: ['mix test'],
  fix: {
    'lib/sum.ex': 'defmodule Sum do\n  def add(a, b), do: a + b\nend\n',
    'test/sum_test.exs': elixir('  test "two" do\n    assert Sum.add(1, 1) == 2\n  end\n'),
  },
  check: 'mix test',
  builtAgain: 'MIX_ENV=test mix compile --force',
};

const php = (more: string): string =>
  `<?php\nuse Acme\\Slug;\nuse PHPUnit\\Framework\\TestCase;\nfinal class SlugTest extends TestCase {\n    public function testPlain(): void { $this->assertSame("a-b", Slug::of("A b")); }\n${more}}\n`;
const slug = (how: string): string =>
  `<?php\nnamespace Acme;\nfinal class Slug {\n    public static function of(string $s): string {\n        return strtolower(${how});\n    }\n}\n`;
const COMPOSER: Project = {
  needs: ['php', 'composer', 'phpunit'],
  files: {
    'composer.json': '{"name":"acme/slug","autoload":{"psr-4":{"Acme\\\\":"src/"}}}\n',
    'phpunit.xml.dist':
      '<?xml version="1.0"?>\n<phpunit bootstrap="vendor/autoload.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'src/Slug.php': slug('str_replace(" ", "-", $s)'),
    'tests/SlugTest.php': php(''),
    Makefile: 'test:\n\tcomposer dump-autoload -q\n\tphpunit\n',
  },
  ignored: '/vendor/\n.phpunit.result.cache\n',
  builds: ['composer dump-autoload -q'],
  fix: {
    'src/Slug.php': slug('preg_replace("~ +~", "-", trim($s))'),
    'tests/SlugTest.php': php(
      '    public function testTwo(): void { $this->assertSame("a-b", Slug::of(" A  b ")); }\n',
    ),
  },
  check: 'make test',
};

const CMAKE: Project = {
  needs: ['cmake', 'make', 'cc'],
  files: {
    'CMakeLists.txt':
      'cmake_minimum_required(VERSION 3.13)\nproject(sum C)\nenable_testing()\nadd_executable(t test/t.c src/sum.c)\nadd_test(NAME t COMMAND t)\n',
    'src/sum.c': 'int add(int a, int b) { return a - b; }\n',
    'test/t.c': 'int add(int a, int b);\nint main(void) { return add(0, 0) != 0; }\n',
    'test.sh': 'cmake -S . -B build > /dev/null && make -s -C build && ./build/t && echo "ok 1"\n',
  },
  ignored: 'build/\n',
  builds: ['sh test.sh'],
  fix: {
    'src/sum.c': 'int add(int a, int b) { return a + b; }\n',
    'test/t.c':
      'int add(int a, int b);\nint main(void) { return add(0, 0) != 0 || add(1, 1) != 2; }\n',
  },
  check: 'sh test.sh',
  builtAgain: 'sh test.sh',
};

const SUREFIRE = '3.2.5';
const plugin = (name: string, version: string): string =>
  `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;
const junit = (more: string): string =>
  `package sum;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport org.junit.jupiter.api.Test;\nclass SumTest {\n    @Test void zero() { assertEquals(0, Sum.add(0, 0)); }\n${more}}\n`;
const MAVEN: Project = {
  // Without a network it has what was once fetched.
  needs: ['mvn', `~/.m2/repository/org/apache/maven/plugins/maven-surefire-plugin/${SUREFIRE}`],
  files: {
    'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>sum</groupId><artifactId>sum</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
<dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.3</version><scope>test</scope></dependency></dependencies>
<build><plugins>${plugin('resources', '3.3.1')}${plugin('compiler', '3.13.0')}${plugin('surefire', SUREFIRE)}</plugins></build></project>
`,
    'src/main/java/sum/Sum.java':
      'package sum;\npublic class Sum {\n    public static int add(int a, int b) { return a - b; }\n}\n',
    'src/test/java/sum/SumTest.java': junit(''),
  },
  ignored: 'target/\n',
  builds: ['mvn -o -q test'],
  fix: {
    'src/main/java/sum/Sum.java':
      'package sum;\npublic class Sum {\n    public static int add(int a, int b) { return a + b; }\n}\n',
    'src/test/java/sum/SumTest.java': junit(
      '    @Test void two() { assertEquals(2, Sum.add(1, 1)); }\n',
    ),
  },
  check: 'mvn -o test',
  builtAgain: 'mvn -o -q test',
};

const WRITES_CACHE =
  'mkdir -p node_modules/.cache node_modules/.vite && date > node_modules/.cache/one && date > node_modules/.vite/two && node --test';

const PROJECTS: ReadonlyArray<readonly [string, Project]> = [
  ['make, into target', MADE],
  ['npm ci, before the tests', npmProject('npm ci --silent --offline --no-audit && node --test')],
  [
    'npm install, before the tests',
    npmProject('npm i --silent --offline --no-audit && node --test'),
  ],
  ['node, with a cache of its own among packages', npmProject(WRITES_CACHE, true)],
  ['Python, by the interpreter of its environment', python('.venv/bin/python -m unittest -v')],
  ['an editable install, before the tests', python('make test')],
  ['cargo', CARGO],
  ['mix', MIX],
  ['Composer, which writes its autoloader again', COMPOSER],
  ['CMake', CMAKE],
  ['Maven', MAVEN],
];

type Theirs = Place & Readonly<{ project: Project }>;

function shell(place: Place, line: string): void {
  execFileSync('sh', ['-c', line], { cwd: place.top, env: environmentOf(place), stdio: 'pipe' });
}

/** As the person has it when they ask: their fix, built. */
function made(project: Project): Theirs {
  const place = { ...newPlace(), project };
  // Its toolchains are found by the home.
  const rustup = join(homedir(), '.rustup');
  if (existsSync(rustup)) symlinkSync(rustup, join(place.home, '.rustup'));
  put(place.top, { ...project.files, '.gitignore': project.ignored });
  shell(place, 'git init -q');
  // Some fail before the fix; what they build is there.
  for (const line of project.builds) {
    spawnSync('sh', ['-c', line], { cwd: place.top, env: environmentOf(place) });
  }
  shell(place, 'git add -A && git commit -qm first');
  put(place.top, project.fix);
  if (project.builtAgain !== undefined) shell(place, project.builtAgain);
  return place;
}

function prove(place: Theirs) {
  return wukong(place, 'prove', '--json', '--check', place.project.check);
}

const isHere = (tool: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${tool} || test -d ${tool}`]).status === 0;

test.for(PROJECTS)(
  'a proof changes nothing that git ignores, and shows the fix: %s',
  async ([, project], { skip }) => {
    const missing = project.needs.find((tool) => !isHere(tool));
    skip(missing !== undefined, `${missing} is not on this machine`);
    const place = made(project);
    const before = ignoredFiles(place.top);
    expect(before.size).toBeGreaterThan(0);
    const proven = await prove(place);
    expect(ignoredFiles(place.top)).toEqual(before);
    expect(JSON.parse(proven.stdout), proven.stderr).toMatchObject({
      verdict: 'shown',
    });
  },
);

test('a proof beside the person’s own build leaves what that writes, and nobody puts anything back', async () => {
  const place = made(npmProject('node --test', true));
  const { top } = place;
  put(top, { 'target/count': '0' });
  writeFileSync(join(top, '.gitignore'), 'node_modules/\ntarget/\n');
  const line =
    'n=0; while [ -e target/count ]; do n=$((n+1)); echo $n > target/count; echo $n > node_modules/.cache/one; sleep 0.05; done';
  const own = spawn('sh', ['-c', line], { cwd: top, env: environmentOf(place), stdio: 'ignore' });
  onTestFinished(() => void own.kill());
  const before = ignoredFiles(top);
  const proven = await prove(place);
  own.kill('SIGSTOP');
  const after = ignoredFiles(top);
  own.kill('SIGKILL');
  const theirs = new Set(['target/count', 'node_modules/.cache/one']);
  const without = (files: ReadonlyMap<string, string>) =>
    [...files].filter(([path]) => !theirs.has(path));
  expect(without(after)).toEqual(without(before));
  expect([...theirs].map((path) => after.get(path) === before.get(path))).toEqual([false, false]);
  expect(JSON.parse(proven.stdout), proven.stderr).toMatchObject({ verdict: 'shown' });
}, 600_000);

test('a run that wrote into a package counts for nothing and is told with the command that repairs it, and the next one has a copy', async () => {
  const place = made(npmProject('date >> node_modules/one/log && node --test'));
  const { top } = place;
  const before = ignoredFiles(top);
  const first = await prove(place);
  const told = JSON.parse(first.stdout);
  expect(told, first.stderr).toMatchObject({ verdict: 'shown' });
  expect(told.more.join('\n')).toContain('node_modules/one/log');
  expect(told.more.join('\n')).toContain('npm ci');
  const after = ignoredFiles(top);
  expect(readFileSync(join(top, 'node_modules/one/log'), 'utf8').split('\n')).toHaveLength(2);
  expect([...after.keys()].filter((path) => !before.has(path))).toEqual(['node_modules/one/log']);
  const second = await prove(place);
  const { verdict, more } = JSON.parse(second.stdout);
  expect(verdict).toBe('shown');
  expect(more.join('\n')).not.toContain('node_modules/one/log');
  expect(ignoredFiles(top)).toEqual(after);
  expect(existsSync(join(top, '.wukong'))).toBe(false);
}, 600_000);
