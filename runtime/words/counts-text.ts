import type { Counts, Covered, Excuse, GateOutcome } from '../model/gate.ts';

/** `40 passed, 2 failed, 1 skipped; lines 81.5 %; 3 errors, 0 warnings`; empty without counts. */
export function countsText({ tests, coverage, lint }: Counts = {}): string {
  const parts: string[] = [];
  if (tests) {
    parts.push(`${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`);
  }
  if (coverage) {
    const { lines, functions, branches } = coverage;
    const rest = [
      ...(functions ? [`functions ${percent(functions)}`] : []),
      ...(branches ? [`branches ${percent(branches)}`] : []),
    ];
    parts.push([`lines ${percent(lines)}`, ...rest].join(', '));
  }
  if (lint) parts.push(`${lint.errors} errors, ${lint.warnings} warnings`);
  return parts.join('; ');
}

/** Rounded down: 99.96 % is not everything. */
function percent({ covered, total }: Covered): string {
  return total === 0 ? '–' : `${Math.floor((covered / total) * 1000) / 10} %`;
}

/**
 * Why a gate that failed did not keep its node from passing, in a sentence; undefined for every other
 * gate. What is only a warning must be called one wherever it is shown, and never a pass.
 */
export function warningOf(gate: GateOutcome): string | undefined {
  if (gate.outcome !== 'fail' && gate.outcome !== 'timeout') return undefined;
  const why = gate.error === undefined ? '' : ` (${gate.error})`;
  const how = gate.outcome === 'timeout' ? 'ran out of time' : 'failed';
  if (gate.overridden) {
    return `The test gate "${gate.gate}" ${how}${why}; allow_override_failing_tests let the node pass.`;
  }
  if (gate.excused) return `The gate "${gate.gate}" ${how}${why}; ${EXCUSED[gate.excused]}.`;
  return gate.mustPass ? undefined : `The gate "${gate.gate}" ${how}${why}; it need not pass.`;
}

/** Why a failure at the end sends nobody back. */
export const EXCUSED: Readonly<Record<Excuse, string>> = {
  'failed-before': 'it failed before the first change as well',
  'passes-in-copy': 'it passes in a clean copy',
  'unknown-before': 'whether it passed before cannot be seen in a copy',
};
