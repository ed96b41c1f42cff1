import { operands, type SimpleCommand } from './simple-command.ts';

// The runners of the usual toolchains, and how each is made to do nothing.

/** With these, no runner runs anything, or none says that it failed. */
const IDLE_OPTIONS =
  /^(?:--help|--version|--dry-?run|--just-print|--recon|--question|--touch|--ignore-errors|--list-?tests?|--list|--list-suites|--list-sdks|--list-runtimes|--info|--collect-only|--co|--no-run|--pass-?with-?no-?tests(?:=true)?|--if-present|--ignore-scripts(?:=true)?|--script-shell(?:=.*)?|--skip-?tests|--exit-zero|--exit-0|--show-only(?:=.*)?|--setup-?only|--setup-?plan|--fixtures|-DskipTests(?:=true)?|-DskipITs(?:=true)?|-Dmaven\.test\.skip(?:=true)?|-Dmaven\.test\.failure\.ignore(?:=true)?|-DtestFailureIgnore(?:=true)?|--no-tests=(?:pass|ignore|warn))$/i;
/** A single word that only asks the program about itself. */
const ASKS_ONLY = /^(?:-v|-V|-h|-\?|version|help|env|info)$/;

type Rule = (args: readonly string[], command: SimpleCommand) => boolean;

/** Programs that do something without a single argument. */
const ALONE: ReadonlySet<string> = new Set(
  (
    'make pytest py.test tox nox just task rake rspec rubocop cucumber jest vitest mocha ava tsc vue-tsc ' +
    'gulp grunt mypy pyright ctest ninja sbt phpunit pest behat phpstan psalm pre-commit tap jasmine karma ' +
    'invoke inv rails xo standard knip mix cypress playwright trunk golangci-lint staticcheck deptry'
  ).split(' '),
);
const NODE_TOOLS =
  'install i add ci update up upgrade remove rm uninstall un ls list ll la outdated whoami view info show ' +
  'help config c get set init create login logout publish pack link unlink bin prefix root cache doctor why ' +
  'search version explain fund ping prune dedupe store env import fetch rebuild node dlx setup self-update';
const IDLE_VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: NODE_TOOLS,
    pnpm: NODE_TOOLS,
    yarn: NODE_TOOLS,
    bun: NODE_TOOLS,
    vitest: 'list init',
    playwright: 'show-report install codegen show-trace',
    cypress: 'open install verify info version cache',
    deno: 'eval repl info doc install add upgrade fmt types completions',
    go: 'version env list fmt mod get doc help clean bug work install',
    cargo:
      'version new init add remove rm update search login tree metadata fetch clean help doc fmt vendor install uninstall publish locate-project pkgid',
    rustup: 'show update default target toolchain component which',
    dotnet: 'new add restore remove list tool nuget workload sln clean help',
    composer:
      'install update require remove show search outdated create-project init dump-autoload self-update',
    bundle: 'install update add remove list show info outdated config init lock clean',
    gem: 'install update list search env',
    rails: 'server s console c generate g new routes about notes stats',
    pip: 'install list show freeze download uninstall config',
    uv: 'sync add remove lock pip venv tool python cache init tree',
    poetry: 'install add remove update show lock init env config new',
    swift: 'package',
    mix: 'deps.get deps new help phx.server',
    bazel: 'query info help version clean',
    flutter: 'doctor devices config create pub clean',
    docker: 'ps images version info pull logs inspect',
    brew: 'list info install',
    apt: 'list show install update',
    'apt-get': 'install update',
  }).map(([name, verbs]) => [name, new Set(verbs.split(' '))]),
);
const VERB_VALUES: ReadonlySet<string> = new Set(
  '--prefix -C --cwd --dir --filter -F --workspace -w --directory --manifest-path -p --project --root-dir --package --group --with'.split(
    ' ',
  ),
);
/** Of Gradle and Maven: they report, or remove. */
const IDLE_GOALS =
  /^(?::?[\w:-]*:)?(?:tasks|help|projects|properties|dependencies|clean|wrapper|tree|effective-pom|resolve|init)$/;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'make',
    (args) => args.some((word) => /^-[A-Za-z]*[nqtip]/.test(word) && !/^-[CfIoWj]/.test(word)),
  ],
  [
    'go',
    (args) =>
      hasFlag(args, 'list') || hasFlag(args, 'n') || hasFlag(args, 'exec') || runsNone(args),
  ],
  ['ctest', (args) => args.includes('-N')],
  ['cmake', (args) => args.includes('-E') || args.includes('-P') || args.length === 0],
  ['mvn', (args) => operands(args, GOAL_VALUES).every((goal) => IDLE_GOALS.test(goal))],
  [
    'gradle',
    (args) =>
      args.includes('-m') ||
      args.some(
        (word, at) =>
          (word === '-x' || word === '--exclude-task') && /test|check/i.test(args[at + 1] ?? ''),
      ) ||
      operands(args, GOAL_VALUES).every((goal) => IDLE_GOALS.test(goal)),
  ],
]);
const GOAL_VALUES: ReadonlySet<string> = new Set(
  '-f --file -pl --projects -P --activate-profiles -p --project-dir -b -x --exclude-task --tests -T --threads -I'.split(
    ' ',
  ),
);
const SAME: ReadonlyMap<string, string> = new Map([
  ['gmake', 'make'],
  ['mvnw', 'mvn'],
  ['gradlew', 'gradle'],
]);

/** Whether a program was started in a way in which it runs nothing of the project. */
export function isIdleRunner(command: SimpleCommand): boolean {
  const { args } = command;
  const name = SAME.get(command.name) ?? command.name;
  if (args.some((word) => IDLE_OPTIONS.test(word))) return true;
  if (args.length === 1 && ASKS_ONLY.test(args[0] ?? '')) return true;
  const verb = operands(args, VERB_VALUES)[0];
  if (verb !== undefined && IDLE_VERBS.get(name)?.has(verb) && !isFormatCheck(args)) return true;
  if (verb === undefined && IDLE_VERBS.has(name) && !ALONE.has(name)) return true;
  if (RULES.get(name)?.(args, command)) return true;
  // Of a program nobody knows, an argument has to say what it looks at.
  const isPath = /[\\/]/.test(command.program);
  return args.length === 0 && command.input === undefined && !isPath && !ALONE.has(name);
}

/** `cargo fmt --check` and the like fail where something is not as it should be. */
function isFormatCheck(args: readonly string[]): boolean {
  return args[0] === 'fmt' && args.some((word) => word === '--check' || word === '-d');
}

function hasFlag(args: readonly string[], name: string): boolean {
  return args.some((word) => new RegExp(`^--?(?:test\\.)?${name}(?:=|$)`).test(word));
}

/** `go test -run '^$'`: a filter made to match nothing. */
function runsNone(args: readonly string[]): boolean {
  return args.some((word, at) => {
    const value =
      /^--?(?:test\.)?run=(.*)$/.exec(word)?.[1] ??
      (/^--?run$/.test(word) ? args[at + 1] : undefined);
    return value !== undefined && /^\^?(?:\$|none|xxx+|nothing|)\$?$/i.test(value);
  });
}
