// A whole goal is six agents and takes half a minute. A story that shows how one node fares is played with the
// nodes it is about.

import { parse } from 'yaml';
import type { Rig } from './rig.ts';

type Planned = Readonly<{ id: string; inputs?: Readonly<{ upstream_outputs: readonly string[] }> }>;
type Plan = Readonly<{ nodes: readonly Planned[] }>;

/** The track `fix` of this repository has these nodes alone, one after the other, as they are in the whole one. */
export function onlyNodes(rig: Rig, ...ids: readonly string[]): void {
  const plan: Plan = parse(rig.builtIn('fix'));
  const isKept = (output: string): boolean => ids.includes(output.split('.')[0] ?? '');
  const nodes = plan.nodes
    .filter(({ id }) => ids.includes(id))
    .map(({ inputs, ...node }) => {
      const upstream_outputs = (inputs?.upstream_outputs ?? []).filter(isKept);
      return upstream_outputs.length > 0 ? { ...node, inputs: { upstream_outputs } } : node;
    });
  const edges = ids.slice(1).map((to, i) => ({ from: ids[i], to, condition: 'on_success' }));
  rig.write('.wukong/templates/fix.yaml', JSON.stringify({ ...plan, nodes, edges }));
}

/** The plan begins with the body: for what does not hang on who looked before it. */
export function fromBody(rig: Rig): void {
  onlyNodes(rig, 'N-020', 'N-030', 'N-040', 'N-050');
}
