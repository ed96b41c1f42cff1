// The checks of a repository by what tells them: a row a language. What stands here is all that `init`, `gates`,
// `prove` and `rehearse` know of it; a language more is a row more.

import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, has, lineOf, matching, read } from './layout.ts';
import {
  byBundler,
  byWrapper,
  cargo,
  cargoHolds,
  composerScript,
  denoTask,
  dotnet,
  go,
  goHolds,
  hasLine,
  hasSolution,
  perl,
  phpunit,
  type Run,
  rakeTask,
  rubyHolds,
  targets,
} from './looks.ts';
import { cmake, meson } from './native.ts';
import { nodeChecks, nodeHolds } from './node.ts';
import { isProposal, type NoCheck, type Proposal, propose } from './proposal.ts';
import { inEnvironment, mypy, PYTHON_MANIFESTS, pytestHolds, pythonTests } from './python.ts';
import { bats, testScript } from './shell.ts';

/** A name in the folder or a glob below it; with a line that it has to hold. */
type Sign = string | readonly [file: string, line: RegExp];

type Check = Readonly<{
  type: CommandGateType;
  /** The first that is there says it. */
  where: readonly Sign[];
  /** One of these has to be there as well. */
  needs?: readonly Sign[];
  run: readonly string[] | ((folder: Folder) => Run);
  why?: string;
  /** It mostly only calls what the file of another tool says. */
  isWrapper?: true;
}>;

/** Where what tells it is more than the signs of a check. */
type Look = (folder: Folder) => ReadonlyArray<Proposal | NoCheck>;

export type Language = Readonly<{
  name: string;
  /** Names of files, as globs. One of them makes a folder below the top a project of this language. */
  manifests: readonly string[];
  /** Below the top only where no folder above is a project: else it is a part of that one. */
  isPart?: true;
  /** Of each type the first that is found is taken. */
  checks: ReadonlyArray<Check | Look>;
  /** Its tests are projects, which lie in folders of that name. */
  isInTests?: true;
  /** Whether a check of this type in a folder runs those of a folder below it, too. */
  holds?: (above: Folder, below: Folder, type: CommandGateType) => boolean;
}>;

const always = (): boolean => true;
const CARGO: readonly Sign[] = [
  ['Cargo.toml', /^\[workspace\]/],
  ['Cargo.toml', /^\[package\]/],
  'Cargo.toml',
];

export const LANGUAGES: readonly Language[] = [
  {
    name: 'JavaScript',
    manifests: ['package.json', 'bunfig.toml'],
    checks: [nodeChecks],
    holds: nodeHolds,
  },
  {
    name: 'Deno',
    manifests: ['deno.json', 'deno.jsonc'],
    checks: [
      denoTask,
      {
        type: 'test',
        where: ['**/*{_,.}test.{ts,tsx,mts,js,mjs,jsx}'],
        needs: ['deno.json', 'deno.jsonc'],
        run: ['deno', 'test'],
        why: 'a test of Deno by its name',
      },
    ],
    holds: always,
  },
  {
    name: 'Rust',
    manifests: ['Cargo.toml'],
    checks: [
      { type: 'test', where: CARGO, run: cargo('test') },
      { type: 'build', where: CARGO, run: cargo('build') },
    ],
    holds: cargoHolds,
  },
  { name: 'Go', manifests: ['go.mod', 'go.work'], checks: [go], holds: goHolds },
  {
    name: 'Maven',
    manifests: ['pom.xml'],
    checks: [{ type: 'test', where: ['pom.xml'], run: byWrapper('mvnw', 'mvn', '-B', 'test') }],
    holds: (above) => hasLine(read(above, 'pom.xml'), /<modules>/),
  },
  {
    name: 'Gradle',
    manifests: ['build.gradle{,.kts}', 'settings.gradle{,.kts}'],
    checks: [
      {
        type: 'test',
        where: ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'],
        run: byWrapper('gradlew', 'gradle', 'test'),
      },
    ],
    holds: (above) => has(above, 'settings.gradle.kts') || has(above, 'settings.gradle'),
  },
  {
    name: '.NET',
    manifests: ['*.{sln,slnx,csproj,fsproj,vbproj}'],
    checks: [dotnet],
    isInTests: true,
    holds: hasSolution,
  },
  {
    name: 'Python',
    manifests: PYTHON_MANIFESTS,
    checks: [
      pythonTests,
      {
        type: 'lint',
        where: ['ruff.toml', '.ruff.toml', ['pyproject.toml', /^\[tool\.ruff[\].]/]],
        run: inEnvironment('ruff', 'check', '.'),
        why: 'it configures ruff',
      },
      mypy,
      {
        type: 'test',
        where: [['tox.ini', /^\[testenv/]],
        run: inEnvironment('tox'),
        why: 'its test environment',
        isWrapper: true,
      },
      {
        type: 'test',
        where: [['noxfile.py', /^def \w*test/]],
        run: inEnvironment('nox'),
        why: 'its session',
        isWrapper: true,
      },
    ],
    holds: (above, below, type) => type !== 'test' || pytestHolds(above, below),
  },
  {
    name: 'Ruby',
    manifests: ['Gemfile', '*.gemspec', 'Rakefile', '.rspec'],
    checks: [
      { type: 'test', where: ['.rspec', 'spec/**/*_spec.rb'], run: byBundler('rspec') },
      {
        type: 'test',
        where: ['bin/rails'],
        needs: ['test/**/*_test.rb'],
        run: ['./bin/rails', 'test'],
        why: 'a Rails application with tests',
      },
      rakeTask,
      {
        type: 'test',
        where: [['test/**/{*_test,test_*}.rb', /minitest|test\/unit|Minitest|test_helper/]],
        // The loader of rake does the same.
        run: byBundler(
          'ruby',
          '-Ilib',
          '-Itest',
          '-e',
          'Dir["./test/**/{*_test,test_*}.rb"].sort.each { |f| require f }',
        ),
        why: 'a test of minitest, and no task of rake runs it',
      },
      {
        type: 'lint',
        where: ['.rubocop.yml'],
        run: byBundler('rubocop'),
        why: 'it configures RuboCop',
      },
    ],
    holds: rubyHolds,
  },
  {
    name: 'PHP',
    manifests: ['composer.json', 'phpunit.xml{,.dist}', 'phpunit.dist.xml'],
    checks: [
      composerScript,
      {
        type: 'test',
        where: [['composer.json', /"pestphp\/pest"/]],
        needs: ['tests/**/*.php'],
        run: ['./vendor/bin/pest'],
        why: 'it names Pest',
      },
      {
        type: 'test',
        where: ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'],
        run: phpunit,
        why: 'it configures PHPUnit',
      },
      {
        type: 'test',
        where: [['composer.json', /"phpunit\/phpunit"/]],
        needs: ['tests/**/*Test.php'],
        run: ['./vendor/bin/phpunit', 'tests'],
        why: 'it names PHPUnit',
      },
      {
        type: 'typecheck',
        where: ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'],
        run: ['./vendor/bin/phpstan', 'analyse', '--no-progress'],
        why: 'it configures PHPStan',
      },
    ],
  },
  {
    name: 'Elixir',
    manifests: ['mix.exs'],
    checks: [
      // Of an umbrella: it tests each of its applications.
      { type: 'test', where: [['mix.exs', /\bapps_path:/]], run: ['mix', 'test'] },
      {
        type: 'test',
        where: ['mix.exs'],
        needs: ['test/**/*_test.exs'],
        run: ['mix', 'test'],
      },
    ],
    holds: (above) => hasLine(read(above, 'mix.exs'), /\bapps_path:/),
  },
  {
    name: 'Erlang',
    manifests: ['rebar.config'],
    checks: [
      { type: 'test', where: ['rebar.config'], needs: ['**/*_SUITE.erl'], run: ['rebar3', 'ct'] },
      {
        type: 'test',
        where: ['rebar.config'],
        needs: [['**/*.erl', /eunit\.hrl/]],
        run: ['rebar3', 'eunit'],
      },
    ],
    holds: always,
  },
  {
    name: 'Perl',
    manifests: ['Makefile.PL', 'Build.PL', 'dist.ini', 'cpanfile', 'minil.toml'],
    checks: [perl],
  },
  {
    name: 'Swift',
    manifests: ['Package.swift'],
    checks: [
      { type: 'test', where: [['Package.swift', /\.testTarget\b/]], run: ['swift', 'test'] },
    ],
  },
  {
    name: 'Dart',
    manifests: ['pubspec.yaml'],
    checks: [
      {
        type: 'test',
        where: [['pubspec.yaml', /^\s+sdk:\s*flutter\b/]],
        needs: ['test/**/*_test.dart'],
        run: ['flutter', 'test'],
      },
      {
        type: 'test',
        where: ['pubspec.yaml'],
        needs: ['test/**/*_test.dart'],
        run: ['dart', 'test'],
      },
    ],
  },
  {
    name: 'Zig',
    manifests: ['build.zig'],
    checks: [
      { type: 'test', where: [['build.zig', /\.step\(\s*"test"/]], run: ['zig', 'build', 'test'] },
    ],
  },
  {
    name: 'Haskell',
    manifests: ['stack.yaml', 'cabal.project', '*.cabal'],
    checks: [
      { type: 'test', where: ['stack.yaml'], run: ['stack', 'test'] },
      { type: 'test', where: ['cabal.project'], run: ['cabal', 'test', 'all'] },
      { type: 'test', where: [['*.cabal', /^test-suite\b/i]], run: ['cabal', 'test'] },
    ],
    holds: (above) => has(above, 'stack.yaml') || has(above, 'cabal.project'),
  },
  {
    name: 'Scala',
    manifests: ['build.sbt'],
    checks: [{ type: 'test', where: ['build.sbt'], run: ['sbt', 'test'] }],
    holds: always,
  },
  {
    name: 'Clojure',
    manifests: ['project.clj'],
    checks: [
      { type: 'test', where: ['project.clj'], needs: ['test/**/*.clj*'], run: ['lein', 'test'] },
    ],
  },
  {
    name: 'OCaml',
    manifests: ['dune-project'],
    checks: [{ type: 'test', where: ['dune-project'], run: ['dune', 'test'] }],
    holds: always,
  },
  {
    name: 'Crystal',
    manifests: ['shard.yml'],
    checks: [
      {
        type: 'test',
        where: ['shard.yml'],
        needs: ['spec/**/*_spec.cr'],
        run: ['crystal', 'spec'],
      },
    ],
  },
  {
    name: 'Gleam',
    manifests: ['gleam.toml'],
    checks: [
      { type: 'test', where: ['gleam.toml'], needs: ['test/**/*.gleam'], run: ['gleam', 'test'] },
    ],
  },
  {
    name: 'D',
    manifests: ['dub.{json,sdl}'],
    checks: [{ type: 'test', where: ['dub.json', 'dub.sdl'], run: ['dub', 'test'] }],
  },
  { name: 'meson', manifests: ['meson.build'], isPart: true, checks: [meson] },
  { name: 'CMake', manifests: ['CMakeLists.txt'], isPart: true, checks: [cmake] },
  {
    name: 'make',
    manifests: ['{GNUm,m,M}akefile'],
    isPart: true,
    checks: [
      targets('make', ['GNUmakefile', 'makefile', 'Makefile'], (name) => {
        return new RegExp(`^${name}[ \\t]*::?(?!=)`);
      }),
    ],
  },
  {
    name: 'just',
    manifests: ['{j,J,.j}ustfile'],
    isPart: true,
    // A recipe with parameters needs words nobody gives it here.
    checks: [
      targets('just', ['justfile', 'Justfile', '.justfile'], (name) => {
        return new RegExp(`^@?${name}[ \\t]*:(?!=)`);
      }),
    ],
  },
  {
    name: 'Task',
    manifests: ['{T,t}askfile.{yml,yaml}'],
    isPart: true,
    checks: [
      targets(
        'task',
        ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml'],
        (name) => {
          return new RegExp(`^ {2,4}${name}:`);
        },
      ),
    ],
  },
  {
    name: 'shell',
    manifests: ['.shellspec'],
    checks: [
      bats,
      { type: 'test', where: ['.shellspec'], run: ['shellspec'], why: 'it configures ShellSpec' },
      testScript,
    ],
  },
];

/** What a language finds in a folder. */
export function checksIn(folder: Folder, language: Language): Array<Proposal | NoCheck> {
  const found: Array<Proposal | NoCheck> = [];
  for (const check of language.checks) {
    if (typeof check === 'function') {
      const isTested = hasTool(found, 'test');
      found.push(...check(folder).filter((one) => !(isTested && isOfType(one, 'test'))));
      continue;
    }
    const isKnown = !check.isWrapper && hasTool(found, check.type);
    const place = isKnown ? undefined : placeOf(folder, check.where);
    if (!place || (check.needs && !placeOf(folder, check.needs))) continue;
    const { words, because = '' }: Run =
      typeof check.run === 'function' ? check.run(folder) : { words: check.run };
    const why = `${check.why ?? `a project of ${language.name}`}${because}`;
    const from = { ...place, why, ...(check.isWrapper && { origin: 'wrapper' as const }) };
    found.push(propose(folder, check.type, words, from));
  }
  return found;
}

function hasTool(found: ReadonlyArray<Proposal | NoCheck>, type: CommandGateType): boolean {
  return found.some((one) => isOfType(one, type) && one.origin === 'tool');
}

function isOfType(found: Proposal | NoCheck, type: CommandGateType): found is Proposal {
  return isProposal(found) && found.gate.type === type;
}

function placeOf(folder: Folder, signs: readonly Sign[]) {
  for (const sign of signs) {
    const [glob, pattern] = typeof sign === 'string' ? [sign] : sign;
    const files = /[*{]/.test(glob) ? matching(folder, glob) : has(folder, glob) ? [glob] : [];
    for (const file of files.slice(0, pattern ? MOST_READ : 1)) {
      const line = pattern ? lineOf(read(folder, file), pattern) : 1;
      if (line !== undefined) return { file, line };
    }
  }
  return undefined;
}

/** The first of many files say what the others are. */
const MOST_READ = 10;
