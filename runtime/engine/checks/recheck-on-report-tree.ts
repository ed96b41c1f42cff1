import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { measure, type ProofSubject } from './copies.ts';

export type Rechecked = Readonly<{
  outcomes: readonly GateOutcome[];
  measured: readonly Measured[];
}>;

/**
 * A gate that passed on another tree than that of the report says nothing about the report: somebody
 * changed a file in between. Neither does one under which files were touched, of which nobody knows what
 * they were then. So it runs once more, in a copy of the tree that is judged, and fails if it fails there.
 * One that only rewrote what was there has passed on that tree if the copy does.
 */
export async function recheckOnReportTree(
  about: ProofSubject,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<Rechecked> {
  const measured: Measured[] = [];
  const rechecked: GateOutcome[] = [];
  for (const outcome of outcomes) {
    const gate = gates.find(({ name }) => name === outcome.gate);
    const isOther = outcome.outcome === 'pass' && outcome.tree !== about.tree;
    const plain =
      gate && isOther ? await measure(about, 'plain', gate, about.tree, null) : undefined;
    if (plain) measured.push(plain);
    const what =
      outcome.tree === undefined
        ? 'it passed while files were written, and fails in a clean copy of the tree'
        : 'it passed on another tree than that of the report, and fails on that';
    if (plain?.outcome === 'fail') {
      rechecked.push({ ...outcome, outcome: 'fail', error: `${what}: ${plain.why}` });
    } else {
      const isSame = outcome.tree === undefined && plain?.outcome === 'pass';
      rechecked.push(isSame ? { ...outcome, tree: about.tree } : outcome);
    }
  }
  return { outcomes: rechecked, measured };
}
