// How a goal ends: as who closes it has it, or as the log has it afterwards.

import { proofOf } from '../kernel/graph/proof.ts';
import type { Recorded } from '../model/facts/fact.ts';
import { GATE_RESULTS, type GateOutcome } from '../model/gate.ts';
import type { Beside, Fault } from '../model/proof.ts';
import type { Goal } from '../model/state/goal.ts';
import { gateSeen } from './runs-in.ts';

export type EndSeen = Readonly<{
  fault: Fault | undefined;
  beside: Beside | undefined;
  /** The final tree, and what its gates came to on it. */
  tree: string | null;
  outcomes: readonly GateOutcome[];
  /** Of gates that no node asks for. */
  others?: readonly GateOutcome[] | undefined;
  /** All evidence holds on it. */
  renews: boolean;
  check: string | null;
}>;

/** Undefined of a goal that is not complete. */
export function endIn(goal: Goal, facts: readonly Recorded[]): EndSeen | undefined {
  if (goal.status !== 'completed') return undefined;
  const { fault, beside } = goal;
  const { verified, tree } = proofOf(goal);
  const renewed = facts.findLast((fact) => fact.type === 'evidence.renewed')?.payload;
  // What failed at an earlier end was sent back.
  const others = facts.flatMap((fact) =>
    fact.type === 'gate.finished' && fact.node_id === undefined ? [gateSeen(fact)] : [],
  );
  return {
    fault,
    beside,
    tree: renewed?.tree ?? verified ?? tree,
    outcomes: (renewed?.gates ?? []).map(({ gate, outcome, excused }) => ({
      gate,
      ...(excused && { excused }),
      outcome: GATE_RESULTS.find((one) => one === outcome) ?? 'unavailable',
      mustPass: true,
    })),
    others,
    renews: renewed !== undefined,
    check: renewed?.check ?? null,
  };
}
