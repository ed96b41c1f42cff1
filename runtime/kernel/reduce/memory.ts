import type { FactOf, Timed } from '../../model/facts/fact.ts';
import type { MemoryFact } from '../../model/facts/memory.ts';
import type { State } from '../../model/state/state.ts';
import { endedRuns, entry } from '../state/queries.ts';
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
  'anchors.accepted': {
    apply: (state, { payload }) => review(state, payload.id, payload.sha256),
  },
  'anchors.accepted_by_run': {
    apply: (state, { payload }) => review(state, payload.id, payload.sha256, true),
  },
  'anchors.reviewed': {
    apply: (state, { payload }) => review(state, payload.id, payload.sha256),
  },
  // Whoever found that an entry says what a candidate says has read it.
  'anchors.merged': {
    apply: (state, { payload }) => review(state, payload.into, payload.sha256),
  },
  'anchors.rejected': ON_RECORD,
  'anchors.expired': {
    apply(state, { payload: { id, sha256, sha256_before } }) {
      const known = entry(state.reviewed_anchors ?? {}, id);
      // A day of expiry is no review of an entry that nobody had looked at.
      if (!known || known.sha256 !== sha256_before?.slice(0, HASH_CHARS)) return;
      review(state, id, sha256, known.by_run);
    },
  },
  'anchors.removal_proposed': ON_RECORD,
  'anchors.removed': {
    apply(state, { payload }) {
      if (state.reviewed_anchors) delete state.reviewed_anchors[payload.id];
    },
  },
  'anchors.kept': ON_RECORD,
  'candidates.read': {
    apply(state, { payload }) {
      state.candidates = { stamp: payload.stamp };
    },
  },
  'checkpoint.written': ON_RECORD,
};

/** Every hook reads the state: as much of a hash as tells two texts apart. */
const HASH_CHARS = 16;

function review(state: State, id: string, sha256: string, byRun?: true): void {
  const reviewed = { sha256: sha256.slice(0, HASH_CHARS), ...(byRun && { by_run: byRun }) };
  state.reviewed_anchors = { ...state.reviewed_anchors, [id]: reviewed };
}

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
