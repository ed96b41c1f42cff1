import { createColors } from 'picocolors';
import { visibleJson } from '../../words/plain-text.ts';
import { EXIT, type Outcome } from './outcome.ts';

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
function hasColors(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** How wide text may be that is laid out for reading: as the terminal is, within what reads well. */
export function textWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return Math.min(Math.max(stream.columns ?? 100, 60), 200);
}

/** For prose: a pipe gets each sentence in one line, for `grep`. */
export function lineWidth(): number {
  return process.stdout.isTTY === true ? textWidth() : Number.POSITIVE_INFINITY;
}

export function colorsOf(stream: NodeJS.WriteStream): ReturnType<typeof createColors> {
  return createColors(hasColors(stream));
}

export const colors = colorsOf(process.stdout);

/** Words for people while a command works. */
export function printLine(text: string): void {
  if (!jsonOnly) process.stdout.write(`${text}\n`);
}

export function show(command: string, outcome: Outcome): void {
  const { exit, text, json } = outcome;
  if (json === null) return;
  const ok = exit === 0 || outcome.isAnswer === true;
  if (jsonOnly && outcome.isNothing) {
    process.stdout.write('null\n');
  } else if (jsonOnly) {
    const shown = Array.isArray(json) ? json : { schema_version: 1, command, ok, ...json };
    process.stdout.write(`${visibleJson(JSON.stringify(shown, null, 2))}\n`);
  } else if (text !== '') {
    const stream = ok ? process.stdout : process.stderr;
    stream.write(`${text}\n`);
  }
}

/** Set by commands that only show: where nobody reads any more, nothing is left to do. */
let isOnlyShowing = false;

export function endWithReader(): void {
  isOnlyShowing = true;
}

/**
 * `wukong init --yes | head -1` closes the pipe early. That is its right, and no failure: what is left
 * to say is dropped, the work is done and its exit code stays. A full disk is reported.
 */
export function outliveOutput(): void {
  let isTold = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') {
        if (isOnlyShowing) process.exit(EXIT.done);
        return;
      }
      if (isTold) return;
      isTold = true;
      process.once('exit', () => {
        process.exitCode ||= EXIT.failed;
      });
      if (stream === process.stdout) {
        process.stderr.write(`error  The output could not be written: ${error.message}\n`);
      }
      if (isOnlyShowing) process.exit(EXIT.failed);
    });
  }
}
