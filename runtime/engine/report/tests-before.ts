// The tests that are to hold a behaviour passed before the goal's first change as well. That they pass after it, the gates
// of the node and the seal say.

import { belowData } from '../../executors/order-folder.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { CommandGate, GateOutcome, TreeGate } from '../../model/gate.ts';
import { isRed } from '../../proof/row.ts';
import type { ProofSubject } from '../checks/bench.ts';
import { mayRun } from '../checks/commands.ts';

type Found = Readonly<Pick<GateOutcome, 'outcome' | 'error'>>;

/** `commands` are the gates of the node. */
export async function testsBefore(
  about: ProofSubject,
  gates: readonly TreeGate[],
  commands: readonly CommandGate[],
): Promise<readonly GateOutcome[]> {
  const [gate] = gates;
  if (gate === undefined) return [];
  return [{ gate: gate.name, mustPass: gate.mustPass, ...(await before(about, commands)) }];
}

async function before(about: ProofSubject, commands: readonly CommandGate[]): Promise<Found> {
  if (proofOf(about.goal).first === undefined) {
    return { outcome: 'unavailable', error: 'nothing was recorded before the first change' };
  }
  const required = commands.filter(({ mustPass }) => mustPass);
  if (required.length === 0) {
    return { outcome: 'unavailable', error: 'the repository has no gate that would show it' };
  }
  for (const gate of required) {
    if (!mayRun(about, gate)) {
      return { outcome: 'unavailable', error: `nobody has approved "${gate.name}"` };
    }
    const first = await about.bench.row({ gate, recipe: { back: 'all' } });
    if (first.ended === 'pass') continue;
    const log = belowData(about.ws, first.log);
    const error = `"${gate.name}" on the tree before the first change: ${first.why}; its output is in .wukong/${log}`;
    return isRed(first)
      ? {
          outcome: 'fail',
          error: `${error}. What failed then cannot show that behaviour stayed`,
        }
      : { outcome: 'unavailable', error };
  }
  return { outcome: 'pass' };
}
