import type { Terminal } from '../../model/actors/terminal.ts';
import type { AcceptanceFact } from '../../model/facts/acceptance.ts';
import type { Decided } from '../../model/proof.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { proofOf } from '../graph/proof.ts';
import { prove } from './evidence.ts';
import { goalOf, type Meanings } from './meaning.ts';

const KEPT_CLAIMS = 256;
const KEPT_LOOKS = 64;
const KEPT_DECIDED = 32;
const KEPT_ABOUT = 20;

export const ACCEPTANCE_MEANINGS: Meanings<AcceptanceFact> = {
  'tests.accepted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { files, why } = fact.payload;
      prove(goal, { accepted: { ...proofOf(goal).accepted, ...files } });
      noteDecided(goal, fact, { what: 'tests-changed', why, about: Object.keys(files) });
    },
  },
  'work.accepted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { what, why, by } = fact.payload;
      if (what === 'unproven') prove(goal, { unproven: { why, by } });
      noteDecided(goal, fact, { what, why, about: [] });
    },
  },
  'doubts.accepted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { doubts, why, by } = fact.payload;
      const looked = doubts.map((one) => ({ ...one, by }));
      prove(goal, { looked: [...(proofOf(goal).looked ?? []), ...looked].slice(-KEPT_LOOKS) });
      const about = doubts.map(({ path, line }) => (line === null ? path : `${path}:${line}`));
      noteDecided(goal, fact, { what: 'doubts', why, about });
    },
  },
  'changes.claimed': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { paths } = fact.payload;
      const claimed = new Set([...(proofOf(goal).claimed ?? []), ...paths]);
      prove(goal, { claimed: [...claimed].slice(-KEPT_CLAIMS) });
      noteDecided(goal, fact, { what: 'foreign', why: '', about: paths });
    },
  },
};

type ByPerson = Readonly<{
  node_id?: string | undefined;
  timestamp: string;
  session_id?: string | undefined;
  payload: Readonly<{ by?: string | undefined; terminal?: Terminal | undefined }>;
}>;

/** Beside what counts because of it: who said so, when, why, about what. */
export function noteDecided(
  goal: Goal,
  { node_id, timestamp: at, session_id: session, payload: { by = '', terminal } }: ByPerson,
  { what, why, about }: Pick<Decided, 'what' | 'why' | 'about'>,
): void {
  const said = { what, node: node_id ?? null, at, by, why, about: about.slice(0, KEPT_ABOUT) };
  const from = { ...(terminal && { terminal }), ...(session !== undefined && { session }) };
  const decided = [...(proofOf(goal).decided ?? []), { ...said, ...from }];
  prove(goal, { decided: decided.slice(-KEPT_DECIDED) });
}

/** A person was told that something is gone, and goes on: they are not asked about it again. */
export function noteGone(goal: Goal, because: Reason): void {
  if (because.kind === 'context-pack-missing') {
    goal.without_pack = [...(goal.without_pack ?? []), because.node];
  }
  if (because.kind !== 'work-gone') return;
  const told = because.files.map(({ path, run }) => ({ path, run }));
  prove(goal, { gone: [...(proofOf(goal).gone ?? []), ...told] });
}
