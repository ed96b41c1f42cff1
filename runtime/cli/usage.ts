// Checks a command line against what a command knows: a mistyped `--dry-rnu` must never install anything.

import { didYouMean } from '../words/did-you-mean.ts';
import type { ArgsDef } from './frame/command.ts';
import { joined, misused, type Outcome } from './frame/outcome.ts';

/** All commands take these. */
export const COMMON_ARGS = {
  json: {
    type: 'boolean',
    description: 'Print JSON instead of text: one value, of `log` and `run` one a line.',
  },
} satisfies ArgsDef;

/** One letter has one dash. */
export function asTyped(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

type Known = Readonly<{ name: string; takesValue: boolean }>;

/** Each option and its value as one word: then a value may begin like an option. */
export function withValues(rawArgs: readonly string[], args: ArgsDef): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < rawArgs.length; i += 1) {
    const word = rawArgs[i] ?? '';
    if (word === '--') return [...words, ...rawArgs.slice(i)];
    const known = word.startsWith('-') ? find(word, args) : undefined;
    const value = known?.takesValue ? rawArgs[i + 1] : undefined;
    words.push(value === undefined ? word : `--${known?.name}=${value}`);
    if (value !== undefined) i += 1;
  }
  return words;
}

/** Undefined if the command line is well-formed. Takes what `withValues` made of it. */
export function usageProblem(
  command: string,
  words: readonly string[],
  args: ArgsDef,
  takesWords = false,
): Outcome | undefined {
  const help = `See \`wukong ${command} --help\`.`;
  const places = Object.values(args).filter(({ type }) => type === 'positional').length;
  const most = takesWords ? Number.POSITIVE_INFINITY : places;
  let given = 0;
  for (const [i, word] of words.entries()) {
    if (word === '--') {
      given += words.length - 1 - i;
      if (given > most) return misused(`\`wukong ${command}\` takes fewer words.`, help);
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      given += 1;
      if (given > most) return misused(`"${word}" is one word too many.`, help);
      continue;
    }
    const [flag = '', value] = split(word);
    const known = find(flag, args);
    if (!known) {
      const names = Object.keys(args).filter((name) => args[name]?.type !== 'positional');
      const flags = [...names, 'help'].map(asTyped);
      const message = `\`wukong ${command}\` does not know ${flag}.`;
      return misused(message, joined([didYouMean(flag, flags), help]));
    }
    if (known.takesValue && value === undefined) {
      return misused(`${asTyped(known.name)} needs a value.`, help);
    }
    if (!known.takesValue && value !== undefined) {
      return misused(`${asTyped(known.name)} takes no value.`, help);
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
    const isIt = flag === `--${name}` || flag === asTyped(name);
    if (isIt) return { name, takesValue: arg.type === 'string' };
  }
  return undefined;
}
