import { readGoals } from '../../inspect/read-goals.ts';
import type { OnProgress } from '../../inspect/read-log.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** The one that was made last, open or over. What cannot be read is said by whoever reads it next. */
export function newestGoal(ws: Workspace, onProgress: OnProgress): string | undefined {
  const goals = readGoals(ws, undefined, onProgress);
  return goals.ok ? goals.ids.at(-1) : undefined;
}
