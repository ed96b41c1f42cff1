// What a person said yes to though it was in doubt, as far as it counts for a goal.

import { proofOf } from '../../kernel/graph/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { LookedAt } from '../../proof/change.ts';
import { isSameLook } from '../../proof/looked.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';

/** By the log of the goal and by trust.json: whoever writes one of them decides nothing by that. */
export function lookedFor(ws: Workspace, goal: Goal): readonly LookedAt[] {
  const { looked = [] } = proofOf(goal);
  if (looked.length === 0) return [];
  const kept = readTrust(ws)?.looked ?? [];
  return looked.filter((one) => kept.some((other) => isSameLook(one, other)));
}
