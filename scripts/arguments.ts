// What the commands of this repository are called with, and a line of what they answer: `npm run bench -- --only NAME`.

import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** What was typed; or the exit code, where there was nothing to do but to tell how to use it. */
export function readArguments<T extends Options>(options: T, usage: string): Values<T> | number {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values } = parseArgs({ options: { ...options, help } });
    if (!('help' in values)) return values as Values<T>;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    return 2;
  }
  process.stdout.write(`${usage}\n`);
  return 0;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
