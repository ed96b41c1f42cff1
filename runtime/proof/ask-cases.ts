// How a check is started so that its runner writes a report for programs beside what it prints. The command stays
// the same one: variables that its runner reads, or options for reports behind its words. Where nothing can be
// asked, exit code and planted words are all there is. Pure.

import { shellWords } from '../evidence/commands/shell-split.ts';
import { type CommandGate, type OutputFormat, shellWord } from '../model/gate.ts';
import { jestOptions, nodePreload, nodeReporter, vitestOptions } from './in-node.ts';
import type { CaseFormat } from './read-cases.ts';
import { type ReadFile, type RunnerCall, runnerCall } from './runner-call.ts';

type Asking = Readonly<{
  /** Text of a file of the tree, by its path below the top. */
  readFile: ReadFile;
  /** Absolute, outside of the copy, in a folder that is there and holds nothing else; new for each run. */
  report: string;
  /** What a person lets gates have. */
  env?: Readonly<Record<string, string>> | undefined;
}>;

export type Asked = Readonly<{
  gate: CommandGate;
  /** Beside those that the person named; of the same name, ours holds theirs. */
  env: Readonly<Record<string, string>>;
  format: CaseFormat;
  /** A file that has to be there, beside the report. */
  file?: Readonly<{ path: string; text: string }>;
}>;

/**
 * Whoever asks holds once, on the first tree, that the run is the same with it and without (same-run.ts), and
 * does not ask where it is not. A gate that promises such a report already is not asked for another one, which
 * could take the place of that: its own is read (`told` of `check`).
 */
export function askCases(gate: CommandGate, asking: Asking): Asked | undefined {
  if (gate.outputs) return undefined;
  const plain = withoutShell(gate);
  if (plain) {
    const { env: set, gate: alone } = plain;
    const asked = askCases(alone, { ...asking, env: { ...asking.env, ...set } });
    return asked && { ...asked, env: { ...set, ...asked.env } };
  }
  const call = runnerCall(gate, asking.readFile);
  if (!call) return undefined;
  const { env = {}, report } = asking;
  const as = (format: OutputFormat): CaseFormat => ({ as: format, folder: call.folder });
  const byEnv = (name: string, value: string | undefined, format: CaseFormat): Asked | undefined =>
    value === undefined ? undefined : { gate, env: { [name]: value }, format };
  switch (call.runner) {
    case 'node':
      return byEnv('NODE_OPTIONS', nodeOptions(call, report, env), as('jest'));
    case 'pytest':
      return byEnv('PYTEST_ADDOPTS', pytestOptions(call, report, env), as('junit'));
    case 'go': {
      const told = goTee(gate, call, report);
      return told && { gate: told, env: {}, format: as('go-test') };
    }
    case 'jest':
    case 'vitest':
    case 'mocha': {
      if (writesReport(call.args)) return undefined;
      const words = optionsFor(call, report);
      return words
        ? { gate: withWords(gate, call, words), env: {}, format: as('jest') }
        : preloaded(gate, call, asking);
    }
  }
}

/**
 * `NAME=value command` as a call with these variables, to which ours can be added. Not where a shell would expand
 * something, or where a value names a place, which is led into the copy with the line that holds it.
 */
function withoutShell(
  gate: CommandGate,
): Readonly<{ gate: CommandGate; env: Readonly<Record<string, string>> }> | undefined {
  const line = gate.shell ? gate.command.join(' ') : '';
  const words = shellWords(line, true) ?? [];
  const sets = words.findIndex((word) => !VARIABLE.test(word));
  if (sets <= 0) return undefined;
  const env = words.slice(0, sets).map((word) => {
    const [, name = '', value = ''] = VARIABLE.exec(word) ?? [];
    return [name, value] as const;
  });
  if (env.some(([, value]) => PLACE.test(value))) return undefined;
  const { shell: _, ...plain } = gate;
  return { gate: { ...plain, command: words.slice(sets) }, env: Object.fromEntries(env) };
}

const VARIABLE = /^([A-Za-z_]\w*)=([\s\S]*)$/;
const PLACE = /(?:^|[\s=:,])(?:\/|[A-Za-z]:[\\/])/;

/** Of jest and vitest. What writes a report already is read by somebody. */
function writesReport(args: readonly string[]): boolean {
  return args.some((word) => /^--(?:json|outputFile(?:[.=].*)?|outputFile)$/i.test(word));
}

function optionsFor({ runner, args, takes }: RunnerCall, report: string) {
  if (takes === 'nothing' || runner === 'mocha') return undefined;
  if (runner === 'jest') return jestOptions(report);
  // One that is named adds to others that are named, and takes the place of the usual one.
  return vitestOptions(report, !args.some((word) => /^--reporter\b/.test(word)));
}

function withWords(
  gate: CommandGate,
  { takes }: RunnerCall,
  words: readonly string[],
): CommandGate {
  const added = takes === 'behind-dashes' ? ['--', ...words] : words;
  if (!gate.shell) return { ...gate, command: [...gate.command, ...added] };
  return { ...gate, command: [[...gate.command, ...added.map(shellWord)].join(' ')] };
}

/** The variable is dropped by a line that sets its own. */
function preloaded(
  gate: CommandGate,
  call: RunnerCall,
  { report, env = {} }: Asking,
): Asked | undefined {
  if (call.env.has('NODE_OPTIONS')) return undefined;
  const file = { path: `${report}.preload.cjs`, text: nodePreload(report) };
  const options = together(env.NODE_OPTIONS, `--require ${JSON.stringify(file.path)}`);
  const format = { as: 'jest', folder: call.folder } as const;
  return { gate, env: { NODE_OPTIONS: options }, format, file };
}

type Env = Readonly<Record<string, string>>;

/**
 * Reporters and their destinations come in pairs, those of the variable before those of the command. A command
 * that names one alone means stdout; one that names none has one by its version, whose place we have to fill.
 */
function nodeOptions(call: RunnerCall, report: string, env: Env): string | undefined {
  const own = (option: string): number =>
    call.args.filter((word) => word === option || word.startsWith(`${option}=`)).length;
  const reporters = own('--test-reporter');
  const destinations = own('--test-reporter-destination');
  const isSet = env.NODE_OPTIONS?.includes('--test-reporter');
  if (call.env.has('NODE_OPTIONS') || isSet) return undefined;
  const toStdout = '--test-reporter-destination=stdout';
  const ours = [`--test-reporter=${nodeReporter(report)}`, toStdout];
  const usual = reporters === 0 ? ['--test-reporter=spec', toStdout] : [];
  const isAlone = reporters === 1 && destinations === 0;
  if (!isAlone && reporters !== destinations) return undefined;
  return together(env.NODE_OPTIONS, [...usual, ...ours, ...(isAlone ? [toStdout] : [])].join(' '));
}

/** `xunit1` names the file of each test. What the command says itself comes later, and counts. */
function pytestOptions(call: RunnerCall, report: string, env: Env): string | undefined {
  const isAsked = (text: string): boolean => /--junit-?xml/.test(text);
  if (call.args.some(isAsked) || call.env.has('PYTEST_ADDOPTS')) return undefined;
  if (isAsked(env.PYTEST_ADDOPTS ?? '')) return undefined;
  return together(
    env.PYTEST_ADDOPTS,
    `${shellWord(`--junitxml=${report}`)} -o junit_family=xunit1`,
  );
}

/**
 * Only called directly, and never by GOFLAGS, with which `go vet` ends well on a fault. Its report is what it
 * prints: a program of Node keeps that, and prints what it says to people.
 */
function goTee(gate: CommandGate, call: RunnerCall, report: string): CommandGate | undefined {
  const [program, verb, ...args] = gate.command;
  const isDirect =
    !gate.shell && /^(?:.*[\\/])?go(?:\.exe)?$/.test(program ?? '') && verb === 'test';
  if (!isDirect || call.args.some((word) => /^--?(?:json|c|list)\b/.test(word))) return undefined;
  const words = [program ?? 'go', 'test', '-json', ...args];
  return { ...gate, command: [process.execPath, '-e', TEE, report, ...words] };
}

const TEE = `
const { appendFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [, report, program, ...args] = process.argv;
const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
let rest = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) say(line);
}).on('end', () => { if (rest !== '') say(rest); });
child.on('error', () => { process.exitCode = 127; });
child.on('close', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exitCode ??= code;
});
let isLost = false;
function say(line) {
  try {
    if (!isLost) appendFileSync(report, line + '\\n');
  } catch (error) {
    isLost = true;
    process.stderr.write('wukong: the cases of this run cannot be kept: ' + error.message + '\\n');
  }
  const event = eventIn(line);
  if (event === null) process.stdout.write(line + '\\n');
  else if (typeof event.Output === 'string') process.stdout.write(event.Output);
}
function eventIn(line) {
  try {
    const event = JSON.parse(line);
    return typeof event === 'object' ? event : null;
  } catch {
    return null; // What the compiler prints stands between the events.
  }
}
`;

function together(theirs: string | undefined, ours: string): string {
  return theirs ? `${theirs} ${ours}` : ours;
}
