import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createColors } from 'picocolors';
import { codeOf } from '../../files/file-failure.ts';
import { inShell, withPluginNames } from '../../words/in-shell.ts';
import { shown, visibleJson } from '../../words/plain-text.ts';
import { locateRepository } from '../../workspace/repository.ts';
import { shellCommand } from '../../workspace/shell-command.ts';
import { readTrust } from '../../workspace/trust.ts';
import { EXIT, failureOf, type Outcome } from './outcome.ts';

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

/** The codes of picocolors, but for those that hide text or let it blink. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const COLORS = /\u001b\[(?:[0-47]|2[2-47]|3[0-79]|4[0-79]|9[0-7]|10[0-7])m/g;

/**
 * The one way out for text, whichever command it is of: nothing in it steers a terminal, hides words or turns
 * them around, whoever wrote them.
 */
export function print(stream: NodeJS.WriteStream, text: string): void {
  printAsIs(stream, inShell(inSession(text), typedHere));
}

/** For other people and programs, who have a `wukong` of their own. */
function printAsIs(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${shown(text, hasColors(stream) ? COLORS : undefined)}\n`);
}

/** As it is started in a shell here: `init` may have put a starter there since the last line. */
function typedHere(): string {
  return shellCommand(process.cwd());
}

let isPlugin: boolean | undefined;

/** Where the plugin set this clone up, commands in a session have its names. */
function inSession(text: string): string {
  if (!text.includes('/wukong')) return text;
  isPlugin ??= isByPlugin();
  return isPlugin ? withPluginNames(text) : text;
}

function isByPlugin(): boolean {
  const ws = locateRepository(process.cwd());
  try {
    return ws !== undefined && readTrust(ws)?.plugin === true;
  } catch (error) {
    // A file that cannot be read is told by the command that needs it.
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** The same for a value: it is escaped, and read back as what it was. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${visibleJson(JSON.stringify(value, null, indent))}\n`);
}

/** One a line. */
export function printJsonLines(values: readonly unknown[]): void {
  const lines = values.map((value) => `${visibleJson(JSON.stringify(value))}\n`);
  if (lines.length > 0) process.stdout.write(lines.join(''));
}

/** What was printed is read, or as much of it that the next may be printed: it would else be kept in memory. */
export async function drained(): Promise<void> {
  await (process.stdout.writableNeedDrain ? once(process.stdout, 'drain') : setImmediate());
}

/** Over what was drawn before: `back` moves the cursor there. */
export function redraw(back: string, lines: readonly string[]): void {
  process.stdout.write(back);
  if (lines.length > 0) print(process.stdout, lines.join('\n'));
}

/** Words for people while a command works. */
export function printLine(text: string): void {
  if (!jsonOnly) print(process.stdout, text);
}

/** The same beside a result, for programs too. */
export function warn(text: string): void {
  print(process.stderr, text);
}

export function show(command: string, outcome: Outcome): void {
  const { exit, text, json } = outcome;
  if (json === null) return;
  const ok = exit === 0 || outcome.isAnswer === true;
  if (jsonOnly && outcome.isNothing) {
    printJson(null);
  } else if (jsonOnly) {
    const indent = outcome.isLine ? undefined : 2;
    printJson(Array.isArray(json) ? json : { schema_version: 1, command, ok, ...json }, indent);
  } else if (text !== '') {
    const write = outcome.isForOthers ? printAsIs : print;
    write(ok ? process.stdout : process.stderr, text);
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
        process.exitCode ||= failureOf(process.argv[2]);
      });
      if (stream === process.stdout) {
        warn(`error  The output could not be written: ${error.message}`);
      }
      if (isOnlyShowing) process.exit(EXIT.failed);
    });
  }
}
