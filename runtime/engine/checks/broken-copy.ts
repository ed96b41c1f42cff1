// A command that passes whatever is in the files that were changed shows nothing of them. It is run once in
// a copy in which they are broken.

import type { RefutedGate } from '../../evidence/commands/observed-commands.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { rewrite } from '../../evidence/trees/overlay.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { mayRun, measure, type ProofSubject, placeOf } from './copies.ts';

export type Indifferent = Readonly<{
  /** Those that pass there. */
  commands: readonly RefutedGate[];
  measured: readonly Measured[];
}>;

export const NONE_TRIED: Indifferent = { commands: [], measured: [] };

const MOST_RUNS = 2;
const BROKEN = 'This is broken, to see whether a check notices it: (((\n';

/** What could not run there says nothing. */
export async function indifferentCommands(
  about: ProofSubject,
  cited: readonly CommandGate[],
): Promise<Indifferent> {
  const first = proofOf(about.goal).first?.tree;
  // A path of the working tree leads there from a copy as well.
  const isHere = ({ command }: CommandGate): boolean =>
    command.some((word) => word.includes(about.worktree));
  const may = cited.filter((gate) => mayRun(about, gate) && !isHere(gate)).slice(0, MOST_RUNS);
  if (first === undefined || first === about.tree || may.length === 0) return NONE_TRIED;
  const place = placeOf(about);
  const found = await changes({ ...place, before: first, after: about.tree });
  if (!found.ok) return NONE_TRIED;
  const sources = found.value.filter(({ status, path }) => status !== 'D' && !isTestMaterial(path));
  const paths = sources.map(({ path }) => path);
  const broken = await rewrite(place, about.tree, paths, () => BROKEN);
  if (!broken.ok || Object.keys(broken.value.files).length === 0) return NONE_TRIED;
  const measured: Measured[] = [];
  const commands: RefutedGate[] = [];
  for (const gate of may) {
    const run = await measure(about, 'broken', gate, about.tree, broken.value);
    measured.push(run);
    if (run.outcome === 'pass') commands.push({ ...gate, isIndifferent: true });
  }
  return { commands, measured };
}
