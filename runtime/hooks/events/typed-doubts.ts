// A person typed that what is in doubt is right: which of it they mean, and what is left.

import { openDoubts } from '../../engine/checks/open-doubts.ts';
import { type Looked, lookedAt, takeLooked } from '../../engine/checks/take-doubts.ts';
import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
import { whereInDoubt } from '../../kernel/graph/doubts.ts';
import { goalMeant } from '../../kernel/requests/goals.ts';
import type { Step } from '../../kernel/requests/step.ts';
import type { Said } from '../../kernel/state/said.ts';
import { readState } from '../../step/run-step.ts';
import { oneLine } from '../../words/plain-text.ts';
import { placeOf } from '../../words/verdict.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';
import type { Resume } from './typed-answer.ts';

export type DoubtsSeen = Readonly<{
  goal: string;
  at: string | null;
  names: string;
}> &
  Looked;

export async function doubtsOf(
  delivery: Delivery,
  { at: { goalId, nodeId }, said: { places } }: Resume,
): Promise<DoubtsSeen | Readonly<{ block: string }>> {
  const { ws, payload } = delivery;
  const now = readState(ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  const no = (why: Refused) => refuse(now.state, delivery, why);
  const goal = goalMeant(now.state, payload.session_id, goalId);
  if (!goal) return no({ kind: 'name-goal' });
  const at = whereInDoubt(goal, nodeId);
  if (at === undefined) return no({ kind: 'no-doubts', goal: goal.id });
  const found = await openDoubts(ws, goal, at);
  if (!found.ok) return no({ kind: 'git-fails', said: found.error.slice(0, 300) });
  const all = found.value;
  if (all.length === 0) return no({ kind: 'no-doubts', goal: goal.id });
  const looked = lookedAt(goal, at, all, places);
  if (!looked) {
    const known = [...new Set(all.map(placeOf))];
    return no({ kind: 'name-doubts', goal: goal.id, node: at, places: known });
  }
  const names = oneLine(looked.chosen.map(placeOf).join(', '), 1000);
  return { goal: goal.id, at, ...looked, names };
}

/** Whether it waited for that still. */
export function takeDoubts(
  step: Step,
  { ws }: Pick<Delivery, 'ws'>,
  { goal: id, at, chosen, left }: DoubtsSeen,
  said: Said & Readonly<{ why: string }>,
): boolean {
  const goal = step.state.goals[id];
  if (!goal || whereInDoubt(goal, at) !== at) return false;
  takeLooked(step, ws, { goal, at, chosen, left }, said);
  return true;
}
