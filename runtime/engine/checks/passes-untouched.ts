// Whether the gates pass on a tree that nobody changed, and not because of what no tree shows: settings that
// git ignores, an installed package. Then there was nothing to change.

import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { mayRun, measure, type ProofSubject } from './copies.ts';

export type PassesUntouched = Readonly<{ passes: boolean; measured: readonly Measured[] }>;

/** Runs them in a clean copy of the tree. Of one that passes in no copy a person says what it shows. */
export async function passesUntouched(
  about: ProofSubject,
  gates: readonly CommandGate[],
): Promise<PassesUntouched> {
  const measured: Measured[] = [];
  for (const gate of gates.filter((one) => one.mustPass && mayRun(about, one))) {
    const run = await measure(about, 'plain', gate, about.tree, null);
    measured.push(run);
    if (run.outcome !== 'pass' || run.touched.length > 0) return { passes: false, measured };
  }
  return { passes: true, measured };
}
