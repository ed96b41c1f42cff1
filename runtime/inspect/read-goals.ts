// The goals of the log, closed ones too: those leave the state, and their evidence is asked for most.

import { fold } from '../cache/fold.ts';
import { emptyState } from '../kernel/state/empty-state.ts';
import { entry } from '../kernel/state/queries.ts';
import { readHistory } from '../log/history.ts';
import type { Failure } from '../model/failure.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Workspace } from '../workspace/paths.ts';
import type { OnProgress } from './read-log.ts';

export type Goals =
  | Readonly<{
      ok: true;
      open: readonly Goal[];
      /** The one that ended last. */
      last: Goal | undefined;
      /** The one that was asked for by its id. */
      named: Goal | undefined;
      /** Ids of all there ever were, oldest first. */
      ids: readonly string[];
    }>
  | Readonly<{ ok: false; failure: Failure }>;

/** Reads the log once. `wanted`: a goal id, or a run id, whose goal is meant. */
export function readGoals(
  ws: Workspace,
  wanted: string | undefined,
  onProgress: OnProgress,
): Goals {
  const state = emptyState();
  const ids: string[] = [];
  let named: Goal | undefined;
  const history = readHistory(
    ws,
    (record) => {
      onProgress(`${record.event_id} read`);
      fold(state, record, ws);
      if (record.type === 'goal.created' && record.goal_id) ids.push(record.goal_id);
      const { finished } = state;
      if (finished && finished !== named && isMeant(finished, wanted)) named = finished;
      return true;
    },
    'count',
  );
  if (!history.ok) return { ok: false, failure: history.failure };
  const open = Object.keys(state.goals).flatMap((id) => entry(state.goals, id) ?? []);
  named ??= open.find((goal) => isMeant(goal, wanted));
  return { ok: true, open, last: state.finished, named, ids };
}

function isMeant(goal: Goal, wanted: string | undefined): boolean {
  return wanted !== undefined && (goal.id === wanted || Object.hasOwn(goal.runs, wanted));
}
