// Checks a command line against what a command knows. citty lets unknown options pass, and a mistyped
// `--dry-rnu` must never install anything.

import type { ArgsDef } from 'citty';
import { didYouMean } from '../store/did-you-mean.ts';
import { joined, misused, type Outcome } from './outcome.ts';

/** All commands take these. */
export const COMMON_ARGS = {
  json: { type: 'boolean', description: 'Print one JSON value instead of text.' },
} satisfies ArgsDef;

type Known = Readonly<{ name: string; takesValue: boolean }>;

/** Undefined if the command line is well-formed. */
export function usageProblem(
  command: string,
  rawArgs: readonly string[],
  args: ArgsDef,
  takesWords = false,
): Outcome | undefined {
  const help = `See \`wukong ${command} --help\`.`;
  let places = takesWords
    ? Number.POSITIVE_INFINITY
    : Object.values(args).filter((arg) => arg.type === 'positional').length;
  for (let i = 0; i < rawArgs.length; i += 1) {
    const word = rawArgs[i] ?? '';
    if (word === '--') {
      places -= rawArgs.length - 1 - i;
      if (places < 0) return misused(`\`wukong ${command}\` takes fewer words.`, help);
      return undefined;
    }
    if (!word.startsWith('-') || word === '-') {
      places -= 1;
      if (places < 0) return misused(`"${word}" is one word too many.`, help);
      continue;
    }
    const [flag = '', value] = split(word);
    const known = find(flag, args);
    if (!known) {
      const names = Object.keys(args).filter((name) => args[name]?.type !== 'positional');
      const flags = [...names, 'help'].map((name) => `--${name}`);
      const message = `\`wukong ${command}\` does not know ${flag}.`;
      return misused(message, joined([didYouMean(flag, flags), help]));
    }
    if (known.takesValue && value === undefined) {
      i += 1;
      const next = rawArgs[i];
      if (next === undefined) return misused(`--${known.name} needs a value.`, help);
    }
    if (!known.takesValue && value !== undefined) {
      return misused(`--${known.name} takes no value.`, help);
    }
  }
  return undefined;
}

function split(word: string): [string, string | undefined] {
  const equals = word.indexOf('=');
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function find(flag: string, args: ArgsDef): Known | undefined {
  for (const [name, arg] of Object.entries(args)) {
    if (arg.type === 'positional') continue;
    const aliases = 'alias' in arg ? [arg.alias ?? []].flat() : [];
    const flags = [`--${name}`, ...aliases.map((alias) => `-${alias}`)];
    if (flags.includes(flag)) return { name, takesValue: arg.type === 'string' };
  }
  return undefined;
}
