// The test runners that are known, and how each is called so that it tests. A list of what counts: a runner, a
// word or an option that is not in it shows nothing by itself, and is for a person to approve once as a gate.

import { posix } from 'node:path';

/** What its first word has to be that is no option, or the first two; and the letters of its short options. */
type Runner = readonly [first: RegExp, letters: string];

const ANY = /^/;
/** A file or a pattern of files, where a bare word may be another order. */
const FILES = /^$|[./\\*]|^(?:run|tests?|specs?)$/;
const TEST = /^test$/;

const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  Object.entries<Runner>({
    jest: [ANY, 'ibwotc'],
    vitest: [FILES, 'tcr'],
    mocha: [ANY, 'rtsbRgfjuGCcpOni'],
    ava: [FILES, 'msvcTt'],
    tap: [FILES, 'RjtbcgT'],
    jasmine: [FILES, ''],
    tape: [ANY, 'r'],
    uvu: [ANY, 'rbi'],
    playwright: [TEST, 'gjxc'],
    cypress: [/^run$/, 'sbeCPq'],
    'react-scripts': [TEST, 'ti'],
    ng: [TEST, 'c'],
    nx: [TEST, ''],
    turbo: [/^(?:run )?test$/, ''],
    deno: [TEST, 'AqNRWEcL'],
    bun: [TEST, 't'],
    pytest: [ANY, 'vqxslraAEfnkmpWocC'],
    unittest: [ANY, 'vqfbckstp'],
    tox: [/^(?:run|r|p|run-parallel|)$/, 'epqvrc'],
    nox: [ANY, 'sektpvrR'],
    go: [TEST, 'vpa'],
    cargo: [/^(?:test|t|nextest run)$/, 'vqFpPj'],
    dotnet: [TEST, 'vclfrs'],
    rspec: [ANY, 'fbtePrIcpd'],
    rake: [/^(?:(?:test|spec)(?::[\w:]+)?|)$/, ''],
    rails: [/^(?:test|spec)(?::[\w:]+)?$/, 'nvbf'],
    phpunit: [ANY, 'cv'],
    pest: [ANY, 'cpv'],
    artisan: [TEST, 'pv'],
    mix: [TEST, ''],
    swift: [TEST, 'cv'],
    ctest: [ANY, 'jRELCTV'],
    bazel: [TEST, 'ck'],
    meson: [TEST, 'Cv'],
    bats: [ANY, 'rjpTt'],
  }),
);
/** Of these one word of several has to be a goal that tests. */
const GOALS: ReadonlyMap<string, Runner> = new Map(
  Object.entries<Runner>({
    mvn: [
      /^(?:test|verify|integration-test|install|package|[\w.:-]*:(?:test|verify))$/,
      'qBeUXoNTfP',
    ],
    gradle: [/^(?:[\w:-]*:)?(?:check|build|test|\w+Test|test\w+)$/, 'qiswSpP'],
  }),
);
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ _mocha: 'mocha', 'py.test': 'pytest', mvnw: 'mvn', gradlew: 'gradle' },
    ...{ nodejs: 'node', tsx: 'node', 'ts-node': 'node' },
  }),
);
/** They run the file that is named. Python without -O, which takes assertions out. */
const INTERPRETERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    node: 'rC',
    python: 'BbEIsuvWX',
    ruby: 'wIr',
  }),
);
const TEST_FILE =
  /(?:[._-](?:test|tests|spec)|(?:^|\/)tests?|(?:^|\/)tests?\/(?:index|run|all|main))\.\w+$|(?:^|\/)test[._-][^/]*\.\w+$/;
/** Modules of Python that are runners. */
const MODULES: readonly string[] = ['pytest', 'py.test', 'unittest', 'tox', 'nox', 'coverage'];

/** Long options that say how and where to, or pick some of the tests: what picks none is not among them. */
const LONG: ReadonlySet<string> = new Set(
  (
    'verbose quiet silent color colors no-color no-colors ci bail fail-fast failfast failFast run-in-band ' +
    'runInBand maxWorkers max-workers workers parallel jobs concurrency concurrent isolate no-isolate pool ' +
    'threads no-file-parallelism coverage no-coverage coverageReporters coverageDirectory coverageProvider ' +
    'collectCoverage coverage-text coverage-html coverage-clover cover cov cov-report cov-branch cov-config ' +
    'cov-append cov-fail-under no-cov reporter reporters reporter-option reporter-options test-reporter ' +
    'test-reporter-destination outputFile formatter format testdox timeout testTimeout test-timeout ' +
    'hookTimeout slow retries retry reruns exit force-exit forceExit test-force-exit detectOpenHandles ' +
    'logHeapUsage expand run no-watch no-cache cache cacheDirectory config config-file configFile ' +
    'configuration project projects rootDir rootdir root dir env environment globals typecheck ' +
    'selectProjects test test-only test-name-pattern testNamePattern testPathPattern testPathPatterns ' +
    'test-concurrency test-isolation grep fgrep filter tests group testsuite spec example pattern tag only ' +
    'onlyChanged changed onlyFailures findRelatedTests shard lf ff last-failed failed-first nf maxfail ' +
    'exitfirst durations tb showlocals strict strict-markers strict-config capture no-header no-summary ' +
    'disable-warnings import-mode numprocesses dist junitxml junit-xml junitfile log-junit log-level ' +
    'log-cli-level log-file basetemp override-ini require import loader preload conditions env-file ' +
    'expose-gc enable-source-maps no-warnings max-old-space-size stack-trace-limit input-type ' +
    'transpile-only file ui browser headless headed component e2e extension recursive sort full-trace ' +
    'async-only check-leaks diff inline-diffs seed randomize random order order-by random-order ' +
    'stop-on-failure bootstrap do-not-cache-result cache-result-file debug backtrace profile workspace ' +
    'workspaces all all-features features no-default-features lib bins bin doc examples all-targets release ' +
    'package locked offline frozen manifest-path target no-fail-fast message-format test-threads nocapture ' +
    'no-capture show-output ignored include-ignored exact no-restore no-build verbosity logger framework ' +
    'runtime collect settings results-directory blame nologo enable-code-coverage package-path sanitize ' +
    'trace stale failed max-failures warnings-as-errors include test-dir output-on-failure build-config ' +
    'progress preset recreate session sessions reuse-existing-virtualenvs no-check import-map lock no-lock ' +
    'allow-all allow-read allow-write allow-net allow-env allow-run allow-sys allow-ffi trace-leaks shuffle ' +
    'skip-nx-cache no-daemon daemon info stacktrace rerun-tasks no-build-cache build-cache console ' +
    'warning-mode project-dir keepdb noinput no-input watchAll=false watch=false code-coverage no-progress ' +
    'repeat-each discover start-directory top-level-directory buffer locals test_output test_filter ' +
    'no-tests=error print-errorlogs race count short run skip coverprofile covermode coverpkg cpu tags mod ' +
    'json bench benchmem benchtime fuzz fuzztime vet ldflags gcflags trimpath buildvcs args batch-mode ' +
    'no-transfer-progress source also-make pl am amd rf ntp fae ff Dtest Dit.test Dgroups DfailIfNoTests ' +
    'Dsurefire.failIfNoSpecifiedTests Dsurefire.rerunFailingTestsCount Dstyle.color Dfile.encoding'
  ).split(' '),
);
const FAMILIES =
  /^--(?:experimental-[\w-]+|coverage\.[\w.]+|poolOptions\.[\w.]+|sequence\.[\w.]+)(?:=|$)/;
/** The next word is a value, and no order. */
const VALUES =
  /^(?:-[rCWXIePpfTcj]|-pl|-rf|--(?:require|import|loader|experimental-loader|conditions|env-file|input-type|test-reporter|test-reporter-destination|test-name-pattern|test-concurrency|tests|projects|project|project-dir|console))$/;

/** Whether these words call a known runner so that it tests. `name` without folder and ending. */
export function isRunnerCall(called: string, args: readonly string[]): boolean {
  const name = SAME.get(called) ?? called.replace(/^python[\d.]*$/, 'python');
  const [first = '', ...rest] = args;
  if (INTERPRETERS.has(name)) return isTestProgram(name, args);
  if (name === 'coverage') return first === 'run' && isTestProgram('python', rest);
  if (name === 'php') return args.length > 0 && isRunnerCall(nameOf(first), rest);
  const [pattern, letters] = RUNNERS.get(name) ?? GOALS.get(name) ?? [];
  if (!pattern || !hasKnownOptions(args, letters) || runsNone(args)) return false;
  const words = args.filter((_, at) => isWord(args, at));
  const [one = '', two = ''] = words;
  if (GOALS.has(name)) return words.some((word) => pattern.test(word));
  return pattern.test(one) || (pattern.source.includes(' ') && pattern.test(`${one} ${two}`));
}

/** Whether only options are there that the list has: one that is unknown may leave all tests out. */
export function hasKnownOptions(args: readonly string[], letters = ''): boolean {
  return args.every((word) => {
    if (!/^-[^\d-]|^--./.test(word)) return true;
    const [, name = '', all = ''] = /^--?(([^=]+).*)$/s.exec(word) ?? [];
    const isShort = letters !== '' && new RegExp(`^-[${letters}\\d]+$`).test(word);
    return isShort || (all.length > 1 && LONG.has(all)) || LONG.has(name) || FAMILIES.test(word);
  });
}

/** `node --test`, `python -m pytest`, a test file, or a runner by its path among installed packages. */
function isTestProgram(name: string, args: readonly string[]): boolean {
  const found = args.findIndex((_, index) => isWord(args, index));
  const at = found === -1 ? args.length : found;
  const module = args[at] === undefined || args[at - 1] !== '-m' ? undefined : args[at];
  const before = args.slice(0, module === undefined ? at : at - 1);
  const rest = args.slice(at + 1);
  if (!hasKnownOptions(before, INTERPRETERS.get(name))) return false;
  if (module !== undefined)
    return name === 'python' && MODULES.includes(module) && isRunnerCall(module, rest);
  if (name === 'node' && before.includes('--test'))
    return hasKnownOptions(args, INTERPRETERS.get(name));
  const file = args[at] ?? '';
  if (TEST_FILE.test(file)) return true;
  if (name === 'python' && nameOf(file) === 'manage')
    return rest[0] === 'test' && hasKnownOptions(rest, 'kvp');
  return /(?:^|\/)node_modules\//.test(file) && isRunnerCall(nameOf(file), rest);
}

/** Of `node_modules/jest/bin/jest.js`: jest. */
function nameOf(file: string): string {
  return posix.basename(file).replace(/\.(?:[cm]?js|py|php|phar)$/i, '');
}

function isWord(args: readonly string[], at: number): boolean {
  const word = args[at] ?? '';
  return !word.startsWith('-') && !/^\+\w+$/.test(word) && !VALUES.test(args[at - 1] ?? '');
}

/** `go test -run '^$'`: a filter made to match nothing. */
function runsNone(args: readonly string[]): boolean {
  return args.some((word, at) => {
    const [, attached] = /^--?(?:test\.)?run=(.*)$/.exec(word) ?? [];
    const value = attached ?? (/^--?run$/.test(word) ? (args[at + 1] ?? 'a') : undefined);
    return value !== undefined && !/[A-Za-z]/.test(value);
  });
}
