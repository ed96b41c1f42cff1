// Whether a command failed because what it runs could not be read or built at all: with a part of a change
// put back that happens easily, and says nothing of tests.

import { couldNotLoad, lineWith, saidNo } from './no-test-ran.ts';

/** At the beginning of a line, or behind the mark of a comment of TAP. */
const NOT_BUILT = [
  /^(?:[#|]\s*|E\s+)?(?:\w*SyntaxError|IndentationError|TabError)\b/m,
  // Within a test it stands further in.
  /^(?:# )?ReferenceError: /m,
  /\berror TS\d+: /,
  /\bTransform failed with \d+ error/,
  /\bPHP Parse error: /,
  /^[^\s:]+:\d+:(?:\d+:)? (?:fatal )?(?:syntax )?error: /m,
  /^[^\s:]+\.go:\d+:\d+: /m,
];

export function couldNotBuild(output: string): boolean {
  return couldNotLoad(output) || (NOT_BUILT.some((words) => words.test(output)) && !saidNo(output));
}

/** Of such an output, the first line that says what could not be read. */
export function unbuiltLine(output: string): string | undefined {
  return lineWith(NOT_BUILT, output);
}
