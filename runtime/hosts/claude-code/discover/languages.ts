// The checks of a repository by what tells them: a row a language. What stands here is all that `init`, `gates`,
// `prove` and `rehearse` know of it; a language more is a row more.

import type { CommandGateType } from '../../../model/gate.ts';
import { type Folder, has, hasLine, type Place, placeOf, type Sign } from './layout.ts';
import {
  byBundler,
  byWrapper,
  cargo,
  cargoHolds,
  composer,
  dotnet,
  go,
  goHolds,
  hasSolution,
  isAlone,
  perl,
  phpunit,
  RAKE_TEST,
  rake,
  rubyHolds,
  scriptsOf,
  targetsIn,
} from './looks.ts';
import type { Wanted } from './named.ts';
import { cmake, meson } from './native.ts';
import { nodeChecks, nodeHolds } from './node.ts';
import {
  type Found,
  isProposal,
  type NoCheck,
  type Proposal,
  propose,
  type Run,
} from './proposal.ts';
import { inEnvironment, mypy, PYTHON_MANIFESTS, pytestHolds, pythonTests } from './python.ts';
import { bats, started, TEST_SCRIPTS } from './shell.ts';

type Check = Readonly<{
  /** Else `test`. */
  type?: CommandGateType;
  /** The first that is there says it; else the manifests do. */
  where?: readonly Sign[];
  /** One of these has to be there as well. */
  needs?: readonly Sign[] | ((folder: Folder) => boolean);
  /** Words with spaces between them, or what makes them. */
  run: string | ((folder: Folder, place: Place) => Run);
  why?: string;
  /** `wrapper`: it mostly only calls what the file of another tool says. */
  origin?: 'wrapper' | 'script';
}>;

/** Where what tells it is more than the signs of a check. */
type Look = (folder: Folder) => Found;

export type Language = Readonly<{
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
const DENO = ['deno.json', 'deno.jsonc'];
const DENO_TASKS: Wanted = [
  ['test', ['test']],
  ['lint', ['lint']],
];
const CARGO: readonly Sign[] = [
  ['Cargo.toml', /^\[workspace\]/],
  ['Cargo.toml', /^\[package\]/],
  'Cargo.toml',
];
const GO: readonly Sign[] = [['go.work', /^use\b/], ['go.mod', /^module\s/], 'go.mod'];
const PROJECT = '*.{cs,fs,vb}proj';
const MYPY: readonly Sign[] = [
  ...['mypy.ini', '.mypy.ini', 'setup.cfg'].map((file) => [file, /^\[mypy\]/] as const),
  ['pyproject.toml', /^\[tool\.mypy\]/],
];
const RAKE_TESTS = ['Rakefile', 'rakefile', 'Rakefile.rb'].map(
  (file) => [file, RAKE_TEST] as const,
);
const COMPOSER_SCRIPTS: Wanted = [
  ['test', ['test', 'tests', 'phpunit', 'pest', 'test:unit', 'unit']],
];
const PHPUNIT = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];
const FLUTTER: readonly Sign[] = [['pubspec.yaml', /^\s+sdk:\s*flutter\b/]];
const TASKFILES = ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml'];

/** Targets and recipes. They often only call what the file of another tool says. */
function targets(
  tool: string,
  manifests: readonly string[],
  head: RegExp,
  include?: RegExp,
): Language {
  return { manifests, isPart: true, checks: [targetsIn(tool, manifests, head, include)] };
}

const isGradleBuild = (folder: Folder): boolean =>
  has(folder, 'settings.gradle.kts') || has(folder, 'settings.gradle');

export const LANGUAGES: Readonly<Record<string, Language>> = {
  JavaScript: {
    manifests: ['package.json', 'bunfig.toml'],
    checks: [nodeChecks],
    holds: nodeHolds,
  },
  Deno: {
    manifests: DENO,
    checks: [
      scriptsOf(DENO, 'tasks', DENO_TASKS, (name) => ['deno', 'task', name]),
      {
        where: ['**/*{_,.}test.{ts,tsx,mts,js,mjs,jsx}'],
        needs: DENO,
        run: 'deno test',
        why: 'a test of Deno by its name',
      },
    ],
    holds: always,
  },
  Rust: {
    manifests: ['Cargo.toml'],
    checks: [
      { where: CARGO, run: cargo('test') },
      { type: 'build', where: CARGO, run: cargo('build') },
    ],
    holds: cargoHolds,
  },
  Go: {
    manifests: ['go.mod', 'go.work'],
    checks: [
      { where: GO, run: go('test') },
      { type: 'build', where: GO, run: go('build') },
    ],
    holds: goHolds,
  },
  Maven: {
    manifests: ['pom.xml'],
    checks: [{ run: byWrapper('mvnw', 'mvn', '-B', 'test') }],
    holds: (above) => hasLine(above, 'pom.xml', /<modules>/),
  },
  Gradle: {
    manifests: ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'],
    checks: [{ run: byWrapper('gradlew', 'gradle', 'test') }],
    // One with settings of its own is another build.
    holds: (above, below) => isGradleBuild(above) && !isGradleBuild(below),
  },
  '.NET': {
    manifests: ['*.{sln,slnx}', PROJECT],
    checks: [
      { where: ['*.{sln,slnx}'], run: dotnet('test') },
      {
        where: [[PROJECT, /Microsoft\.NET\.Test\.Sdk|\b(?:xunit|nunit|mstest|tunit)\b/i]],
        needs: isAlone,
        run: dotnet('test'),
        why: 'a .NET project of tests',
      },
      { type: 'build', where: ['*.{sln,slnx}'], run: dotnet('build') },
      { type: 'build', where: [PROJECT], needs: isAlone, run: dotnet('build') },
    ],
    isInTests: true,
    holds: hasSolution,
  },
  Python: {
    manifests: PYTHON_MANIFESTS,
    checks: [
      pythonTests,
      {
        type: 'lint',
        where: ['ruff.toml', '.ruff.toml', ['pyproject.toml', /^\[tool\.ruff[\].]/]],
        run: inEnvironment('ruff', 'check', '.'),
        why: 'it configures ruff',
      },
      { type: 'typecheck', where: MYPY, run: mypy, why: 'it configures mypy' },
      {
        where: [['tox.ini', /^\[testenv/]],
        run: inEnvironment('tox'),
        why: 'its test environment',
        origin: 'wrapper',
      },
      {
        where: [['noxfile.py', /^def \w*test/]],
        run: inEnvironment('nox'),
        why: 'its session',
        origin: 'wrapper',
      },
    ],
    holds: (above, below, type) => type !== 'test' || pytestHolds(above, below),
  },
  Ruby: {
    manifests: ['Gemfile', '*.gemspec', 'Rakefile', '.rspec'],
    checks: [
      { where: ['.rspec', 'spec/**/*_spec.rb'], run: byBundler('rspec') },
      {
        where: ['bin/rails'],
        needs: ['test/**/*_test.rb'],
        run: './bin/rails test',
        why: 'a Rails application with tests',
      },
      { where: RAKE_TESTS, run: rake, why: 'a task that tests' },
      {
        where: [['test/**/{*_test,test_*}.rb', /minitest|test\/unit|Minitest|test_helper/]],
        // The loader of rake does the same.
        run: byBundler(
          ...['ruby', '-Ilib', '-Itest', '-e'],
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
  PHP: {
    manifests: ['composer.json', ...PHPUNIT],
    checks: [
      scriptsOf(['composer.json'], 'scripts', COMPOSER_SCRIPTS, composer),
      {
        where: [['composer.json', /"pestphp\/pest"/]],
        needs: ['tests/**/*.php'],
        run: './vendor/bin/pest',
        why: 'it names Pest',
      },
      { where: PHPUNIT, run: phpunit, why: 'it configures PHPUnit' },
      {
        where: [['composer.json', /"phpunit\/phpunit"/]],
        needs: ['tests/**/*Test.php'],
        run: './vendor/bin/phpunit tests',
        why: 'it names PHPUnit',
      },
      {
        type: 'typecheck',
        where: ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'],
        run: './vendor/bin/phpstan analyse --no-progress',
        why: 'it configures PHPStan',
      },
    ],
  },
  Elixir: {
    manifests: ['mix.exs'],
    checks: [
      // Of an umbrella: it tests each of its applications.
      { where: [['mix.exs', /\bapps_path:/]], run: 'mix test' },
      { needs: ['test/**/*_test.exs'], run: 'mix test' },
    ],
    holds: (above) => hasLine(above, 'mix.exs', /\bapps_path:/),
  },
  Erlang: {
    manifests: ['rebar.config'],
    checks: [
      { needs: ['**/*_SUITE.erl'], run: 'rebar3 ct' },
      { needs: [['**/*.erl', /eunit\.hrl/]], run: 'rebar3 eunit' },
    ],
    holds: always,
  },
  Perl: {
    manifests: ['Makefile.PL', 'Build.PL', 'dist.ini', 'cpanfile', 'minil.toml'],
    checks: [
      { where: [['t/**/*.t', /\b(?:perl|use|Test::)\b/]], run: perl, why: 'a test for prove' },
    ],
  },
  Swift: {
    manifests: ['Package.swift'],
    checks: [{ where: [['Package.swift', /\.testTarget\b/]], run: 'swift test' }],
  },
  Dart: {
    manifests: ['pubspec.yaml'],
    checks: [
      { where: FLUTTER, needs: ['test/**/*_test.dart'], run: 'flutter test' },
      { needs: ['test/**/*_test.dart'], run: 'dart test' },
    ],
  },
  Zig: {
    manifests: ['build.zig'],
    checks: [{ where: [['build.zig', /\.step\(\s*"test"/]], run: 'zig build test' }],
  },
  Haskell: {
    manifests: ['stack.yaml', 'cabal.project', '*.cabal'],
    checks: [
      { where: ['stack.yaml'], run: 'stack test' },
      { where: ['cabal.project'], run: 'cabal test all' },
      { where: [['*.cabal', /^test-suite\b/i]], run: 'cabal test' },
    ],
    holds: (above) => has(above, 'stack.yaml') || has(above, 'cabal.project'),
  },
  Scala: { manifests: ['build.sbt'], checks: [{ run: 'sbt test' }], holds: always },
  Clojure: {
    manifests: ['project.clj'],
    checks: [{ needs: ['test/**/*.clj*'], run: 'lein test' }],
  },
  OCaml: { manifests: ['dune-project'], checks: [{ run: 'dune test' }], holds: always },
  Crystal: {
    manifests: ['shard.yml'],
    checks: [{ needs: ['spec/**/*_spec.cr'], run: 'crystal spec' }],
  },
  Gleam: {
    manifests: ['gleam.toml'],
    checks: [{ needs: ['test/**/*.gleam'], run: 'gleam test' }],
  },
  D: { manifests: ['dub.json', 'dub.sdl'], checks: [{ run: 'dub test' }] },
  meson: { manifests: ['meson.build'], isPart: true, checks: [meson] },
  CMake: { manifests: ['CMakeLists.txt'], isPart: true, checks: [cmake] },
  make: targets(
    'make',
    ['GNUmakefile', 'makefile', 'Makefile'],
    /^([^\s:#=]+(?:[ \t]+[^\s:#=]+)*)[ \t]*::?(?!=)/,
    /^[ \t]*[-s]?include[ \t]+([^#]+)/,
  ),
  // A recipe with a parameter that has to be given needs words nobody gives it here.
  just: targets(
    'just',
    ['justfile', 'Justfile', '.justfile'],
    /^@?([\w-]+)(?:[ \t]+(?:\*\$?[\w-]+|[*+]?\$?[\w-]+=(?:"[^"]*"|'[^']*'|[^\s:"']+)))*[ \t]*:(?!=)/,
    /^import\??[ \t]+["']([^"']+)["']/,
  ),
  Task: targets('task', TASKFILES, /^ {2,4}([\w-]+):/),
  shell: {
    manifests: ['.shellspec'],
    checks: [
      bats,
      { run: 'shellspec', why: 'it configures ShellSpec' },
      {
        where: TEST_SCRIPTS,
        run: started,
        why: 'a script that is called as tests are',
        origin: 'script',
      },
    ],
  },
};

/** What a language finds in a folder. */
export function checksIn(folder: Folder, name: string, { manifests, checks }: Language): Found {
  const found: Array<Proposal | NoCheck> = [];
  for (const check of checks) {
    if (typeof check === 'function') {
      const isTested = hasTool(found, 'test');
      found.push(...check(folder).filter((one) => !(isTested && isOfType(one, 'test'))));
      continue;
    }
    const { type = 'test', where = manifests, needs, run, origin = 'tool' } = check;
    if (origin !== 'wrapper' && hasTool(found, type)) continue;
    const place = placeOf(folder, where);
    const isMet = typeof needs === 'function' ? needs(folder) : !needs || placeOf(folder, needs);
    if (!place || !isMet) continue;
    const {
      words,
      because = '',
      line = place.line,
    } = typeof run === 'string' ? { words: run.split(' ') } : run(folder, place);
    const why = `${check.why ?? `a project of ${name}`}${because}`;
    found.push(propose(folder, type, words, { ...place, line, why, origin }));
  }
  return found;
}

function hasTool(found: Found, type: CommandGateType): boolean {
  return found.some((one) => isOfType(one, type) && one.origin === 'tool');
}

function isOfType(found: Proposal | NoCheck, type: CommandGateType): found is Proposal {
  return isProposal(found) && found.gate.type === type;
}
