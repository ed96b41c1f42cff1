// How a trial ends, and what of a change no run can tell: as plain values, so that facts can name them.

/**
 *   pass          it ended as it has to
 *   fail          a test came so far as to say no
 *   cannot-load   what it tests is not there, or has no such name
 *   cannot-build  it does not compile
 *   no-tests      it found none, or ran none
 *   not-started   the command is not there, or ended before a test could begin
 *   timeout       it did not end in time
 *   elsewhere     it opened no file of the program of its copy: it reads another one
 *   disturbed     something outside of the copy came in the way, and no run says anything
 */
export const ENDED = [
  'pass',
  'fail',
  'cannot-load',
  'cannot-build',
  'no-tests',
  'not-started',
  'timeout',
  'elsewhere',
  'disturbed',
] as const;

/** Of lines that a change added and that make a pass worth less. */
export const DOUBT_KINDS = [
  /** The program names a test runner, one of its modules or its variables. */
  'names-runner',
  /** The program ends the process. */
  'ends-process',
  /** A path outside of the repository. */
  'outside-path',
  /** A test puts something else in the place of a module that the change touches. */
  'mocks-changed',
  /** A test reads the text of the program. */
  'reads-program',
  /** A name by which the program is loaded inside of its package leads to another file. */
  'remapped',
  /** A file without keys that checks go through is all that changed: program or judge, no run can tell. */
  'unkeyed',
  /** Tests inside a file of the program that changed. */
  'inline-test',
  /** A case that was there expects something else now. */
  'changed-expectation',
  /** A case that ran with the tests of before is skipped or gone. */
  'case-left-out',
  /** What failed before passes now, and no file of the program differs. */
  'no-longer-red',
  /** Errors of types are not told there: said only of a check that reads types and runs nothing. */
  'types-silenced',
  /** A line or a file that is too long to be looked at. */
  'not-read',
  /** No line could be planted at the end of a case that was red. */
  'end-not-planted',
  /** A program that a filter of git names made what it is compared with, or what git takes it for. */
  'filtered',
  /** An installed package, one elsewhere, or what a build left: it changed here, and no tree holds it. */
  'dependencies',
] as const;

const UNSUSPICIOUS: ReadonlyArray<(typeof DOUBT_KINDS)[number]> = [
  'dependencies',
  'end-not-planted',
  'changed-expectation',
  'case-left-out',
];

/**
 * Only a person can say whether it is right, and none did. What could not be tried is no suspicion, and what judged
 * before is asked of by itself.
 */
export function isSuspicious({
  kind,
  looked,
}: Readonly<{ kind: (typeof DOUBT_KINDS)[number]; looked?: string | undefined }>): boolean {
  return looked === undefined && !UNSUSPICIOUS.includes(kind);
}
