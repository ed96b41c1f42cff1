// What a command gives back. Commands print nothing themselves (but for a question and a stream), so
// that words for people and JSON for programs never mix.

import type { Failure, Problem } from '../../model/failure.ts';
import { explain } from '../../words/explain-failure.ts';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** It cannot be read or judged: neither done nor a failure. */
  unable: 2,
  needsPerson: 3,
  bug: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that is no answer: of those that judge `failed` is a verdict, and nothing else. */
export function failureOf(command: string | undefined): ExitCode {
  return command === 'prove' || command === 'rehearse' ? EXIT.unable : EXIT.failed;
}

export type Outcome = Readonly<{
  exit: ExitCode;
  /** For people; goes to stdout, or to stderr if the command did not do what it was asked for. */
  text: string;
  /**
   * For programs; `schema_version`, `command` and `ok` are added. A list is printed as it is. Null: all was
   * printed already.
   */
  json: Readonly<Record<string, unknown>> | readonly unknown[] | null;
  /** What was asked for is not there: programs get `null`. */
  isNothing?: true;
  /** Programs get it in one line, behind those that were printed. */
  isLine?: true;
  /** The text is for a program, or goes to other people. */
  isForOthers?: true;
  /** It did what it was asked for, and its exit code is part of the answer. */
  isAnswer?: true;
}>;

export function done(text: string, json: Outcome['json']): Outcome {
  return { exit: EXIT.done, text, json };
}

export function failed(failure: Failure, exit: ExitCode = exitFor(failure)): Outcome {
  const { code, message, hint } = explain(failure);
  // Each with its place: the message has them in words.
  const problems = failure.kind === 'bad-file' ? { problems: failure.problems } : {};
  return problem(exit, { kind: failure.kind, code, message, hint, ...problems });
}

/** The command line itself is wrong, or names something that is not there. */
export function misused(message: string, hint: string): Outcome {
  return problem(EXIT.usage, { kind: 'usage', message, hint });
}

/** Nothing went wrong, but only a person can go on from here. */
export function needsPerson(message: string, hint: string): Outcome {
  return problem(EXIT.needsPerson, { kind: 'needs-person', message, hint });
}

/** Hints in one line; those that do not apply are undefined. */
export function joined(hints: ReadonlyArray<string | undefined>): string {
  return hints.filter((hint) => hint !== undefined).join(' ');
}

type ProblemShown = Readonly<{
  kind: string;
  code?: string;
  message: string;
  hint: string;
  problems?: readonly Problem[];
}>;

export function problem(exit: ExitCode, error: ProblemShown): Outcome {
  const head = ['error', error.code].filter((word) => word !== undefined).join(' ');
  return { exit, text: `${head}  ${error.message}\n  hint: ${error.hint}`, json: { error } };
}

function exitFor(failure: Failure): ExitCode {
  const waits = failure.kind === 'foreign' || failure.kind === 'not-installed';
  return waits ? EXIT.needsPerson : EXIT.failed;
}
