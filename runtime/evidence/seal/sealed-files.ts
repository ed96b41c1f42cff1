// Which files decide what a gate says: tests, what they compare with, and how gates are run. As they
// were before the first change of a goal they are sealed: a change of one is no change of the code.

import { isTestFile } from '../gates/built-in-gates.ts';

const TEST_DATA =
  /(?:^|\/)(?:__snapshots__|__fixtures__|__mocks__|fixtures|testdata|test-data|golden)\//i;
const CONFTEST = /(?:^|\/)conftest\.py$/;

/** By base name: what test runners, linters, compilers and build tools read. */
const GATE_CONFIG: readonly RegExp[] = [
  /^package\.json$/,
  /^(?:vitest|vite|jest|karma|playwright|cypress|ava|wdio|nightwatch|babel|rollup|webpack|eslint|prettier|biome|stryker|web-test-runner|nyc|postcss|rstest|codecept|metro|next)\.(?:config|conf|workspace)\.\w+$/,
  /^\.(?:mocharc|taprc|c8rc|nycrc|eslintrc|prettierrc|babelrc|swcrc|jshintrc|stylelintrc|npmrc|yarnrc|rspec|rubocop|coveragerc|pylintrc|flake8|postcssrc|testcaferc|oxlintrc)(?:\.\w+)*$/,
  /^(?:biome|deno|turbo|nx|lerna|wireit|angular|jasmine|tslint|xunit\.runner|tsconfig(?:\.[\w-]+)?|jsconfig)\.jsonc?$/,
  /^(?:\.?pytest|tox|mypy|ruff|setup|uv|poetry|hatch|pixi)\.(?:ini|cfg|toml)$/,
  /^(?:pyproject|Cargo|bunfig|rustfmt|clippy|\.?nextest|netlify)\.toml$/,
  /^(?:noxfile|conftest|tasks|fabfile)\.py$/,
  // Beside the code they stand before the module they are called like.
  /^(?:_?pytest|pluggy|iniconfig|exceptiongroup|unittest|nose2|sitecustomize|usercustomize)\.py$/,
  // Named in a configuration by custom.
  /^(?:jest|vitest|mocha|test)[.-](?:global-?)?(?:setup|teardown|preset)\.\w+$|^setup-?tests?\.\w+$/i,
  /^(?:spec|rails|test)_helper\.rb$/,
  /^(?:pnpm-workspace\.yaml|\.pnpmfile\.c?js|\.?npmrc)$/,
  /^(?:GNUm|M|m)akefile$|\.mk$|^CMakeLists\.txt$|^meson\.build$/,
  /^\.?[Jj]ustfile$|^Taskfile\.ya?ml$|^Rakefile$|^Gruntfile\.\w+$|^gulpfile\.\w+$|^magefile\.go$/,
  /^pom\.xml$|^build\.rs$|^go\.work$|^Earthfile$|\.gradle(?:\.kts)?$|^gradle\.properties$|^build\.sbt$/,
  /^phpunit(?:\.dist)?\.xml(?:\.dist)?$|^composer\.json$|^mix\.exs$/,
  /^Directory\.Build\.(?:props|targets)$|^nuget\.config$|\.runsettings$|^\.golangci\.(?:ya?ml|toml|json)$/,
  // Which tools they run with.
  /^rust-toolchain(?:\.toml)?$|^\.(?:nvmrc|tool-versions|bazelrc)$|^\.(?:node|python|ruby|swift|java|go)-version$|^\.?mise\.toml$/,
  /^Jenkinsfile$|^azure-pipelines\.ya?ml$|^\.gitlab-ci\.yml$|^\.travis\.yml$|^appveyor\.yml$|^\.pre-commit-config\.yaml$/,
];
/** By path: what build tools and their wrappers read. */
const GATE_FOLDERS =
  /(?:^|\/)(?:\.cargo|\.mvn(?:\/wrapper)?|gradle\/wrapper|\.yarn\/(?:releases|plugins)|[^/]+\.dist-info)\//;
const BUILD_SOURCES = /(?:^|\/)buildSrc\//;
/** Found by Python where it runs, as packages or as what installed ones bring along. */
const PYTHON_SHADOWS =
  /(?:^|\/)(?:(?:_?pytest|pluggy|iniconfig|exceptiongroup|unittest)\/__init__\.py|[^/]+\.egg-info\/entry_points\.txt)$/;
const CI = /^(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.husky)\//;

/** `named`: files that the commands of gates name are sealed, too. */
export function isSealed(path: string, named: ReadonlySet<string> = NONE): boolean {
  return isTestMaterial(path) || decidesRuns(path) || named.has(path);
}

/** How gates are run, by its name. */
export function decidesRuns(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    CI.test(path) ||
    GATE_FOLDERS.test(path) ||
    BUILD_SOURCES.test(path) ||
    PYTHON_SHADOWS.test(path) ||
    GATE_CONFIG.some((pattern) => pattern.test(name))
  );
}

/** Whether one that was not there before can change what a gate says. No gate reads what CI services do. */
export function canSway(path: string, named: ReadonlySet<string> = NONE): boolean {
  return !CI.test(path) && isSealed(path, named);
}

const NONE: ReadonlySet<string> = new Set();

/** Tests, and what they compare with. */
export function isTestMaterial(path: string): boolean {
  return isTestFile(path) || TEST_DATA.test(path) || isConftest(path);
}

/** A plugin of pytest, wherever it lies. */
export function isConftest(path: string): boolean {
  return CONFTEST.test(path);
}

/** `path` ends with `/`. */
export function isGateFolder(path: string): boolean {
  return new RegExp(`${GATE_FOLDERS.source}$`).test(path);
}
