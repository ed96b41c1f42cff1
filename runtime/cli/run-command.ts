// Reads the command line of one command, runs it and shows what came out.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ENGLISH_TRIALS } from '../words/trial-words.ts';
import type { ArgDef, Args, ArgsDef, Command } from './frame/command.ts';
import { EXIT, type ExitCode, failureOf, type Outcome } from './frame/outcome.ts';
import { show, wantJson } from './frame/output.ts';
import { takeUpFirst } from './frame/take-up-first.ts';
import { tellWaits } from './frame/tell-waits.ts';
import { rollUpFirst } from './stats/roll-up-first.ts';
import { COMMON_ARGS, usageProblem, withValues } from './usage.ts';

const HELP_FLAGS = ['--help', '-h'];

/** `help` is asked for what the command is about, and only where a person wants to know. */
export async function runCommand(
  name: string,
  loaded: Command,
  rawArgs: readonly string[],
  help: (command: Command) => ExitCode,
): Promise<ExitCode> {
  const command: Command = { ...loaded, args: { ...loaded.args, ...COMMON_ARGS } };
  const words = withValues(asNow(name, rawArgs), command.args);
  const options = untilDashes(words);
  if (options.includes('--json')) wantJson();
  if (options.some(isHelpFlag)) return help(command);
  const problem = usageProblem(name, words, command.args, command.takesWords);
  if (problem) return finish(name, problem);
  if (command.startedBy !== 'client') {
    await takeUpFirst(name);
    await rollUpFirst();
  }
  tellWaits(ENGLISH_TRIALS);
  return finish(name, await command.run(await atPlaces(name, read(words, command))));
}

/** Earlier names of options, which still count and which no help lists. */
const EARLIER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: { '--track': '--template' },
};

function asNow(name: string, words: readonly string[]): readonly string[] {
  const names = Object.hasOwn(EARLIER, name) ? EARLIER[name] : undefined;
  if (!names) return words;
  const options = untilDashes(words).length;
  return words.map((word, at) => {
    const [option = '', ...value] = word.split('=');
    const now = at < options && Object.hasOwn(names, option) ? names[option] : undefined;
    return now === undefined ? word : [now, ...value].join('=');
  });
}

/** These are about it alone. */
const OWN_NAMES: readonly string[] = ['answer', 'escalations'];

/** `ESC-0001` is understood wherever a node is; what is about it alone takes it as it is. */
async function atPlaces(name: string, args: Args): Promise<Args> {
  const given = [...args.words, args.text('node') ?? ''];
  if (OWN_NAMES.includes(name) || !given.some((word) => /^ESC-\d/i.test(word))) return args;
  const { placeNamed } = await import('./escalations/place.ts');
  const places = new Map(given.map((word) => [word, placeNamed(word)]));
  const placed = (word: string): string => places.get(word) ?? word;
  return {
    ...args,
    words: args.words.map(placed),
    text(named) {
      const text = args.text(named);
      const isPlaced = text !== undefined && (named === 'node' || args.words.includes(text));
      return isPlaced ? placed(text) : text;
    },
  };
}

export function isHelpFlag(word: string): boolean {
  return HELP_FLAGS.includes(word);
}

export function finish(name: string, outcome: Outcome): ExitCode {
  show(name, outcome);
  const { exit, isAnswer } = outcome;
  return exit === EXIT.failed && !isAnswer ? failureOf(name) : exit;
}

export function untilDashes(words: readonly string[]): readonly string[] {
  const dashes = words.indexOf('--');
  return dashes < 0 ? words : words.slice(0, dashes);
}

function read(words: readonly string[], command: Command): Args {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: optionsOf(command.args),
    allowPositionals: true,
  });
  const places = Object.keys(command.args).filter((name) => isPlace(command.args[name]));
  return {
    text(name) {
      if (isPlace(command.args[name])) return positionals[places.indexOf(name)];
      return textsOf(values[name]).at(-1);
    },
    texts: (name) => textsOf(values[name]),
    flag: (name) => values[name] === true,
    words: positionals,
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function optionsOf(args: ArgsDef): NonNullable<ParseArgsConfig['options']> {
  const named = Object.entries(args).filter(([, arg]) => !isPlace(arg));
  return Object.fromEntries(
    named.map(([name, arg]) => [
      name,
      arg.type === 'string' ? { type: 'string', multiple: true } : { type: 'boolean' },
    ]),
  );
}

function isPlace(arg: ArgDef | undefined): boolean {
  return arg?.type === 'positional';
}
