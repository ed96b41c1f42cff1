// Whether a gate passes because of files that are neither of the program nor sealed by their name: it
// failed on the first tree, and passes there as soon as they alone are as they are now; or it fails on the
// tree of now as soon as prose that was there is as it was, which says what is right as a test does.

import {
  asTheyWere,
  otherChanges,
  type SealedChange,
  sealedChanges,
} from '../../evidence/seal/sealed-changes.ts';
import { type Overlay, pick } from '../../evidence/trees/overlay.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { measure, type ProofSubject, placeOf } from './copies.ts';

export type Swayed = Readonly<{
  /** The gate they sway, and the output of the run that shows it. Undefined: none. */
  gate: CommandGate | undefined;
  /** That it passes by them. */
  how: string;
  log: string | undefined;
  /** As they are called in evidence: `A known.txt`. */
  changed: readonly string[];
  measured: readonly Measured[];
}>;

const NOTHING: Swayed = {
  gate: undefined,
  how: '',
  log: undefined,
  changed: [],
  measured: [],
};

const ALONE = 'passes there as soon as it has these files of now';
const BESIDE = 'passes now only with what these files say now';

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
  const prose = others.value.filter(({ status }) => status !== 'A');
  const asBefore = async (these: readonly SealedChange[]) =>
    sealed.ok ? asTheyWere(place, { first, tree }, [...sealed.value, ...these], null) : sealed;
  const without = await asBefore(others.value);
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
  const named = (all: readonly SealedChange[]) =>
    all.map(({ path, status }) => `${status} ${path}`);
  for (const gate of gates) {
    if ((await run('sealed', gate, tree, without.value)).outcome === 'pass') continue;
    const withThem = await run('plain', gate, first, alone);
    const old = withThem.outcome !== 'pass' && prose.length > 0 ? await asBefore(prose) : undefined;
    const put = old?.ok ? await run('sealed', gate, tree, old.value) : undefined;
    if (withThem.outcome !== 'pass' && put?.outcome !== 'fail') continue;
    // What passed there before was not swayed: the change needs them.
    if ((await run('plain', gate, first, null)).outcome !== 'fail') continue;
    return put
      ? { gate, how: BESIDE, log: put.log, changed: named(prose), measured }
      : { gate, how: ALONE, log: withThem.log, changed: named(others.value), measured };
  }
  return { ...NOTHING, measured };
}
