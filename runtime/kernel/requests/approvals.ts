import type { Pinned, PinnedSetting } from '../../model/gate-schema.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import { askedOf, inDoubt, isAllowed, shownOf } from './approval-list.ts';
import type { Step } from './step.ts';
import { scopeOf } from './tell-owner.ts';

/** Once an action: the person is asked when the node reports that it waits. */
export function askApproval(step: Step, goal: Goal, run: Run, action: string, rule: string): void {
  if (askedOf(goal, run.node).includes(action)) return;
  const in_doubt = inDoubt(goal, run.node, action);
  const payload = { action, rule, ...(in_doubt && { in_doubt }) };
  step.emit({ type: 'approval.asked', ...scopeOf(goal, run), payload });
}

/** False: it was used up, or never given. */
export function useApproval(step: Step, goal: Goal, run: Run, action: string): boolean {
  if (!isAllowed(goal, run.node, action)) return false;
  step.emit({ type: 'approval.used', ...scopeOf(goal, run), payload: { action } });
  return true;
}

/** A person says yes to what they were shown of all that a node asks. */
export function giveApprovals(step: Step, goal: Goal, nodeId: string, said: Said): string[] {
  const shown = shownOf(goal, nodeId);
  const scope = { goal_id: goal.id, node_id: nodeId, ...typedIn(said) };
  for (const action of shown) {
    step.emit({ type: 'approval.given', ...scope, payload: { action, ...signed(said) } });
  }
  return shown;
}

/** What gives gates power in this goal from now on; `by` a person, but for its beginning. */
export function pinSettings(
  step: Step,
  goal: Goal,
  pinned: Pinned,
  by?: Said & Readonly<{ changed: readonly PinnedSetting[] }>,
): void {
  const said = by && { changed: [...by.changed], ...signed(by) };
  step.emit({ type: 'settings.pinned', goal_id: goal.id, payload: { pinned, ...said } });
}
