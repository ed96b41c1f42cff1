// A gate that could not run is never better than one that failed, unless it could not run before the first
// change either: what keeps it from running may be the work itself. And one that fails by what it misses, now and
// then, says nothing of the work.

import { lackInPlace } from '../../evidence/gates/trial-cause.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { plainText } from '../../model/terminal-text.ts';
import { isRed } from '../../proof/row.ts';
import type { ProofSubject } from './bench.ts';
import { mayRun } from './commands.ts';

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
): Promise<readonly GateOutcome[]> {
  const { goal, tree, bench, stop } = about;
  const first = proofOf(goal).first?.tree;
  const retried: GateOutcome[] = [];
  for (const outcome of outcomes) {
    const gate = gates.find(({ name }) => name === outcome.gate);
    const isDue = outcome.outcome === 'unavailable' && outcome.mustPass;
    if (!isDue || !gate || stop?.aborted || !mayRun(about, gate)) {
      retried.push(gate && !stop?.aborted ? await withLack(about, gate, outcome) : outcome);
      continue;
    }
    const here = await bench.row({ gate, recipe: { back: 'nothing' } });
    if (here.ended === 'pass') {
      const { error: _, cause: __, ...rest } = outcome;
      retried.push({ ...rest, outcome: 'pass', tree });
      continue;
    }
    const there =
      first && first !== tree ? await bench.row({ gate, recipe: { back: 'all' } }) : undefined;
    const isWorse =
      there !== undefined &&
      (isRed(here) ? there.ended === 'pass' : isRed(there) || there.ended === 'pass');
    const why = `${outcome.error ?? 'it could not run'}; in a clean copy ${here.why}, and before the first change it could run`;
    retried.push(isWorse ? { ...outcome, outcome: 'fail', error: why, cause: undefined } : outcome);
  }
  return retried;
}

/** A failure by what was missing before the first change too. */
async function withLack(
  about: ProofSubject,
  gate: CommandGate,
  outcome: GateOutcome,
): Promise<GateOutcome> {
  const cause =
    outcome.outcome === 'fail' && outcome.mustPass && !outcome.overridden
      ? lackInPlace(plainText(outcome.output ?? ''))
      : undefined;
  if (!cause || !mayRun(about, gate)) return outcome;
  const { ended, cause: then } = await about.bench.row({ gate, recipe: { back: 'all' } });
  const isSame = ended !== 'pass' && then?.kind === cause.kind && then.path === cause.path;
  return isSame ? { ...outcome, cause } : outcome;
}
