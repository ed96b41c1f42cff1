import { doesNothing, touchesProject } from './inline-code.ts';
import { isToolPath } from './shadowing.ts';
import { operands, type SimpleCommand } from './simple-command.ts';
import type { TreeView } from './tree-view.ts';
import { started } from './trivial-commands.ts';

// What a command leads to, as far as that is written in the tree: a script of package.json, a target of a
// Makefile, a script, inline code. `npm test` is worth what its script is worth.

export type LeadsTo =
  /** Nothing more is known of it. */
  | Readonly<{ kind: 'itself' }>
  /** Shell lines, run in this folder. `stops` if a failing line ends them. */
  | Readonly<{ kind: 'shell'; text: string; folder: string; stops: boolean }>
  | Readonly<{ kind: 'nothing' }>
  /** It works on other files than those of the tree. */
  | Readonly<{ kind: 'elsewhere' }>;

const ITSELF: LeadsTo = { kind: 'itself' };
const NOTHING: LeadsTo = { kind: 'nothing' };
const ELSEWHERE: LeadsTo = { kind: 'elsewhere' };

const FOLDER_OPTIONS =
  /^(?:-C|--prefix|--cwd|--dir|--directory|--project-dir|--manifest-path|--rootdir|--root|--test-dir|--work-tree|--git-dir|--project)$/;
const FILE_OPTION = /^(?:-f|--file|--makefile|-p)$/;
const HAS_FILE_OPTION: ReadonlySet<string> = new Set(
  'make gmake mvn mvnw gradle gradlew tsc docker'.split(' '),
);
/** Their operands are tests and folders of tests. */
const TEST_RUNNERS: ReadonlySet<string> = new Set(
  'pytest py.test jest vitest mocha ava tap rspec phpunit pest unittest rubocop eslint ruff mypy pyright flake8 tox'.split(
    ' ',
  ),
);
const SHELLS: ReadonlySet<string> = new Set('sh bash zsh dash ksh'.split(' '));
const INLINE: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(?:-e|-p|-pe|--eval|--print)$/],
  ['bun', /^(?:-e|--eval|-p|--print)$/],
  ['python', /^-[A-Za-z]*c$/],
  ['ruby', /^-[A-Za-z]*e$/],
  ['perl', /^-[A-Za-z]*[eE]$/],
  ['php', /^-r$/],
]);
const VALUES: ReadonlySet<string> = new Set(
  '-r --require --import --loader --experimental-loader --env-file --input-type --conditions -C -W -X -I -d --test-name-pattern --test-reporter --test-reporter-destination --test-concurrency --test-timeout'.split(
    ' ',
  ),
);
const IDLE_MODULES =
  /^(?:pip|venv|http\.server|json\.tool|this|site|ensurepip|antigravity|platform|sysconfig|webbrowser|calendar|timeit)$/;

export function leadsTo(command: SimpleCommand, tree: TreeView, folder: string): LeadsTo {
  const now = started(command);
  const { name, program, args } = now;
  if (name === 'ssh' || name === 'rsh') return ELSEWHERE;
  const place = placeOf(now, tree, folder);
  if (place === undefined || !tree.isWork(place)) return ELSEWHERE;
  if (isForeignProgram(program, tree, place)) return ELSEWHERE;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) {
    const script = packageScript(now, tree, place);
    if (script !== undefined) return script;
  }
  if (name === 'make' || name === 'gmake') return makeTarget(args, tree, place);
  if (SHELLS.has(name)) return shellScript(now, tree, place);
  const language = name
    .replace(/^python[\d.]*$/, 'python')
    .replace(/^(?:nodejs|tsx|ts-node)$/, 'node');
  const inline = INLINE.get(language);
  if (inline !== undefined && !(language === 'bun' && args[0] === 'test')) {
    return interpreted(now, inline, tree, place);
  }
  if (
    TEST_RUNNERS.has(name) &&
    operands(args, VALUES).some((word) => leadsOut(word, tree, place))
  ) {
    return ELSEWHERE;
  }
  return /[\\/]/.test(program) ? ownProgram(program, tree, place) : ITSELF;
}

/** Neither of the tree nor where tools are installed. */
function isForeignProgram(program: string, tree: TreeView, place: string): boolean {
  if (!/[\\/]/.test(program)) return false;
  const path = tree.from(place, program);
  if (path !== undefined && tree.below(path) !== undefined) return false;
  return !isToolPath(path ?? program);
}

/** The folder a command works in, by its options; undefined if only the shell could say. */
function placeOf(
  { name, args }: SimpleCommand,
  tree: TreeView,
  folder: string,
): string | undefined {
  let place: string | undefined = folder;
  for (let at = 0; at < args.length && place !== undefined; at += 1) {
    const [, option = '', attached] =
      /^(-C(?=.)|-[A-Za-z](?==|$)|--[\w-]+(?==|$))=?(.+)?$/s.exec(args[at] ?? '') ?? [];
    const isFile = FILE_OPTION.test(option) && HAS_FILE_OPTION.has(name);
    // Of some programs `--project` is a name and no folder: then it leads nowhere outside.
    if (!isFile && !FOLDER_OPTIONS.test(option)) continue;
    const value = attached ?? args[at + 1] ?? '';
    const path = tree.from(place, value);
    if (path === undefined || tree.below(path) === undefined) return undefined;
    if (/^(?:-C|--prefix|--cwd|--dir|--directory)$/.test(option)) place = path;
  }
  return place;
}

function packageScript(
  { name, args }: SimpleCommand,
  tree: TreeView,
  place: string,
): LeadsTo | undefined {
  // Which of many packages it runs in, their manager knows.
  if (
    args.some((word) =>
      /^(?:-r|-w|-ws|--workspaces?|--filter|-F|--recursive|--workspaces=.*|--workspace=.*|--filter=.*)$/.test(
        word,
      ),
    )
  )
    return undefined;
  const [verb = '', second] = operands(args, new Set(['--prefix', '-C', '--cwd', '--dir']));
  if (name === 'bun' && verb === 'test') return undefined;
  const script = /^(?:run|run-script)$/.test(verb)
    ? second
    : verb === 't' || verb === 'tst'
      ? 'test'
      : verb;
  const text = tree.read(`${place}/package.json`);
  if (text === undefined || script === undefined) return undefined;
  const found = scriptsOf(text)[script];
  if (found === undefined) return undefined;
  return { kind: 'shell', text: found, folder: place, stops: false };
}

function scriptsOf(text: string): Readonly<Record<string, string>> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    if (typeof scripts !== 'object' || scripts === null) return {};
    return Object.fromEntries(
      Object.entries(scripts).filter(([, value]) => typeof value === 'string'),
    );
  } catch {
    return {}; // Not JSON: npm would not run it either.
  }
}

/** Its lines, if there is one target and it needs no other. Lines with `-` are allowed to fail. */
function makeTarget(args: readonly string[], tree: TreeView, place: string): LeadsTo {
  const targets = operands(args, new Set(['-C', '-f', '-j', '-I', '-o', '-W'])).filter(
    (word) => !word.includes('='),
  );
  const text = ['GNUmakefile', 'makefile', 'Makefile']
    .map((name) => tree.read(`${place}/${name}`))
    .find((found) => found !== undefined);
  const [target] = targets;
  if (text === undefined || targets.length !== 1 || args.includes('-f')) return ITSELF;
  const lines = text.replaceAll('\\\n', ' ').split(/\r?\n/);
  const at = lines.findIndex(
    (line) => line.startsWith(`${target}:`) && !line.startsWith(`${target}:=`),
  );
  if (at === -1) return ITSELF;
  const [, needs = ''] = (lines[at] ?? '').split(/::?/);
  if (needs.replace(/[;#].*$/, '').trim() !== '') return ITSELF;
  const end = lines.findIndex((line, index) => index > at && line !== '' && !/^[\t#]/.test(line));
  const recipe = lines
    .slice(at + 1, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const inline = /;(.*)$/.exec(needs)?.[1];
  const steps = inline === undefined ? recipe : [inline.trim(), ...recipe];
  if (steps.length === 0) return NOTHING;
  const shell = steps.map((step) =>
    /^[@+]*-/.test(step) ? `${step.replace(/^[@+-]*/, '')} || true` : step.replace(/^[@+]*/, ''),
  );
  // What is left of make's own variables can't be read here.
  if (shell.some((step) => /\$[({]/.test(step))) return ITSELF;
  return { kind: 'shell', text: shell.join('\n'), folder: place, stops: true };
}

/** `bash script.sh` and `bash -e script.sh`; `-c` was read before (read-command.ts). */
function shellScript(command: SimpleCommand, tree: TreeView, place: string): LeadsTo {
  if (command.input !== undefined) return NOTHING;
  const [script] = operands(command.args, new Set(['-o', '+o', '-O']));
  if (script === undefined) return NOTHING;
  const stops = command.args.some((word) => /^-[a-z]*e/.test(word) || word === 'errexit');
  return ownProgram(script, tree, place, stops);
}

/** A file that is run: a program of the tree, a tool, or what an interpreter is given. */
function ownProgram(program: string, tree: TreeView, place: string, stops = false): LeadsTo {
  const path = tree.from(place, program);
  if (path === undefined || tree.below(path) === undefined) {
    return isToolPath(path ?? program) ? ITSELF : ELSEWHERE;
  }
  if (
    !tree.isThere ||
    /(?:^|\/)(?:node_modules|vendor|\.?venv|build|target|dist|out|bin|obj)\//.test(
      tree.below(path) ?? '',
    )
  )
    return ITSELF;
  if (!tree.exists(path)) return NOTHING;
  const text = tree.read(path);
  if (text === undefined) return ITSELF;
  const shebang = /^#!.*/.exec(text)?.[0] ?? '';
  if (/\b(?:ba|z|da|k)?sh\b/.test(shebang) || /\.(?:ba|z)?sh$/.test(path)) {
    const runs = text.replace(/^#!.*\n?/, '');
    return {
      kind: 'shell',
      text: runs,
      folder: place,
      stops: stops || /^#!.*\s-[a-z]*e/.test(shebang),
    };
  }
  return doesNothing(text) ? NOTHING : ITSELF;
}

function interpreted(
  command: SimpleCommand,
  inline: RegExp,
  tree: TreeView,
  place: string,
): LeadsTo {
  const { args, name, input } = command;
  const at = args.findIndex((word) => inline.test(word) || /^--(?:eval|print)=/.test(word));
  if (at !== -1) {
    const code = /^--(?:eval|print)=(.*)$/s.exec(args[at] ?? '')?.[1] ?? args[at + 1] ?? '';
    return touchesProject(code, tree, place) ? ITSELF : NOTHING;
  }
  if (args.includes('--test') || args.includes('--run')) {
    return operands(args, VALUES).some((word) => leadsOut(word, tree, place)) ? ELSEWHERE : ITSELF;
  }
  const module = args[args.indexOf('-m') + 1];
  if (name.startsWith('py') && args.includes('-m') && module !== undefined) {
    if (IDLE_MODULES.test(module)) return NOTHING;
    const rest = operands(args.slice(args.indexOf('-m') + 2));
    const isRunner = TEST_RUNNERS.has(module);
    return isRunner && rest.some((word) => leadsOut(word, tree, place)) ? ELSEWHERE : ITSELF;
  }
  const script = operands(args, VALUES)[0];
  if (script === undefined || script === '-') {
    return input !== undefined && touchesProject(input, tree, place) ? ITSELF : NOTHING;
  }
  return ownProgram(script, tree, place);
}

function leadsOut(word: string, tree: TreeView, place: string): boolean {
  if (!/^(?:[/~]|\.\.(?:\/|$)|[A-Za-z]:[\\/])/.test(word)) return false;
  const path = tree.from(place, word.replace(/(?:::|[*?]).*$/, ''));
  return path === undefined || tree.below(path) === undefined;
}
