// Runs of other goals that a dispatch has to wait for.

import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { type Role, WRITING_ROLES } from '../../model/vocabulary.ts';
import { activeRuns, busyGoals, issueOf, type RunAt } from './queries.ts';

/** A run of another goal at the same node of the same issue. */
export function unitElsewhere(state: State, goal: Goal, nodeId: string): RunAt | undefined {
  const issue = issueOf(goal, nodeId);
  for (const other of busyGoals(state)) {
    if (other.id === goal.id) continue;
    const run = activeRuns(other).find(({ node }) => node === nodeId);
    if (run && issueOf(other, nodeId) === issue) return { goal: other, run };
  }
  return undefined;
}

/** A writing run of another goal in the same working tree, or one in a lane that may land there at any moment. */
export function writerElsewhere(
  state: State,
  goal: Goal,
  request: Readonly<{ role: Role; worktree: string }>,
): RunAt | undefined {
  if (!WRITING_ROLES.includes(request.role)) return undefined;
  for (const other of busyGoals(state)) {
    if (other.id === goal.id) continue;
    const run = activeRuns(other).find(
      (candidate) =>
        WRITING_ROLES.includes(candidate.role) &&
        ((candidate.lane.worktree === request.worktree && !candidate.lane.awaited) ||
          (candidate.lane.lands_in === request.worktree && candidate.report !== null)),
    );
    if (run) return { goal: other, run };
  }
  return undefined;
}
