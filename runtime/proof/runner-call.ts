// Which test runner a check starts, by its words and those of the scripts it leads to. Only to know which report
// to ask for: that the runner is this one, the report itself shows, and that nothing else changed by asking, the
// first run with and without it. Pure.

import { posix } from 'node:path';
import { type Scripts, scriptsOf } from '../evidence/commands/manifest-scripts.ts';
import { splitShell } from '../evidence/commands/shell-split.ts';
import { type SimpleCommand, simpleCommand } from '../evidence/commands/simple-command.ts';
import { type CommandGate, shellWord } from '../model/gate.ts';

export type RunnerCall = Readonly<{
  runner: 'node' | 'mocha' | 'jest' | 'vitest' | 'pytest' | 'go';
  /** Its words behind the name of the runner. */
  args: readonly string[];
  /** Set for it in the same line. */
  env: ReadonlyMap<string, string>;
  /** The folder it runs in, below the top. */
  folder: string;
  /**
   * How words of ours reach it: behind those of the gate, behind a `--`, or not at all. They would reach
   * another command, or nobody.
   */
  takes: 'words' | 'behind-dashes' | 'nothing';
  /** As it stands in a line for a shell, where other commands run beside it; a script of npm or the gate. */
  within?: Readonly<{ line: string; of: 'script' | 'gate' }>;
}>;

export type ReadFile = (pathBelowTop: string) => string | undefined;

const MAX_DEPTH = 5;
const PYTEST = /^(?:pytest|py\.test)(?:-?3)?$/;
const NODE_RUNNER = /^(?:_?mocha|jest|vitest)$/;
/** They start what stands behind them. */
const LAUNCHER =
  /^(?:npx|bunx|pnpm|pnpx|yarn|npm|c8|nyc|node|tsx|ts-node|python[\d.]*|coverage|uv|uvx|poetry|pipenv|pdm|hatch|rye|dotenv|xvfb-run)$/;
const COVERAGE = /^(?:c8|nyc)$/;
const SCRIPTS = /^(?:npm|pnpm|yarn|bun)$/;
const SCRIPT_VERB = /^(?:run|run-script)$/;
const TEST_VERB = /^(?:test|t|tst)$/;

/** The one runner it starts; undefined if there is none, or more than one. */
export function runnerCall(gate: CommandGate, read: ReadFile): RunnerCall | undefined {
  const folder = posix
    .normalize(gate.cwd ?? '.')
    .replace(/^\.(?:\/|$)/, '')
    .replace(/\/$/, '');
  const at = { folder, depth: 0, takes: 'words' } as const;
  const calls = gate.shell
    ? callsOf(gate.command.join(' '), at, read)
    : callsIn(simpleCommandOf(gate.command), at, read);
  const sure = calls.filter(({ isSure }) => isSure);
  // `node build.js && jest`: the other one may use node:test, or be no test at all.
  const [first, ...others] = sure.length > 0 ? sure : calls;
  return first === undefined || others.length > 0 ? undefined : first.call;
}

type At = Pick<RunnerCall, 'folder' | 'takes' | 'within'> & Readonly<{ depth: number }>;
type Found = Readonly<{ call: RunnerCall; isSure: boolean }>;

function simpleCommandOf(words: readonly string[]): SimpleCommand {
  return simpleCommand({ text: words.map(shellWord).join(' ') });
}

/** Of a line for a shell. What is put behind a line reaches its last command. */
function callsOf(line: string, at: At, read: ReadFile): readonly Found[] {
  const parts = splitShell(line);
  if (parts === undefined) return [];
  let { folder } = at;
  return parts.flatMap((part, index) => {
    const command = simpleCommand(part);
    const [to] = command.args;
    if (command.name === 'cd' && to !== undefined) {
      folder = posix.join(folder, to);
      return [];
    }
    const isLast = index === parts.length - 1 && part.end === '' && !/[()<>]/.test(part.text);
    const takes = isLast ? at.takes : 'nothing';
    const isAlone = parts.length === 1 && !at.within;
    const of = at.depth === 0 ? 'gate' : 'script';
    const within = isAlone ? {} : { within: { line: part.text, of } as const };
    return callsIn(command, { ...at, folder, takes, ...within }, read);
  });
}

function callsIn(command: SimpleCommand, at: At, read: ReadFile): readonly Found[] {
  const { name, args, env } = command;
  const scripts = scriptsOf(read(posix.join(at.folder, 'package.json')));
  const script = scriptOf(command, scripts);
  if (script !== undefined)
    return at.depth < MAX_DEPTH ? callsByScript(script, scripts, at, read) : [];
  if (name === 'go') {
    const [verb, ...rest] = args;
    return verb === 'test' ? [found('go', rest, command, at)] : [];
  }
  if (name === 'npx' && args[0] === '-c' && args.length === 2) {
    return callsOf(args[1] ?? '', { ...at, takes: 'nothing' }, read);
  }
  const words = [name, ...args];
  // `nyc npm run unit`
  const covered = COVERAGE.test(name) ? args.findIndex((word) => SCRIPTS.test(word)) : -1;
  if (covered >= 0) {
    return callsIn(simpleCommandOf(args.slice(covered)), { ...at, takes: 'nothing' }, read);
  }
  const reach = LAUNCHER.test(name) ? words.length : 1;
  for (const [index, word] of words.slice(0, reach).entries()) {
    const base = posix.basename(word.replaceAll('\\', '/')).replace(/\.(?:cmd|exe|[cm]?js)$/, '');
    const rest = words.slice(index + 1);
    if (PYTEST.test(base)) return [found('pytest', rest, command, at)];
    const runner = NODE_RUNNER.exec(base)?.[0].replace(/^_/, '');
    if (runner === 'mocha' || runner === 'jest' || runner === 'vitest') {
      return [found(runner, rest, command, at)];
    }
  }
  const node = words.slice(0, reach).findIndex((word) => word === 'node' || word === 'tsx');
  if (node < 0) return [];
  const rest = words.slice(node + 1);
  const takes = 'nothing';
  const call = { runner: 'node', args: rest, env, ...placeOf(at), takes } as const;
  return [{ call, isSure: rest.includes('--test') }];
}

function found(
  runner: RunnerCall['runner'],
  args: readonly string[],
  { env }: SimpleCommand,
  at: At,
): Found {
  // Behind a `--` of its own it takes files.
  const takes = args.includes('--') ? 'nothing' : at.takes;
  return { call: { runner, args, env, ...placeOf(at), takes }, isSure: true };
}

function placeOf({ folder, within }: At): Pick<RunnerCall, 'folder' | 'within'> {
  return { folder, ...(within && { within }) };
}

type Script = Readonly<{ name: string; dashes: boolean; isBare: boolean }>;

/** `npm test`, `pnpm run unit`, `node --run test`: without options, which may lead elsewhere. */
function scriptOf({ name, args }: SimpleCommand, scripts: Scripts): Script | undefined {
  const words = args.filter((word) => !/^(?:-s|--silent)$/.test(word));
  if (name === 'node') {
    const [option = '', script, ...more] = words;
    const named = /^--run=(.+)$/.exec(option)?.[1];
    if (named !== undefined) return { name: named, dashes: true, isBare: words.length === 1 };
    const isRun = option === '--run' && script !== undefined;
    return isRun ? { name: script, dashes: true, isBare: more.length === 0 } : undefined;
  }
  if (!SCRIPTS.test(name)) return undefined;
  const [verb = '', ...rest] = words;
  const isTest = TEST_VERB.test(verb) && name !== 'bun';
  const isShort = name !== 'npm' && scripts.has(verb);
  const [script, ...more] = isTest
    ? ['test', ...rest]
    : SCRIPT_VERB.test(verb)
      ? rest
      : isShort
        ? words
        : [];
  if (script === undefined || script.startsWith('-')) return undefined;
  // The others hand on all that is behind the name, a `--` with it.
  return { name: script, dashes: name === 'npm', isBare: more.length === 0 };
}

function callsByScript(script: Script, scripts: Scripts, at: At, read: ReadFile): readonly Found[] {
  // Behind the words of a script within a script, npm takes options for its own.
  const canTake = script.isBare && at.depth === 0 && at.takes === 'words';
  const takes = !canTake ? 'nothing' : script.dashes ? 'behind-dashes' : 'words';
  const texts = [`pre${script.name}`, script.name, `post${script.name}`].flatMap((name) => {
    const text = scripts.get(name);
    return text === undefined ? [] : [{ name, text }];
  });
  return texts.flatMap(({ name, text }) => {
    const isBeside = texts.length > 1 || at.within !== undefined;
    const within = isBeside ? { within: { line: text, of: 'script' } as const } : {};
    const reach = name === script.name ? takes : 'nothing';
    const { folder, depth } = at;
    return callsOf(text, { folder, depth: depth + 1, takes: reach, ...within }, read);
  });
}

type PlainCall = Readonly<{
  gate: CommandGate;
  /** No runner is known for sure: it may be the last command of the line. */
  isGuess: boolean;
}>;

/**
 * The call of the runner alone, of a check that does other things beside it: a formatter before the tests refuses a
 * line that is planted in them, and then the tests have not been asked. Whoever approved the check has approved this
 * part of it, in copies. Undefined where nothing runs beside the one runner.
 */
export function plainCall(gate: CommandGate, readFile: ReadFile): PlainCall | undefined {
  const call = runnerCall(gate, readFile);
  // A program of Node may be a linter as well as a test.
  const isGuess = call === undefined || (call.runner === 'node' && !call.args.includes('--test'));
  const last = isGuess ? lastCommand(gate) : undefined;
  if (last || !call?.within) return last;
  const { line, of } = call.within;
  // What it promises to write may be the work of the others.
  const { outputs: _, cwd: __, shell: ___, ...rest } = gate;
  const cwd = call.folder === '' ? {} : { cwd: call.folder };
  // npx reads a line as npm reads a script: with a shell, and the programs of the packages in reach.
  const plain =
    of === 'script'
      ? { ...rest, ...cwd, command: ['npx', '-c', line] }
      : { ...rest, ...cwd, command: [line], shell: true };
  return { gate: plain, isGuess };
}

/** Of a line for a shell, in the folder that it went to. */
function lastCommand({ outputs: _, ...gate }: CommandGate): PlainCall | undefined {
  const parts = gate.shell ? splitShell(gate.command.join(' ')) : undefined;
  const last = parts?.at(-1);
  if (!parts || !last || parts.length < 2) return undefined;
  const moves = parts.filter(({ text }) => /^cd\s/.test(text)).map(({ text }) => text);
  return { gate: { ...gate, command: [[...moves, last.text].join(' && ')] }, isGuess: true };
}
