// Whether a fault was there still when a node began to fix it. Of several that fix the same one at once the first to
// land has shown it for the goal; of the others its check says nothing.

import { proofOf } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { onBench } from './bench.ts';
import type { Subject } from './subject.ts';

/** Why the check counts for less, as a clause; undefined: it is red on what landed before, or nothing did. */
export async function fixedBefore(about: Subject, gate: CommandGate): Promise<string | undefined> {
  const { goal, run: id = '', tree } = about;
  const run = goal.runs[id];
  const base = run?.lane.base;
  if (!run?.lane.lands_in || !base || base === proofOf(goal).first?.tree) return undefined;
  const nodes = landedBefore(goal, run);
  if (nodes.length === 0) return undefined;
  const { bench } = onBench({ ...about, base });
  const change = await bench.change();
  // Who changes tests alone fixes nothing.
  if (!change || change.base === tree || change.places.length === 0) return undefined;
  const row = await bench.row({ gate, recipe: { back: 'program' }, isQuiet: true });
  return row.ended === 'pass' ? fixedText(commandText(gate.command), nodes) : undefined;
}

export function fixedText(check: string, nodes: readonly string[]): string {
  return `the fault was already fixed by ${nodes.join(', ')}, which landed before it: \`${check}\` passes without its change`;
}

/** Nodes whose work is in the tree from which its own counts. */
export function landedBefore({ runs }: Goal, of: Run): readonly string[] {
  const landed = Object.values(runs).filter(
    ({ node, lane, ended, outputs }) =>
      node !== of.node &&
      lane.base !== null &&
      ended?.outcome === 'success' &&
      (outputs?.patch_files.length ?? 0) > 0,
  );
  return [...new Set(landed.map(({ node }) => node))];
}
