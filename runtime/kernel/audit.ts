import type { Goal, Run } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';

/**
 * Why this audit is none: who judges a patch is somebody else than who made it, by run, by agent and by
 * the conversation they worked in. Undefined if that holds. Only what the log shows counts.
 */
export function auditsItself(goal: Goal, auditor: Run): string | undefined {
  for (const author of Object.values(goal.runs)) {
    if (!CHANGING_ROLES.includes(author.role) || author.agent_id === null) continue;
    const about = `the change of ${author.node} (run ${author.id})`;
    if (author.id === auditor.id) return `run ${auditor.id} made ${about} itself`;
    if (isSame(author.agent_id, auditor.agent_id)) {
      return `its agent ${auditor.agent_id} also made ${about}`;
    }
    if (isSame(author.transcript, auditor.transcript)) {
      return `it is the same conversation in which ${about} was made`;
    }
  }
  return undefined;
}

function isSame(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && a !== '' && a === b;
}
