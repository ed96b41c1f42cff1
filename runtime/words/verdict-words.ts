// The sentences of a verdict, in English: the list of what another language has to say as well (words/languages).

import type { LimitSaid, VerdictSaying } from '../model/saying.ts';
import type { DoubtKind } from '../proof/change.ts';
import type { Ended } from '../proof/row.ts';
import type { NotShown, Unable } from '../proof/verdict.ts';
import { ENGLISH_CAUSES, lackText } from './trial-cause.ts';

/** How the row of the red run ended. */
export type Red = Extract<VerdictSaying, { is: 'shown' }>['red'];

/** What the rows say; `cases` is empty where no report names one. */
export type Seen = Readonly<{
  check: string;
  cases: string;
  /** Of `fails-now`: it failed on the base as well. */
  failedBefore: boolean;
  /** Of `fails-now`: only its report says so. */
  endsWell: boolean;
  /** Of `passes-before`: it did not pass there, it failed in the same cases. */
  inSameCases: boolean;
  /** Of `by-chance`. */
  side: 'red' | 'green';
}>;

/** Of runs in which no test came so far: what is said of that in between. */
export type Unread = Readonly<{ [It in Ended]?: string }>;

type LimitWords = Readonly<{
  [Kind in Exclude<LimitSaid['kind'], 'says-nothing'>]: (
    limit: Extract<LimitSaid, { kind: Kind }>,
    names: string,
  ) => string;
}>;

export type VerdictWords = typeof ENGLISH_VERDICT;

export const ENGLISH_VERDICT = {
  marks: {
    shown: 'shown',
    'in-doubt': 'shown, in doubt',
    'not-shown': 'not shown',
    nothing: 'nothing to show',
    'tests-in-doubt': 'in doubt',
    unable: 'cannot be judged',
  },
  /** One that nobody can name. */
  theCheck: 'the check',
  shown: (check: string, red: Red) =>
    `${check} ${RED[red]} without the change, and passes with it.`,
  cases: (count: number, names: string) =>
    count === 1
      ? `1 case failed before and passes now: ${names}.`
      : `${count} cases failed before and pass now: ${names}.`,
  /** `more`: how many are not named. */
  names: (names: readonly string[], more: number) => {
    const quoted = names.map((name) => `"${name}"`).join(', ');
    return more > 0 ? `${quoted}, and ${more} more` : quoted;
  },
  lookAtDoubts: 'Look at what is in doubt: no run can tell whether it is right.',
  limits: {
    'not-there-yet': ({ back, of }) =>
      back < of
        ? `Its tests need what the change adds; they fail with ${back} of ${of} changed places put back.`
        : 'Its tests need what the change adds: that it is there is shown, not what it does.',
    'no-end': ({ seconds }) =>
      `Without the change it was ended after ${seconds} s: it was not seen to say no.`,
    'old-failures': (_, names) => `Failing without the change too, in the same words: ${names}.`,
    flaky: (_, names) => `Failed once by chance, in files that the change left alone: ${names}.`,
    accepted: ({ files: { names, more } }) =>
      `A person said yes to changed tests or settings: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'no-cases': () => 'No report names its single tests: this rests on exit codes.',
    'types-alone': () =>
      'It reads types and runs nothing: what the program does is shown by no run.',
    'not-planted': () =>
      'Nothing could be planted in its tests, so nobody tried whether they can fail.',
    'not-sealed': ({ why }) =>
      `The tests and settings of before do not pass with the change (${why}).`,
  } satisfies LimitWords,
  doubts: {
    'names-runner': 'the program asks whether it is being tested',
    'ends-process': 'the program ends the process',
    'outside-path': 'a path outside of the repository',
    'mocks-changed': 'a test replaces what the change touches',
    'reads-program': 'a test reads the text of the program',
    remapped: 'the name by which it is loaded leads to another file',
    'inline-test': 'tests inside a file of the program were changed',
    'changed-expectation': 'what was expected before does not hold any more',
    'case-left-out': 'a case that ran before is skipped or gone',
    'no-longer-red': 'it failed before, and passes now though no file of the program differs',
    'types-silenced': 'errors of types are not told here',
    'not-read': 'too long to be looked at',
    'end-not-planted': 'nobody could try whether its end is reached',
    unkeyed: 'no key tells what of this file is program and what judges it',
    filtered: 'what git has of it goes through a filter, a program that no tree names',
    dependencies: 'it changed here, and no commit holds it',
  } satisfies Readonly<Record<DoubtKind, string>>,
  /** Empty: it is about no place, or quotes nothing. */
  doubt: (place: string, what: string, quoted: string) =>
    `${place === '' ? '' : `${place}  `}${what}${quoted === '' ? '' : `: ${quoted}`}`,
  /** `by` said yes to what was in doubt at these places. */
  looked: (by: string, places: readonly string[]) =>
    `In doubt: ${by} looked at ${places.join(', ')}.`,
  notShown: {
    'fails-now': ({ check, cases, failedBefore, endsWell }) =>
      endsWell
        ? `${check} ends well with the change, though its report says what failed${after(cases)}.`
        : `${check} fails with the change${failedBefore ? ', as it did before' : ''}${after(cases)}.`,
    'passes-before': ({ check, inSameCases }) =>
      inSameCases
        ? `${check} fails in the same cases without the change, so it shows nothing of it.`
        : `${check} passes without the change too, so it shows nothing of it.`,
    'fails-as-it-was': ({ check, cases }) =>
      `${check} fails with the change and the tests and settings of before${after(cases)}.`,
    'case-gone': ({ check, cases }) =>
      cases === ''
        ? `${check} passes, but its runner does not come to its end: it counts no case any more.`
        : `${check} passes, but cases that run without the change are skipped or gone: ${cases}.`,
    'cannot-fail': ({ check, cases }) =>
      cases === ''
        ? `${check} cannot fail: a line that fails in its tests was not seen.`
        : `${check} does not come to the end of what failed before: a line that fails there was not seen (${cases}).`,
    'by-chance': ({ check, cases, side }) =>
      side === 'red'
        ? `${check} failed without the change once, and not when it was run again.`
        : `${check} passed with the change once, and not when it was run again${after(cases)}.`,
  } satisfies Readonly<Record<NotShown['why'], (seen: Seen) => string>>,
  next: {
    'fails-now': 'Make it pass.',
    'passes-before': 'Bring a test that fails without the change.',
    'fails-as-it-was':
      'Make the change pass with the tests that were there, or have a person look at why they had to change.',
    'case-gone': 'Let these cases run and pass.',
    'cannot-fail': 'Look whether the program ends the tests, or its output is swallowed.',
    'by-chance': 'Make the test say the same each time.',
  } satisfies Readonly<Record<NotShown['why'], string>>,
  /** It fails on the base as well, and nothing tells its cases apart. */
  nextOfOld: 'Put right what stops it without the change too, or name a check that passes here.',
  nothing: {
    head: 'No file of the program differs.',
    inDoubt: 'What failed before does not fail any more, and no file of the program differs.',
    /** Passed before, and are skipped or gone. */
    left: (names: string) => `Passed before, and skipped or gone now: ${names}.`,
    onlyProse: 'Only prose differs.',
    same: 'The two are the same.',
    judges: (count: number) =>
      count === 1
        ? '1 file of tests or settings differs.'
        : `${count} files of tests or settings differ.`,
    pass: (count: number, of: number) => `${count} of ${of} checks pass.`,
  },
  unable: {
    noCheck: 'No check may run here.',
    noTests: 'None of the checks runs tests.',
    nameOne: 'Name one: wukong prove --check "npm test".',
    saysNothing: (check: string, { on, ended, why, beside, nowhere, cause }: Unable) => {
      const said = nowhere
        ? 'passes neither with the change nor without it'
        : `says nothing ${ON[on]}`;
      const reason = cause ? lackText(cause) : beside === undefined ? why : besideText(beside);
      return `${check} ${said} in a clean copy${UNREAD[ended] ?? ''}: ${reason}.`;
    },
    /** What it misses, and the way out of it. */
    causes: ENGLISH_CAUSES,
    /** Of a check of Python whose tests load an installed program: a line that can be typed. */
    namePythonPath: (line: string) =>
      `Its tests load a program that is installed elsewhere. If the program lies in another folder, name that: ${line}`,
    lookAtOutput:
      'Look at its output below. A clean copy has what git has, and installed dependencies; what is built first has to be built by the check.',
    /** Without the change it does not end in time. */
    limitTests:
      'If the fault is that it hangs, give the test a limit of its own, so that it fails.',
  },
};

function besideText(name: string): string {
  return `a case fails before and after, and no file tells it from what the change put right: "${name}"`;
}

const RED: Readonly<Record<Red, string>> = {
  fails: 'fails',
  'has-type-errors': 'finds errors of types',
  'leaves-out': 'does not run the new cases',
  'does-not-end': 'does not end in time',
  'does-not-build': 'does not build',
  'cannot-load': 'cannot load what it tests',
};

const ON: Readonly<Record<Unable['on'], string>> = {
  tree: 'with the change',
  red: 'without the change',
  seal: 'with the tests of before',
  planted: 'with a planted failure',
};

const UNREAD: Unread = {
  'cannot-load': ', since it cannot load what it tests',
  'cannot-build': ', since it does not build',
};

function after(cases: string): string {
  return cases === '' ? '' : `: ${cases}`;
}
