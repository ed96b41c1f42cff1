import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { isOffer, sameAuthor } from '../state/run-by.ts';

/**
 * Why this audit is none: who judges a patch is somebody else than who made it, by run, by agent and by
 * the conversation they worked in. Undefined if that holds. Only what the log shows counts.
 */
export function auditsItself(goal: Goal, auditor: Run): string | undefined {
  for (const author of Object.values(goal.runs)) {
    if (!CHANGING_ROLES.includes(author.role) || isOffer(author)) continue;
    const about = `the change of ${author.node} (run ${author.id})`;
    if (author.id === auditor.id) return `run ${auditor.id} made ${about} itself`;
    const same = sameAuthor(author, auditor);
    if (same?.by === 'conversation') {
      return `it is the same conversation in which ${about} was made`;
    }
    if (same) return `its ${same.by} ${same.name} also made ${about}`;
  }
  return undefined;
}
