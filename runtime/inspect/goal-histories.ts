import { fold } from '../cache/fold.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { goalsOf } from '../kernel/state/queries.ts';
import type { GoalHistory } from '../kernel/views/goal-history.ts';
import { readHistory } from '../log/history.ts';
import type { FactType, Recorded } from '../model/facts/fact.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import type { Goal } from '../model/state/goal.ts';
import { isFact } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { OnProgress } from './read-log.ts';

/** Reads the log once, for facts of `types`. Goals that are over come too; `only` one of them if it is named. Oldest first. */
export function goalHistories(
  ws: Workspace,
  types: readonly FactType[],
  only: string | undefined,
  onProgress: OnProgress,
): Result<GoalHistory[]> {
  const state = emptyState();
  const goals = new Map<string, Goal>();
  const facts = new Map<string, Recorded[]>();
  const updated = new Map<string, Map<string, string>>();
  const wanted = new Set<string>(types);
  const history = readHistory(
    ws,
    (record) => {
      onProgress(`${record.event_id} read`);
      const { goal_id, node_id, type, timestamp } = record;
      // What happens to one goal changes no other.
      if (only !== undefined && goal_id !== undefined && goal_id !== only) return true;
      fold(state, record, ws);
      if (goal_id === undefined || !isFact(type)) return true;
      const times = updated.get(goal_id) ?? new Map<string, string>();
      updated.set(goal_id, times.set(goal_id, timestamp));
      if (node_id !== undefined) times.set(`${goal_id}/${node_id}`, timestamp);
      if (wanted.has(type)) {
        const ofGoal = facts.get(goal_id) ?? [];
        facts.set(goal_id, ofGoal);
        ofGoal.push(upcast(record));
      }
      // A goal that is over leaves the state.
      if (state.finished?.id === goal_id) goals.set(goal_id, state.finished);
      return true;
    },
    'count',
  );
  if (!history.ok) return fail(history.failure);
  for (const goal of goalsOf(state)) {
    if ((only ?? goal.id) === goal.id) goals.set(goal.id, goal);
  }
  return ok(
    [...facts].flatMap(([id, ofGoal]) => {
      const goal = goals.get(id);
      return goal ? [{ goal, facts: ofGoal, updated: updated.get(id) ?? new Map() }] : [];
    }),
  );
}
