// Whether one command is a plain call of a known test runner, or of a script of a manifest. What is neither
// shows nothing by itself: a person may approve it as a gate.

import {
  composerScript,
  justRecipe,
  makeTarget,
  packageScript,
  type Script,
} from './manifest-scripts.ts';
import { type SimpleCommand, startedBy } from './simple-command.ts';
import { hasKnownOptions, isRunnerCall } from './test-runners.ts';
import type { TreeView } from './tree-view.ts';

type Call =
  | Readonly<{ kind: 'check' | 'other' | 'elsewhere' }>
  /** Lines of a shell, run in this folder. `stops` if a failing line ends them. */
  | Readonly<{ kind: 'script'; text: string; folder: string; stops: boolean }>;

const CHECK: Call = { kind: 'check' };
const OTHER: Call = { kind: 'other' };
const ELSEWHERE: Call = { kind: 'elsewhere' };

/** They start what follows them, after one of these words; empty: at once. */
const STARTERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ npx: [''], bunx: [''], pnpx: [''], c8: [''], nyc: [''], 'xvfb-run': [''] },
    ...{ npm: ['exec', 'x'], pnpm: ['exec', 'dlx'], yarn: ['exec', 'dlx'], bun: ['x'] },
    ...{ uv: ['run'], poetry: ['run'], pipenv: ['run'], pdm: ['run'], hatch: ['run'] },
    bundle: ['exec'],
  }),
);
const STARTER_OPTION =
  /^(?:-[yqa]|--(?:yes|no|no-install|quiet|silent|frozen|locked|no-sync|active|all-extras|dev|all|check-coverage|[\w-]+=.*))$/;
const STARTER_VALUE = /^(?:-[pr]|--(?:package|with|group|extra|python|reporter))$/;
const STARTER_CALL = /^--(?:call|eval|node-options|shell|script-shell)\b/;

/** They lead to scripts. */
const MANAGERS: readonly string[] = 'npm pnpm yarn bun make gmake just composer'.split(' ');
/** Options of package managers; which of many packages a script runs in they know. */
const MANAGER_OPTION =
  /^(?:-[sr]|-ws|--(?:silent|quiet|recursive|workspaces|stream|parallel|include-workspace-root|(?:prefix|cwd|dir|workspace|filter|loglevel)=.*))$/;
const MANAGER_VALUE = /^(?:-[CwF]|--(?:prefix|cwd|dir|workspace|filter))$/;
const MANY = /^(?:-[rwF]|-ws|--(?:recursive|workspaces?|filter)(?:=.*)?)$/;
const MAKE_OPTION =
  /^(?:-[jksBw]|-j\d+|-C.*|--(?:jobs(?:=\d+)?|silent|quiet|no-print-directory|always-make|keep-going|directory(?:=.*)?))$/;
const FOLDER = /^(?:-C|--prefix|--cwd|--dir|--directory)$/;

/** Where output goes may be anywhere, and what picks tests by name is no path. */
const NO_PLACE =
  /^--?(?:[tgkm]|run|grep|fgrep|filter|testNamePattern|test-name-pattern|junit-?xml|junitfile|log-junit|coverprofile|outputFile|basetemp|log-file|results-directory|coverageDirectory|cov-report|cacheDirectory|test-reporter-destination|reporter-options?)(?:[.=].*)?$/;
/** A program of the tree that is there to start a runner. */
const OWN_RUNNER =
  /(?:^|\/)(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/(?:bin|Scripts)|\.[nt]ox\/[^/]+\/bin)\/[^/]+$|(?:^|\/)(?:gradlew|mvnw)$|^bin\/(?:rails|rake|rspec|phpunit)$/;
const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|var\/folders)(?:\/|$)/;

export function callOf(command: SimpleCommand, tree: TreeView, folder: string): Call {
  const now = started(command);
  if (!now || expands(command.text)) return OTHER;
  if (![command, now].every(({ program }) => isKnownPlace(program, tree, folder))) return OTHER;
  const { name, args } = now;
  const isManager = MANAGERS.includes(name);
  const place = placeOf(args, tree, folder);
  const leads = args.some((_, at) => leadsOut(args, at, tree, folder));
  const isHere = !leads && place !== undefined && tree.isWork(place);
  if (!isManager && !isNodeScript(args) && !isRunnerCall(name, args)) return OTHER;
  if (!isHere) return ELSEWHERE;
  if (name === 'make' || name === 'gmake') return ofMake(args, tree, place);
  if (name === 'just') {
    const [recipe, ...more] = args;
    const isPlain = more.length === 0 && !recipe?.startsWith('-');
    return isPlain ? script(justRecipe(tree, place, recipe), place, true) : OTHER;
  }
  if (name === 'composer') {
    const [called = '', ...rest] = args.filter((word, at) => at > 0 || !/^run/.test(word));
    return script(withWords(composerScript(tree, place, called), rest), place, true);
  }
  if (isManager) return ofManager(now, tree, place);
  return isNodeScript(args) ? ofNode(args, tree, place) : CHECK;
}

function script(text: Script, folder: string, stops: boolean): Call {
  return typeof text === 'string' ? { kind: 'script', text, folder, stops } : OTHER;
}

/** Words behind the name of a script are words of its last command. */
function withWords(text: Script, rest: readonly string[]): Script {
  const quoted = rest.map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return typeof text === 'string' ? [text, ...quoted].join(' ') : text;
}

/** What a command starts in the end: `npx --yes vitest run` and `uv run pytest` are Vitest and pytest. */
function started(command: SimpleCommand): SimpleCommand | undefined {
  let now = command;
  for (let depth = 0; depth < 5; depth += 1) {
    const verbs = STARTERS.get(now.name) ?? [];
    const [first = '', ...rest] = now.args;
    const isVerb = first !== '' && verbs.includes(first);
    if (!isVerb && !verbs.includes('')) return now;
    const words = isVerb ? rest : [...now.args];
    while (words[0]?.startsWith('-')) {
      const option = words.shift() ?? '';
      if (option === '--') break;
      if (STARTER_CALL.test(option)) return undefined;
      if (STARTER_VALUE.test(option)) words.shift();
      else if (!STARTER_OPTION.test(option)) return undefined;
    }
    if (words.length === 0) return undefined;
    now = startedBy(now, words);
  }
  return now;
}

function ofManager({ name, args }: SimpleCommand, tree: TreeView, place: string): Call {
  if (name === 'bun' && args[0] === 'test') return isRunnerCall(name, args) ? CHECK : OTHER;
  const own: string[] = [];
  const found: string[] = [];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (let at = 0; at < end; at += 1) {
    const word = args[at] ?? '';
    // What follows the script belongs to it, but for npm.
    const isOfScript = name !== 'npm' && found.length > (/^run/.test(found[0] ?? '') ? 1 : 0);
    if (isOfScript || !word.startsWith('-')) found.push(word);
    else if (!MANAGER_VALUE.test(word) && !MANAGER_OPTION.test(word)) return OTHER;
    else own.push(word);
    if (MANAGER_VALUE.test(word) && own.at(-1) === word) at += 1;
  }
  const isMany = name === 'yarn' && found[0] === 'workspace';
  const [first = '', ...more] = isMany ? found.slice(2) : found;
  const isRun = /^run(?:-script)?$/.test(first);
  const [called = '', ...words] = isRun ? more : [first, ...more];
  const wanted = /^(?:t|tst)$/.test(called) ? 'test' : called;
  if (name === 'npm' && !isRun && wanted !== 'test') return OTHER;
  const rest = [...words, ...args.slice(end + 1)];
  const text =
    isMany || own.some((word) => MANY.test(word)) ? undefined : packageScript(tree, place, wanted);
  if (typeof text === 'string') return script(withWords(text, rest), place, false);
  if (text === undefined)
    return /^test(?:$|:)/.test(wanted) && hasKnownOptions(rest) ? CHECK : OTHER;
  // `yarn jest` is jest.
  return name !== 'npm' && isRunnerCall(called, rest) ? CHECK : OTHER;
}

/** `node --run test` is the script, without what npm runs around it. */
function isNodeScript([first = '']: readonly string[]): boolean {
  return /^--run(?:=|$)/.test(first);
}

function ofNode([first = '', ...rest]: readonly string[], tree: TreeView, place: string): Call {
  const words = first === '--run' ? rest : [first.slice('--run='.length), ...rest];
  const [name = '', ...more] = words.filter((word) => word !== '--');
  return script(withWords(packageScript(tree, place, name), more), place, false);
}

function ofMake(args: readonly string[], tree: TreeView, place: string): Call {
  if (args.some((word) => word.startsWith('-') && !MAKE_OPTION.test(word))) return OTHER;
  const words = args.filter(
    (word, at) => !/^(?:-|\d+$)/.test(word) && !FOLDER.test(args[at - 1] ?? ''),
  );
  const set = words.flatMap((word) => {
    const [, name, value = ''] = /^(\w+)[:?]?=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  // The shell of its recipes, and its own options.
  if (set.some(([name]) => name === 'SHELL' || name === 'MAKEFLAGS')) return OTHER;
  const [target, ...more] = words.filter((word) => !word.includes('='));
  return more.length > 0
    ? OTHER
    : script(makeTarget(tree, place, target, new Map(set)), place, true);
}

/** Where tools are installed, or what the tree has to start one. */
function isKnownPlace(program: string, tree: TreeView, folder: string): boolean {
  if (!/[\\/]/.test(program)) return true;
  const path = tree.from(folder, program) ?? program;
  const below = tree.below(path);
  if (below !== undefined) return OWN_RUNNER.test(below);
  return !TEMPORARY.test(path) && /[\\/]s?bin[\\/][^\\/]+$|^[A-Za-z]:[\\/]Program Files/.test(path);
}

/** The folder it works in, by its options; undefined if only the shell could say. */
function placeOf(args: readonly string[], tree: TreeView, folder: string): string | undefined {
  let place: string | undefined = folder;
  for (const [at, word] of args.entries()) {
    if (word === '--' || place === undefined) break;
    const [, option = '', attached] = /^(-C(?=.)|-C$|--[\w-]+(?==|$))=?(.+)?$/s.exec(word) ?? [];
    if (FOLDER.test(option)) place = tree.from(place, attached ?? args[at + 1] ?? '');
  }
  return place;
}

function leadsOut(args: readonly string[], at: number, tree: TreeView, folder: string): boolean {
  const word = args[at] ?? '';
  if (NO_PLACE.test(word) || NO_PLACE.test(args[at - 1] ?? '')) return false;
  const [, value = word] = /^(?:-C|--?[\w.-]+=|\w+=)(.+)$/s.exec(word) ?? [];
  if (!/^(?:\/(?!\/)|~|\.\.(?:\/|$)|[A-Za-z]:[\\/])/.test(value)) return false;
  const path = tree.from(folder, value.replace(/(?:::|[*?]).*$/, ''));
  return path === undefined || tree.below(path) === undefined;
}

/** What the shell puts in the place of words nobody sees; variables that are set for it aside. */
function expands(text: string): boolean {
  const plain = text
    .replace(/'[^']*'|\\./g, '')
    .replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|\S*)\s+)*/, '');
  return /`|\$[({\w]|<\(/.test(plain);
}
