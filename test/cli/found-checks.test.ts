// The checks that are found in repositories of several languages, run by their own tools: `gates` proposes one,
// `init` lets it run, and `prove` shows a fix by it. A tool that is not here skips its rows.

import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../../scripts/example.ts';
import type { Files } from '../install/found.ts';
import { type Json, Sandbox } from '../install/temporary.ts';

/** `wrong` in the program is mended to `right`; `more` is the test that comes with it. */
type Repository = Readonly<{
  tool: readonly string[];
  check: string;
  folder?: string;
  files: Files;
  program: readonly [path: string, wrong: string, right: string];
  more: readonly [path: string, text: string];
  /** Folders whose checks do not run, as the change touches nothing there. */
  apart?: readonly string[];
}>;

const RSPEC = (value: number): string =>
  `require_relative "../lib/a"\nRSpec.describe("twice") { it("of ${value}") { expect(twice(${value})).to eq ${2 * value} } }\n`;
const MINITEST = (value: number): string =>
  `require "minitest/autorun"\nrequire_relative "../lib/a"\nclass Of${value} < Minitest::Test\n  def test_it\n    assert_equal ${2 * value}, twice(${value})\n  end\nend\n`;
const PHP = (value: number): string =>
  `<?php\nrequire_once __DIR__ . '/../src/a.php';\nclass Of${value}Test extends \\PHPUnit\\Framework\\TestCase {\n  public function testIt(): void {\n    $this->assertSame(${2 * value}, double(${value}));\n  }\n}\n`;
const EXUNIT = (value: number): string =>
  `defmodule Of${value}Test do\n  use ExUnit.Case\n  test "of ${value}" do\n    assert A.double(${value}) == ${2 * value}\n  end\nend\n`;
const GO = (value: number): string =>
  `package lib\n\nimport "testing"\n\nfunc TestOf${value}(t *testing.T) {\n\tif Double(${value}) != ${2 * value} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;
const NODE = (value: number): string =>
  `import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { double } from '../src/a.js';\ntest('of ${value}', () => assert.equal(double(${value}), ${2 * value}));\n`;
const RUST = (name: string, value: number): string =>
  `\n#[test]\nfn ${name}() {\n    assert_eq!(a::double(${value}), ${2 * value});\n}\n`;
const PERL = (value: number): string =>
  `use strict;\nuse Test::More tests => 1;\nuse A;\nis(A::double(${value}), ${2 * value}, 'of ${value}');\n`;

const RUBY_PROGRAM = ['lib/a.rb', 'def twice(n) = n + 2\n', 'def twice(n) = n * 2\n'] as const;
const PHP_PROGRAM = [
  'src/a.php',
  '<?php\nfunction double(int $n): int {\n  return $n + 2;\n}\n',
  '<?php\nfunction double(int $n): int {\n  return $n * 2;\n}\n',
] as const;
const PHPUNIT =
  '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>';
const GO_PROGRAM = [
  'lib/a.go',
  'package lib\n\nfunc Double(n int) int {\n\treturn n + 2\n}\n',
  'package lib\n\nfunc Double(n int) int {\n\treturn n * 2\n}\n',
] as const;

const REPOSITORIES: Readonly<Record<string, Repository>> = {
  RSpec: {
    tool: ['rspec', '--version'],
    check: 'rspec',
    files: { '.rspec': '', 'spec/two_spec.rb': RSPEC(2) },
    program: RUBY_PROGRAM,
    more: ['spec/three_spec.rb', RSPEC(3)],
  },
  rake: {
    tool: ['rake', '--version'],
    check: 'rake test',
    files: {
      Rakefile:
        "require 'rake/testtask'\nRake::TestTask.new(:test) { |t| t.pattern = 'test/**/*_test.rb' }\n",
      'test/two_test.rb': MINITEST(2),
    },
    program: RUBY_PROGRAM,
    more: ['test/three_test.rb', MINITEST(3)],
  },
  composer: {
    tool: ['composer', '--version'],
    check: 'composer test',
    files: {
      'composer.json': '{"name": "x/y", "scripts": {"test": "phpunit"}}',
      'phpunit.xml.dist': PHPUNIT,
      'tests/Of2Test.php': PHP(2),
    },
    program: PHP_PROGRAM,
    more: ['tests/Of3Test.php', PHP(3)],
  },
  PHPUnit: {
    tool: ['phpunit', '--version'],
    check: 'phpunit',
    files: { 'phpunit.xml': PHPUNIT, 'tests/Of2Test.php': PHP(2) },
    program: PHP_PROGRAM,
    more: ['tests/Of3Test.php', PHP(3)],
  },
  mix: {
    tool: ['mix', '--version'],
    check: 'mix test',
    files: {
      'mix.exs':
        'defmodule A.MixProject do\n  use Mix.Project\n  def project, do: [app: :a, version: "0.1.0"]\nend\n',
      'test/test_helper.exs': 'ExUnit.start()\n',
      'test/two_test.exs': EXUNIT(2),
      '.gitignore': '_build/\n',
    },
    program: [
      'lib/a.ex',
      'defmodule A do\n  def double(n) do\n    n + 2\n  end\nend\n',
      'defmodule A do\n  def double(n) do\n    n * 2\n  end\nend\n',
    ],
    more: ['test/three_test.exs', EXUNIT(3)],
  },
  'a workspace of Go': {
    tool: ['go', 'version'],
    check: 'go test ./app/... ./lib/...',
    files: {
      'go.work': 'go 1.18\n\nuse (\n\t./app\n\t./lib\n)\n',
      'app/go.mod': 'module example.test/app\n\ngo 1.18\n',
      'app/main.go': 'package main\n\nfunc main() {}\n',
      'lib/go.mod': 'module example.test/lib\n\ngo 1.18\n',
      'lib/two_test.go': GO(2),
    },
    program: GO_PROGRAM,
    more: ['lib/three_test.go', GO(3)],
  },
  'a cargo workspace': {
    tool: ['cargo', '--version'],
    check: 'cargo test',
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["a"]\nresolver = "2"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "a"\nversion = "0.1.0"\n',
      'a/Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'a/tests/two.rs': RUST('two', 2),
      '.gitignore': 'target/\n',
    },
    program: [
      'a/src/lib.rs',
      'pub fn double(n: u32) -> u32 {\n    n + 2\n}\n',
      'pub fn double(n: u32) -> u32 {\n    n * 2\n}\n',
    ],
    more: ['a/tests/three.rs', RUST('three', 3)],
  },
  'prove of Perl': {
    tool: ['prove', '--version'],
    check: 'prove -lr t',
    files: { 'Makefile.PL': 'use ExtUtils::MakeMaker;\n', 't/two.t': PERL(2) },
    program: [
      'lib/A.pm',
      'package A;\nuse strict;\nsub double {\n  return $_[0] + 2;\n}\n1;\n',
      'package A;\nuse strict;\nsub double {\n  return $_[0] * 2;\n}\n1;\n',
    ],
    more: ['t/three.t', PERL(3)],
  },
  'a package of an npm workspace': {
    tool: ['npm', '--version'],
    check: 'npm test',
    folder: 'packages/a',
    files: {
      'package.json': '{"private": true, "workspaces": ["packages/*"]}',
      'package-lock.json': '{}',
      'packages/a/package.json':
        '{"name": "a", "type": "module", "scripts": {"test": "node --test"}}',
      'packages/a/test/two.test.js': NODE(2),
      'packages/b/package.json': '{"name": "b", "scripts": {"test": "node --test"}}',
    },
    program: [
      'packages/a/src/a.js',
      'export const double = (n) => n + 2;\n',
      'export const double = (n) => n * 2;\n',
    ],
    more: ['packages/a/test/three.test.js', NODE(3)],
    apart: ['packages/b'],
  },
};

/** rustup keeps its choice of a toolchain at home, and the home of a test is its own. */
const TOOLCHAINS = join(homedir(), '.rustup');

describe('a fix is shown by the check that is found', () => {
  for (const [name, repository] of Object.entries(REPOSITORIES)) {
    const { tool, check, folder, files, program, more, apart = [] } = repository;
    const [command = '', ...args] = tool;
    const isThere = spawnSync(command, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;
    test.skipIf(!isThere)(
      `${name}${isThere ? '' : ` (${command} is not here)`}`,
      async () => {
        using sandbox = await Sandbox.create();
        if (existsSync(TOOLCHAINS)) symlinkSync(TOOLCHAINS, join(sandbox.root, '.rustup'));
        const [path, wrong, right] = program;
        for (const [file, text] of Object.entries({ ...files, [path]: wrong }))
          sandbox.write(file, text);
        await git(sandbox.repo, 'add', '-A');
        await git(sandbox.repo, 'commit', '-qm', 'Double');

        const where = folder === undefined ? '' : `   \\(in ${folder}/\\)`;
        const { stdout } = await sandbox.wukong(['gates', '--explain']);
        expect(stdout).toMatch(new RegExp(`^ {2}test {7}${escaped(check)}${where} `, 'm'));

        expect((await sandbox.wukong(['init', '--local', '--yes'])).code).toBe(0);
        writeFileSync(join(sandbox.repo, path), right);
        sandbox.write(...more);
        const ended = await sandbox.wukong(['prove', '--json'], { timeoutMs: 240_000 });
        const { verdict, checks, not_run } = JSON.parse(ended.stdout);
        expect([verdict, checks[0].command], ended.stdout).toEqual(['shown', check.split(' ')]);
        expect(not_run.map(({ cwd }: Json) => cwd)).toEqual(apart);
      },
      300_000,
    );
  }
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
