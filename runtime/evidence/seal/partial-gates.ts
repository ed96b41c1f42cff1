import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { partialRun } from '../commands/partial-run.ts';
import type { TreePlace } from '../trees/overlay.ts';
import { commandsLedTo } from './gate-scripts.ts';

/** Names gates that passed and do not run every test once, by their words and by the scripts they lead to. */
export async function namePartial(
  place: TreePlace,
  tree: string,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<GateOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome) => {
      const gate = gates.find(({ name }) => name === outcome.gate);
      if (!gate || outcome.outcome !== 'pass') return outcome;
      const commands = await commandsLedTo(place, tree, gate);
      const partial = commands.map(partialRun).find((one) => one !== undefined);
      if (partial === undefined) return outcome;
      const notes = [...(outcome.notes ?? []), `It does not run every test once (${partial}).`];
      return { ...outcome, partial, notes };
    }),
  );
}
