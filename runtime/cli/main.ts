#!/usr/bin/env node
// `wukong <command>`: finds the command, checks the command line, shows what came out.

import { type ParseArgsConfig, parseArgs, stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, renderUsage } from 'citty';
import { codeOf } from '../files/file-failure.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { oneLine } from '../words/plain-text.ts';
import { ALIASES, COMMANDS, cittyCommand, MEANT } from './commands.ts';
import type { Args, Command } from './frame/command.ts';
import { EXIT, type ExitCode, failed, joined, misused, type Outcome } from './frame/outcome.ts';
import { hasColors, outliveOutput, show, wantJson } from './frame/output.ts';
import { takeUpFirst } from './frame/take-up-first.ts';
import { COMMON_ARGS, usageProblem, withValues } from './usage.ts';
import { VERSION } from './frame/version.ts';

const HELP_FLAGS = ['--help', '-h'];

async function main(argv: readonly string[]): Promise<ExitCode> {
  const [typed, ...rawArgs] = argv;
  const name = typed === undefined ? undefined : commandNamed(typed);
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${VERSION}\n`);
    return EXIT.done;
  }
  const [about] = rawArgs;
  if (name === 'help' && about !== undefined && !about.startsWith('-')) {
    return main([about, '--help']);
  }
  if (name === undefined || name === 'help' || HELP_FLAGS.includes(name)) {
    return helpOnAll(name === undefined ? EXIT.usage : EXIT.done);
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    if (untilDashes(rawArgs).includes('--json')) wantJson();
    return finish(name, unknownCommand(name));
  }
  const loaded = await load();
  const command: Command = { ...loaded, args: { ...loaded.args, ...COMMON_ARGS } };
  const words = withValues(rawArgs, command.args);
  const options = untilDashes(words);
  if (options.includes('--json')) wantJson();
  if (options.some((word) => HELP_FLAGS.includes(word))) return helpOn(name, command);
  const problem = usageProblem(name, words, command.args, command.takesWords);
  if (problem) return finish(name, problem);
  await takeUpFirst();
  return finish(name, await command.run(read(words, command)));
}

function commandNamed(typed: string): string {
  return (Object.hasOwn(ALIASES, typed) ? ALIASES[typed] : undefined) ?? typed;
}

function finish(name: string, outcome: Outcome): ExitCode {
  show(name, outcome);
  return outcome.exit;
}

function untilDashes(words: readonly string[]): readonly string[] {
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

/** citty describes them; it would read `--no-change` as the opposite of `--change`. */
function optionsOf(args: ArgsDef): NonNullable<ParseArgsConfig['options']> {
  const named = Object.entries(args).filter(([, arg]) => !isPlace(arg));
  return Object.fromEntries(
    named.map(([name, arg]) => [
      name,
      arg.type === 'string' ? { type: 'string', multiple: true } : { type: 'boolean' },
    ]),
  );
}

function isPlace(arg: ArgsDef[string] | undefined): boolean {
  return arg?.type === 'positional';
}

function unknownCommand(name: string): Outcome {
  const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
  const hint = meant ? `Type: wukong ${meant}.` : didYouMean(name, Object.keys(COMMANDS));
  const hints = [hint, 'See `wukong --help`.'];
  return misused(`"${oneLine(name, 40)}" is no command of wukong.`, joined(hints));
}

async function helpOnAll(exit: ExitCode): Promise<ExitCode> {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()] as const),
  );
  const root: CommandDef = {
    meta: {
      name: 'wukong',
      version: VERSION,
      description: 'Task graphs for Claude Code, with evidence and a crash-safe log',
    },
    subCommands: Object.fromEntries(
      loaded.map(([name, { description }]) => [
        name,
        { meta: { name, description: `${description}${aliasesOf(name)}` } },
      ]),
    ),
  };
  return printHelp(root, exit === EXIT.done ? process.stdout : process.stderr, exit);
}

function aliasesOf(name: string): string {
  const aliases = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === name);
  return aliases.length === 0 ? '' : ` (alias: ${aliases.join(', ')})`;
}

function helpOn(name: string, command: Command): Promise<ExitCode> {
  return printHelp(cittyCommand(name, command), process.stdout, EXIT.done);
}

async function printHelp(
  command: CommandDef,
  stream: NodeJS.WriteStream,
  exit: ExitCode,
): Promise<ExitCode> {
  const usage = await renderUsage(command);
  // citty colours pipes too, and knows no other NO_COLOR than 1.
  const text = hasColors(stream) ? usage : stripVTControlCharacters(usage);
  stream.write(`${text.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`);
  return exit;
}

/** What the system refuses is no bug: files that may not be read, a full disk, a folder that is gone. */
function refusedBySystem(error: unknown): Outcome | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const message = error.syscall === 'uv_cwd' ? 'This folder is gone.' : error.message;
  return failed({ kind: 'file-system', code: codeOf(error), message });
}

/** Expected trouble never comes here. */
function bug(error: unknown): Outcome {
  const message = withoutFolders(error instanceof Error ? error.message : String(error));
  const frame =
    error instanceof Error ? /\n\s+at (.*:\d+:\d+.*)/.exec(error.stack ?? '')?.[1] : undefined;
  const place = `${withoutFolders(frame ?? 'unknown place')}, Node ${process.versions.node} on ${process.platform}`;
  const hint = 'Please report these lines. Nothing half-written was left behind.';
  const text = `wukong ${VERSION} has a bug: ${message}\n  at ${place}\n  ${hint}`;
  return {
    exit: EXIT.bug,
    text,
    json: { error: { kind: 'bug', message, place, version: VERSION, hint } },
  };
}

/** The user's own folders are nobody's business in a bug report. */
function withoutFolders(text: string): string {
  return text
    .replaceAll(/'[^'\n]*[\\/]([^'\\/\n]*)'/g, "'$1'")
    .replaceAll(/(?:file:\/\/)?(?:\b[A-Za-z]:)?[\\/][^\s'"()]*[\\/]/g, '');
}

function isNodeTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

outliveOutput();
if (isNodeTooOld()) {
  process.stderr.write(`wukong needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = EXIT.failed;
} else {
  const argv = process.argv.slice(2);
  process.exitCode = await main(argv).catch((error: unknown) =>
    finish(argv[0] ?? '', refusedBySystem(error) ?? bug(error)),
  );
}
