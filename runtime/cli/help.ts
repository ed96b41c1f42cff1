// `wukong --help` and `wukong <command> --help`, as lines. Pure but for colours; docs/cli.md is written from the same.

import { VERSION } from '../workspace/version.ts';
import { ALIASES, FIRST, GROUPS, MOST_USED } from './commands.ts';
import type { ArgDef, ArgsDef, Command, Example } from './frame/command.ts';
import { wrapped } from './frame/wrap.ts';
import { asTyped } from './usage.ts';

export type Look = Readonly<{ width: number; bold: (text: string) => string }>;
type Row = readonly [name: string, text: string];

type Commands = Readonly<Record<string, Command>>;

/** The commands that one person uses, with a line each, and the names of the others. */
export function aboutMost(commands: Commands, look: Look): string[] {
  const others = GROUPS.flatMap(({ title, commands: members }): Row[] => {
    const names = Object.keys(members).filter((name) => !MOST_USED.includes(name));
    return names.length === 0 ? [] : [[title.toLowerCase(), names.join(', ')]];
  });
  return [
    ...heading(look),
    ...section('COMMANDS', rowsOf(MOST_USED, commands), look),
    ...section('MORE', others, look),
    ...examples(FIRST, look),
    '',
    'More on each: wukong COMMAND --help. All of them with a line each: wukong --help --all',
  ];
}

/** All of them, by group. */
export function aboutAll(commands: Commands, look: Look): string[] {
  const widest = Math.max(...Object.keys(commands).map((name) => name.length));
  const groups = GROUPS.flatMap(({ title, commands: members }) =>
    section(title, rowsOf(Object.keys(members), commands), look, widest),
  );
  return [...heading(look), ...groups, '', 'More on each: wukong COMMAND --help'];
}

function heading(look: Look): string[] {
  return [
    ...wrapped(
      `Task graphs for Claude Code, with evidence and a crash-safe log (wukong ${VERSION})`,
      look.width,
    ),
    '',
    `${look.bold('USAGE')} wukong COMMAND [OPTIONS]. Without one: where things stand`,
  ];
}

function rowsOf(names: readonly string[], commands: Commands): Row[] {
  return names.flatMap((name): Row[] => {
    const command = commands[name];
    return command ? [[name, `${command.description}${aliasesOf(name)}`]] : [];
  });
}

export function aboutCommand(name: string, command: Command, look: Look): string[] {
  const { description, args, examples: lines } = command;
  return [
    ...wrapped(`${description}${aliasesOf(name)}`, look.width),
    '',
    `${look.bold('USAGE')} ${usageOf(name, command)}`,
    ...section('ARGUMENTS', argumentRows(args), look),
    ...section('OPTIONS', optionRows(args), look),
    ...examples(lines, look),
  ];
}

export function usageOf(name: string, { args, takesWords }: Command): string {
  const words = argumentRows(args).map(([word]) => `[${word}]`);
  return ['wukong', name, '[OPTIONS]', ...words].join(' ') + (takesWords ? '...' : '');
}

export function argumentRows(args: ArgsDef): Row[] {
  return named(args, (type) => type === 'positional').map(([name, { description }]) => [
    name.toUpperCase(),
    description,
  ]);
}

export function optionRows(args: ArgsDef): Row[] {
  return named(args, (type) => type !== 'positional').map(([name, arg]) => {
    const value = arg.type === 'string' ? ` ${arg.valueHint ?? name.toUpperCase()}` : '';
    return [`${asTyped(name)}${value}`, arg.description];
  });
}

export function aliasesOf(name: string): string {
  const aliases = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === name);
  return aliases.length === 0 ? '' : ` (alias: ${aliases.join(', ')})`;
}

function named(args: ArgsDef, isMeant: (type: ArgDef['type']) => boolean) {
  return Object.entries(args).filter(([, { type }]) => isMeant(type));
}

/** Two columns; the second goes on below itself. */
function section(title: string, rows: readonly Row[], look: Look, widest = 0): string[] {
  if (rows.length === 0) return [];
  const first = Math.max(widest, ...rows.map(([name]) => name.length)) + 4;
  const lines = rows.flatMap(([name, text]) =>
    wrapped(text, look.width - first).map(
      (part, i) => `${i === 0 ? `  ${name}`.padEnd(first) : ' '.repeat(first)}${part}`,
    ),
  );
  return ['', look.bold(title), '', ...lines];
}

/** What a line does stands beside it, or where that is too narrow, below it. */
function examples(rows: readonly Example[], look: Look): string[] {
  if (rows.length === 0) return [];
  const first = Math.max(...rows.map(([line]) => line.length)) + 4;
  const isWide = rows.every(([, does]) => first + does.length <= look.width);
  const lines = rows.flatMap(([line, does]) =>
    isWide
      ? [`  ${line}`.padEnd(first) + does]
      : [`  ${line}`, ...wrapped(does, look.width - 6).map((part) => `      ${part}`)],
  );
  return ['', look.bold('EXAMPLES'), '', ...lines];
}
