// What differs between two runs of the same thing, taken out of what they say: where the copy lay, addresses,
// times, ids. Pure.

import { plainText } from '../model/terminal-text.ts';
import { redact } from '../privacy/redact.ts';

const MAX_LINE = 400;
/** What is read to get one of these: some patterns go over a text once for each of its characters. */
const MAX_READ = 4000;
/** A stack says where the runner called the test from, and that is not the failure. */
const STACK = /^\s*(?:at |File "|goroutine \d+ \[|Traceback \(|❯ |>?\s*\d+ \|)/;

/** A path that begins at the top of the copy, as below it. `tops` are its spellings. */
export function belowTop(text: string, tops: readonly string[]): string {
  return tops
    .filter((top) => top.length > 1)
    .reduce(
      (before, top) =>
        before
          .replaceAll(`file://${top}/`, '')
          .replaceAll(`${top}/`, '')
          .replaceAll(`${top}\\`, '')
          .replaceAll(top, '.'),
      text,
    );
}

/** Of a name: what a runner makes of an object that has none of its own. */
export function steadyName(name: string, tops: readonly string[]): string {
  return belowTop(plainText(name).slice(0, MAX_READ), tops)
    .replace(/\b0x[0-9a-f]{4,16}\b/gi, '0x…')
    .replace(UUID, '…')
    .replace(DATE, '…')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of a failure: its message up to the stack, in one line. */
export function steadyLine(said: string, tops: readonly string[]): string {
  const lines = belowTop(plainText(said).slice(0, MAX_READ), tops).split('\n');
  const stack = lines.findIndex((line, at) => at > 0 && STACK.test(line));
  const message = lines.slice(0, stack < 0 ? lines.length : stack).join(' ');
  return redact(message)
    .replace(/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[^\s'"`)\]>,;]+/g, '/tmp/…')
    .replace(/[A-Za-z]:\\[^\s'"`]*\\Temp\\[^\s'"`)\]>,;]+/g, '/tmp/…')
    .replace(/\b0x[0-9a-f]{4,16}\b/gi, '0x…')
    .replace(UUID, '…')
    .replace(DATE, '…')
    .replace(/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, '…')
    .replace(/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|seconds?|milliseconds?)\b/g, '…')
    .replace(/(\.\w{1,5}):\d+(?::\d+)?\b/g, '$1')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,64}\b/gi, '…')
    .replace(/(?<![\d.])\d{5,}(?!\.?\d)/g, '…')
    .replace(/(?<=(?:localhost|127\.0\.0\.1|\[::1\]):)\d+|(?<=\b(?:pid|port)\W{1,2})\d+/gi, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LINE);
}

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
const DATE = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;
