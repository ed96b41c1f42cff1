import type { Measured } from '../kernel/measured.ts';
import type { CommandGate, GateOutcome } from '../model/gate.ts';
import { type Case, measure } from './copies.ts';

export type Held = Readonly<{ outcomes: readonly GateOutcome[]; measured: readonly Measured[] }>;

/**
 * A gate that passed on another tree than that of the report says nothing about the report: somebody
 * changed a file in between. So it runs once more, in a copy of the tree that is judged, and fails if it
 * fails there.
 */
export async function heldOnReport(
  about: Case,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<Held> {
  const measured: Measured[] = [];
  const held: GateOutcome[] = [];
  for (const outcome of outcomes) {
    const gate = gates.find(({ name }) => name === outcome.gate);
    const isOther = outcome.outcome === 'pass' && outcome.tree !== about.tree;
    const plain = gate && isOther && (await measure(about, 'plain', gate, about.tree, null));
    if (plain) measured.push(plain);
    const error =
      plain && plain.outcome === 'fail'
        ? `it passed on another tree than that of the report, and fails on that: ${plain.why}`
        : undefined;
    held.push(error === undefined ? outcome : { ...outcome, outcome: 'fail', error });
  }
  return { outcomes: held, measured };
}
