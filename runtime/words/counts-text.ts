import type { Counts, Excuse, GateOutcome } from '../model/gate.ts';

/** `40 passed, 2 failed, 1 skipped`; empty without counts. */
export function countsText({ tests }: Counts = {}): string {
  return tests ? `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped` : '';
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
