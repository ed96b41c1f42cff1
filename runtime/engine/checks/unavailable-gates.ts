// A gate that could not run is never better than one that failed, unless it could not run before the first
// change either: what keeps it from running may be the work itself.

import { proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { mayRun, measure, type ProofSubject } from './copies.ts';
import type { Rechecked } from './recheck-on-report-tree.ts';

/**
 * Each unavailable gate runs once more in a clean copy of the tree that is judged, where nobody saves a
 * file meanwhile, and counts as it ends there. If it cannot run there, but could in a copy of the first
 * tree, it has failed. What is not approved stays as it is, and so does what fails on both trees: a copy
 * may lack what it needs.
 */
export async function retryUnavailable(
  about: ProofSubject,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<Rechecked> {
  const first = proofOf(about.goal).first?.tree;
  const measured: Measured[] = [];
  const run = async (gate: CommandGate, tree: string): Promise<Measured> => {
    const one = await measure(about, 'plain', gate, tree, null);
    measured.push(one);
    return one;
  };
  const retried: GateOutcome[] = [];
  for (const outcome of outcomes) {
    const gate = gates.find(({ name }) => name === outcome.gate);
    const isDue = outcome.outcome === 'unavailable' && outcome.mustPass;
    if (!isDue || !gate || about.stop?.aborted || !mayRun(about, gate)) {
      retried.push(outcome);
      continue;
    }
    const here = await run(gate, about.tree);
    if (here.outcome === 'pass') {
      const { error: _, ...rest } = outcome;
      retried.push({ ...rest, outcome: 'pass', tree: about.tree });
      continue;
    }
    const there = first && first !== about.tree ? await run(gate, first) : undefined;
    const isWorse =
      here.outcome === 'fail'
        ? there?.outcome === 'pass'
        : there && there.outcome !== 'unavailable';
    const why = `${outcome.error ?? 'it could not run'}; in a clean copy ${here.why}, and before the first change it could run`;
    retried.push(isWorse ? { ...outcome, outcome: 'fail', error: why } : outcome);
  }
  return { outcomes: retried, measured };
}
