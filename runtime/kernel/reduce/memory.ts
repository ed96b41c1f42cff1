import type { FactOf, Timed } from '../../model/facts/fact.ts';
import type { MemoryFact } from '../../model/facts/memory.ts';
import type { State } from '../../model/state.ts';
import { endedRuns } from '../state/queries.ts';
import { goalOf, type Meanings, ON_RECORD } from './meaning.ts';

export const MEMORY_MEANINGS: Meanings<MemoryFact> = {
  'summary.written': ON_RECORD,
  'anchors.proposed': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.proposed_after = endedRuns(goal);
    },
  },
  // The inputs of nodes are in taskgraph.json.
  'anchors.recalled': { shown: true, apply: giveAnchors },
  'anchors.used': ON_RECORD,
  'anchors.imported': ON_RECORD,
  'anchors.accepted': ON_RECORD,
  'anchors.merged': ON_RECORD,
  'anchors.rejected': ON_RECORD,
  'anchors.expired': ON_RECORD,
  'candidates.read': {
    apply(state, { payload }) {
      state.candidates = { stamp: payload.stamp };
    },
  },
  'checkpoint.written': ON_RECORD,
};

/** Behind what the template names itself. */
function giveAnchors(state: State, fact: Timed<FactOf<'anchors.recalled'>>): void {
  const goal = goalOf(state, fact);
  if (!goal) return;
  const { given } = fact.payload;
  const byNode = new Map(
    given.flatMap(({ nodes, anchors }) => nodes.map((node) => [node, anchors] as const)),
  );
  goal.specs = goal.specs.map((spec) => {
    const ids = byNode.get(spec.id)?.map(({ id }) => id) ?? [];
    if (ids.length === 0) return spec;
    const context_refs = [...new Set([...spec.inputs.context_refs, ...ids])];
    return { ...spec, inputs: { ...spec.inputs, context_refs } };
  });
  const changed = given.flatMap(({ anchors }) => anchors.filter((one) => one.changed));
  if (changed.length === 0) return;
  const ids = [...(goal.changed_anchors ?? []), ...changed.map(({ id }) => id)];
  goal.changed_anchors = [...new Set(ids)];
}
