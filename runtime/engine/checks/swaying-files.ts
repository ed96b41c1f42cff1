// Whether a gate passes because of files that are neither of the program nor sealed by their name: it
// failed on the first tree, and passes there as soon as they alone are as they are now.

import { asTheyWere, otherChanges, sealedChanges } from '../../evidence/seal/sealed-changes.ts';
import { type Overlay, pick } from '../../evidence/trees/overlay.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/requests/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { measure, type ProofSubject, placeOf } from './copies.ts';

export type Swayed = Readonly<{
  /** The gate they sway, and the output of the run that shows it. Undefined: none. */
  gate: CommandGate | undefined;
  log: string | undefined;
  /** As they are called in evidence: `A known.txt`. */
  changed: readonly string[];
  measured: readonly Measured[];
}>;

const NOTHING: Swayed = { gate: undefined, log: undefined, changed: [], measured: [] };

export async function swayingFiles(
  about: ProofSubject,
  first: string,
  gates: readonly CommandGate[],
): Promise<Swayed> {
  const { goal, tree } = about;
  const place = placeOf(about);
  const { accepted } = proofOf(goal);
  const byProduct = productAsked(goal);
  const request = { ...place, first, tree, gates: gatesOfGoal(goal), accepted, byProduct };
  const others = await otherChanges(request);
  if (!others.ok || others.value.length === 0 || gates.length === 0) return NOTHING;
  const sealed = await sealedChanges(request);
  const without = sealed.ok
    ? await asTheyWere(place, { first, tree }, [...sealed.value, ...others.value], null)
    : sealed;
  const paths = others.value.map(({ path }) => path);
  const now = await pick(place, tree, paths);
  if (!without.ok || !now.ok) return NOTHING;
  const gone = others.value.filter(({ status }) => status === 'D').map(({ path }) => path);
  const alone: Overlay = { ...now.value, without: gone };
  const measured: Measured[] = [];
  const run = async (...how: [Measured['side'], CommandGate, string, Overlay | null]) => {
    const [side, gate, on, overlay] = how;
    const ended = await measure(about, side, gate, on, overlay);
    measured.push(ended);
    return ended;
  };
  const changed = others.value.map(({ path, status }) => `${status} ${path}`);
  for (const gate of gates) {
    if ((await run('sealed', gate, tree, without.value)).outcome === 'pass') continue;
    const withThem = await run('plain', gate, first, alone);
    if (withThem.outcome !== 'pass') continue;
    // What passed there before was not swayed: the change needs them.
    if ((await run('plain', gate, first, null)).outcome !== 'fail') continue;
    return { gate, log: withThem.log, changed, measured };
  }
  return { ...NOTHING, measured };
}
