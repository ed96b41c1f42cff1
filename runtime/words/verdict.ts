// What a change proves, in words. Each sentence is made of the rows it rests on, and says nothing that no row
// says.

import { commandText } from '../model/gate.ts';
import type { Change, Doubt, DoubtKind } from '../proof/change.ts';
import type { CaseName, Row } from '../proof/row.ts';
import type { Limit, NotShown, Unable, Verdict } from '../proof/verdict.ts';
import { isClean } from '../proof/verdict.ts';

export type VerdictText = Readonly<{
  /** One or two words: `shown`, `not shown`. */
  mark: string;
  /** One sentence. */
  head: string;
  /** A sentence each. */
  more: readonly string[];
  /** What stands in doubt, most telling first. */
  doubts: readonly string[];
  /** What can be done about it. */
  next: readonly string[];
}>;

const MOST_NAMED = 5;

export function verdictText(change: Change, verdict: Verdict): VerdictText {
  const check = 'check' in verdict ? checkName(change, verdict.check) : 'the check';
  const none = { more: [], doubts: [], next: [] };
  switch (verdict.is) {
    case 'shown': {
      const isInDoubt = !isClean(verdict);
      return {
        mark: isInDoubt ? 'shown, in doubt' : 'shown',
        head: `${check} ${howRed(verdict.rows)} without the change, and passes with it.`,
        more: [...casesText(verdict.cases), ...verdict.limits.map(limitText)],
        doubts: verdict.doubts.map(doubtText),
        next: isInDoubt ? ['Look at what is in doubt: no run can tell whether it is right.'] : [],
      };
    }
    case 'not-shown':
      return {
        ...none,
        mark: 'not shown',
        head: notShownText(check, verdict.because, verdict.rows),
        next: [nextOf(verdict.because)],
      };
    case 'nothing':
      return { ...none, mark: 'nothing to show', ...nothingText(verdict.judge, verdict.rows) };
    case 'unable':
      return { ...none, mark: 'cannot be judged', ...unableText(change, check, verdict.because) };
  }
}

function checkName({ checks }: Change, check: number | undefined): string {
  const gate = check === undefined ? undefined : checks[check]?.gate;
  return gate ? `\`${commandText(gate.command)}\`` : 'the check';
}

/** As the row of the red run ended. */
function howRed(rows: readonly Row[]): string {
  const red = rows.find((row) => isWithout(row) && row.ended === 'fail');
  if (red) return 'fails';
  const unread = rows.find((row) => row.recipe.back === 'program');
  return unread?.ended === 'cannot-build' ? 'does not build' : 'cannot load what it tests';
}

function isWithout({ recipe }: Row): boolean {
  return recipe.back === 'program' || Array.isArray(recipe.back);
}

function casesText(cases: readonly CaseName[]): string[] {
  if (cases.length === 0) return [];
  const are = cases.length === 1 ? 'case failed' : 'cases failed';
  return [`${cases.length} ${are} before and ${pass(cases.length)} now: ${named(cases)}.`];
}

function pass(count: number): string {
  return count === 1 ? 'passes' : 'pass';
}

function named(cases: readonly CaseName[]): string {
  const shown = cases.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
  const more = cases.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

function limitText(limit: Limit): string {
  switch (limit.kind) {
    case 'not-there-yet':
      return limit.back < limit.of
        ? `Its tests need what the change adds; they fail with ${limit.back} of ${limit.of} changed places put back.`
        : 'Its tests need what the change adds: that it is there is shown, not what it does.';
    case 'old-failures':
      return `Failing without the change too, in the same words: ${named(limit.cases)}.`;
    case 'no-cases':
      return 'No report names its single tests: this rests on exit codes and on planted failures.';
    case 'not-planted':
      return 'Nothing could be planted in its tests, so nobody tried whether they can fail.';
    case 'not-sealed':
      return `The tests and settings of before do not pass with the change (${limit.why}).`;
  }
}

const DOUBTS: Readonly<Record<DoubtKind, string>> = {
  'names-runner': 'the program asks whether it is being tested',
  'ends-process': 'the program ends the process',
  'outside-path': 'a path outside of the repository',
  'mocks-changed': 'a test replaces a module that the change touches',
  'reads-program': 'a test reads the text of the program',
  'inline-test': 'tests inside a file of the program were changed',
  'changed-expectation': 'what was expected before does not hold any more',
  'end-not-planted': 'nobody could try whether the end of this case is reached',
  unkeyed: 'no key tells what of this file is program and what judges it',
  dependencies: 'installed dependencies are those of now',
};

export function doubtText({ path, line, text, kind }: Doubt): string {
  const place = line === null ? path : `${path}:${line}`;
  const quoted = text === '' ? '' : `: ${text}`;
  return `${place === '' ? '' : `${place}  `}${DOUBTS[kind]}${quoted}`;
}

function notShownText(check: string, because: NotShown, rows: readonly Row[]): string {
  switch (because.why) {
    case 'fails-now': {
      const cases = because.cases.length > 0 ? `: ${named(because.cases)}` : '';
      const base = rows.find(({ recipe }) => recipe.back === 'all');
      const also = base && base.ended !== 'pass' ? ', as it did before' : '';
      const now = rows.filter(({ recipe }) => recipe.back === 'nothing' && !recipe.planted);
      if (now.every(({ ended }) => ended === 'pass')) {
        return `${check} ends well with the change, though its report says what failed${cases}.`;
      }
      return `${check} fails with the change${also}${cases}.`;
    }
    case 'passes-before': {
      const passed = rows.some((row) => isWithout(row) && row.ended === 'pass');
      if (!passed) {
        return `${check} fails in the same cases without the change, so it shows nothing of it.`;
      }
      return `${check} passes without the change too, so it shows nothing of it.`;
    }
    case 'fails-as-it-was':
      return `${check} fails with the change and the tests and settings of before${because.cases.length > 0 ? `: ${named(because.cases)}` : ''}.`;
    case 'case-gone':
      return `${check} passes, but cases that run without the change are skipped or gone: ${named(because.cases)}.`;
    case 'cannot-fail':
      return because.cases.length > 0
        ? `${check} does not come to the end of what failed before: a line that fails there was not seen (${named(because.cases)}).`
        : `${check} cannot fail: a line that fails at the top of its tests was not seen.`;
    case 'by-chance':
      return because.side === 'red'
        ? `${check} failed without the change once, and not when it was run again.`
        : `${check} passed with the change once, and not when it was run again${because.cases.length > 0 ? `: ${named(because.cases)}` : ''}.`;
    case 'elsewhere':
      return `${check} opens no file of the program in a clean copy: it tests one that is installed elsewhere.`;
  }
}

function nextOf(because: NotShown): string {
  switch (because.why) {
    case 'fails-now':
      return 'Make it pass.';
    case 'passes-before':
      return 'Bring a test that fails without the change.';
    case 'fails-as-it-was':
      return 'Make the change pass with the tests that were there, or have a person look at why they had to change.';
    case 'case-gone':
      return 'Let these cases run and pass.';
    case 'cannot-fail':
      return 'Look whether the program ends the tests, or its output is swallowed.';
    case 'by-chance':
      return 'Make the test say the same each time.';
    case 'elsewhere':
      return 'Have the tests load what lies beside them: a relative path, or PYTHONPATH=src.';
  }
}

function nothingText(judge: number, rows: readonly Row[]): Pick<VerdictText, 'head' | 'more'> {
  const what = judge === 1 ? '1 file' : `${judge} files`;
  const passes = rows.filter(({ ended }) => ended === 'pass').length;
  const tests =
    judge === 0
      ? 'Only prose differs.'
      : `${what} of tests or settings differ${judge === 1 ? 's' : ''}.`;
  const stand = passes > 0 ? [`${passes} of ${rows.length} checks pass.`] : [];
  return { head: 'No file of the program differs.', more: [tests, ...stand] };
}

function unableText(
  { checks }: Change,
  check: string,
  because: Unable | undefined,
): Pick<VerdictText, 'head' | 'next'> {
  if (because === undefined) {
    return {
      head: checks.length === 0 ? 'No check may run here.' : 'None of the checks runs tests.',
      next: ['Name one: wukong prove --check "npm test".'],
    };
  }
  const where = {
    tree: 'with the change',
    red: 'without the change',
    seal: 'with the tests of before',
    planted: 'with a planted failure',
  }[because.on];
  return {
    head: `${check} says nothing ${where} in a clean copy: ${because.why}.`,
    next: ['Look at its output below; a clean copy has what git has, and installed dependencies.'],
  };
}
