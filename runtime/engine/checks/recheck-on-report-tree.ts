import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { isRed } from '../../proof/row.ts';
import type { ProofSubject } from './bench.ts';

/**
 * A gate that passed on another tree than that of the report says nothing about the report: somebody
 * changed a file in between. Neither does one under which files were touched, of which nobody knows what
 * they were then. So it runs once more, in a copy of the tree that is judged, and has passed or failed on that
 * tree as it does there.
 */
export async function recheckOnReportTree(
  { tree, bench }: ProofSubject,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<readonly GateOutcome[]> {
  const rechecked: GateOutcome[] = [];
  for (const outcome of outcomes) {
    const gate = gates.find(({ name }) => name === outcome.gate);
    const isOther = outcome.outcome === 'pass' && outcome.tree !== tree;
    const row =
      gate && isOther ? await bench.row({ gate, recipe: { back: 'nothing' } }) : undefined;
    const what =
      outcome.tree === undefined
        ? 'it passed while files were written, and fails in a clean copy of the tree'
        : 'it passed on another tree than that of the report, and fails on that';
    if (row && isRed(row)) {
      rechecked.push({ ...outcome, outcome: 'fail', error: `${what}: ${row.why}` });
    } else {
      rechecked.push(row?.ended === 'pass' ? { ...outcome, tree } : outcome);
    }
  }
  return rechecked;
}
