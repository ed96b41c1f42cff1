// The goals as of each record, for who reads the log from its first one on.

import { fold } from '../cache/fold.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { entry } from '../kernel/state/queries.ts';
import type { EventRecord } from '../model/event.ts';
import type { Goal } from '../model/state/goal.ts';
import { isFact } from '../model/vocabulary.ts';
import type { Workspace } from '../workspace/paths.ts';

/** `times`: what the log says and the state does not. */
export type GoalThen = Readonly<{
  goal: Goal;
  times: Readonly<{ updated: string; ended: string | null }>;
}>;

/** Takes every record in its order, and gives the goal it is about as it was then. */
export function goalsAfter(ws: Workspace): (record: EventRecord) => GoalThen | undefined {
  const state = emptyState();
  const goals = new Map<string, GoalThen>();
  return (record) => {
    fold(state, record, ws);
    const { goal_id: id, type, timestamp } = record;
    if (id === undefined) return undefined;
    const before = goals.get(id);
    // A goal that is over leaves the state.
    const finished = state.finished?.id === id ? state.finished : before?.goal;
    const goal = entry(state.goals, id) ?? finished;
    if (!goal) return undefined;
    const updated = isFact(type) ? timestamp : (before?.times.updated ?? goal.created_at);
    const ended = ENDS.includes(type) ? timestamp : (before?.times.ended ?? null);
    const then = { goal, times: { updated, ended } };
    goals.set(id, then);
    return then;
  };
}

const ENDS: readonly string[] = ['graph.completed', 'graph.aborted'];
