import { createColors } from 'picocolors';
import type { Outcome } from './outcome.ts';

/** Set while JSON was asked for: then nothing but JSON may reach stdout. */
let jsonOnly = false;

export function wantJson(): void {
  jsonOnly = true;
}

/** Whether a person sits at the terminal and can be asked. */
export function isAttended(): boolean {
  return !jsonOnly && process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** https://no-color.org: set and not empty. picocolors alone would also colour pipes in CI. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

export const colors = createColors(hasColors(process.stdout));

/** Words for people while a command works. */
export function tell(text: string): void {
  if (!jsonOnly) process.stdout.write(`${text}\n`);
}

export function show(command: string, outcome: Outcome): void {
  const { exit, text, json } = outcome;
  if (json === null) return;
  if (jsonOnly) {
    const shown = { schema_version: 1, command, ok: exit === 0, ...json };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  } else if (text !== '') {
    const stream = exit === 0 ? process.stdout : process.stderr;
    stream.write(`${text}\n`);
  }
}

/** `wukong log | head` closes the pipe early. That is its right, and no failure. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
  }
}
