import { existsSync, readdirSync } from 'node:fs';
import { replaceFile } from '../files/atomic-write.ts';
import { removeAll } from '../files/changing.ts';
import type { Goal } from '../model/state/goal.ts';
import type { GoalFile, State } from '../model/state/state.ts';
import { clearTheWay } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { isStored, noteStored, storedGoals } from './goal-files.ts';

/**
 * Writes the goals that have changed, and then state.json, which says as of which event each is. Not
 * synced: what a power cut takes is made again from the log.
 */
export function saveState(ws: Workspace, state: State): void {
  clearTheWay(files.goals(ws));
  const goals: Record<string, GoalFile> = {};
  for (const [id, goal] of Object.entries(storedGoals(state))) {
    goals[id] = 'file' in goal ? goal : saveGoal(ws, goal);
  }
  const { finished: _, ...rest } = state;
  replaceFile(files.state(ws), `${JSON.stringify({ ...rest, goals })}\n`, false);
  tidyGoals(ws, new Set(Object.values(goals).map(({ file }) => file)));
}

function saveGoal(ws: Workspace, goal: Goal): GoalFile {
  const file = `goals/${goal.id}.json`;
  const path = `${ws.dir}/${file}`;
  if (!isStored(goal, path)) {
    replaceFile(path, `${JSON.stringify(goal)}\n`, false);
    noteStored(goal, path);
  }
  return { file, as_of: goal.as_of };
}

/**
 * Removes what lies in goals/ and is not among `kept` (names below .wukong/): goals that are over, and
 * what killed writers and other versions left. A link would lead what is read elsewhere.
 */
export function tidyGoals(ws: Workspace, kept: ReadonlySet<string>): void {
  const folder = files.goals(ws);
  clearTheWay(folder);
  if (!existsSync(folder)) return;
  if (kept.size === 0) {
    removeAll(folder);
    return;
  }
  for (const found of readdirSync(folder, { withFileTypes: true })) {
    if (kept.has(`goals/${found.name}`) && found.isFile()) continue;
    removeAll(`${folder}/${found.name}`);
  }
}
