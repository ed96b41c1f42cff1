// A check that says nothing is neither a pass nor a no. Which rows say nothing, and what of a check is then told, as
// values: whoever judges a change asks here.

import type { Row } from './row.ts';
import type { Unable, Verdict } from './verdict.ts';

type UnableVerdict = Extract<Verdict, { is: 'unable' }>;

/** `row`: the one that tells why. */
export function unable(
  check: number,
  on: Unable['on'],
  row: Row,
  rows: readonly Row[],
  more: Pick<Unable, 'beside' | 'nowhere'> = {},
): UnableVerdict {
  const { ended, why, cause } = row;
  const isGuess = cause?.kind === 'perhaps-not-in-copy' && !more.nowhere;
  const known = cause && !isGuess && more.beside === undefined ? { cause } : {};
  const because = { on, ended, why, ...known, ...more };
  return { is: 'unable', check, because, rows };
}

/**
 * Whether nothing passes on either side: no run as a whole, no case of a report, and no runner counts one. What stops
 * such a check was there before the change, and whether that is right or wrong it does not tell.
 */
export function passesNowhere(...sides: readonly Row[]): boolean {
  return sides.every(
    ({ ended, cases = [], totals }) =>
      ended !== 'pass' && !cases.some((one) => one.ended === 'passed') && !countsPassed(totals),
  );
}

/** As runners name them: `node pass`, `mocha passing`, `pytest passed`, `go ok example.com/a`. */
function countsPassed(totals: Row['totals']): boolean {
  return Object.entries(totals).some(
    ([name, many]) => many > 0 && /^\S+(?: \S+)? (?:pass|passing|passed)$|^go ok /.test(name),
  );
}

/** It failed, and whether for what was planted nobody can say: it printed nothing, or its tests were not asked. */
export function isMute({ ended, cause }: Row): boolean {
  return ended !== 'pass' && (cause?.kind === 'silent' || cause?.kind === 'beside');
}
