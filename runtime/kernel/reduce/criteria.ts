import type { CriteriaFact } from '../../model/facts/criteria.ts';
import type { Criteria } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { proofOf } from '../graph/proof.ts';
import { noteDecided } from './acceptance.ts';
import { goalOf, type Meanings } from './meaning.ts';

export const CRITERIA_MEANINGS: Meanings<CriteriaFact> = {
  'criteria.listed': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { criteria: list, more } = fact.payload;
      const criteria = { list, more, said: [], said_by: null, accepted: [] };
      goal.proof = { ...proofOf(goal), criteria };
    },
  },
  'criteria.said': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) change(goal, { said: fact.payload.said, said_by: fact.run_id });
    },
  },
  'criterion.accepted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { number, text, why, by } = fact.payload;
      const accepted = proofOf(goal).criteria?.accepted ?? [];
      change(goal, { accepted: [...accepted, { number, by, why }] });
      noteDecided(goal, fact, { what: 'criterion', why, about: [`${number}. ${text}`] });
    },
  },
};

function change(goal: Goal, more: Partial<Criteria>): void {
  const { criteria } = proofOf(goal);
  if (criteria) goal.proof = { ...proofOf(goal), criteria: { ...criteria, ...more } };
}
