import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { isLarge } from '../kernel/shown.ts';
import type { Goal, GoalFile, State } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { storedGoals } from './goal-files.ts';
import { files, type Workspace } from './paths.ts';

/** Not synced: what a power cut takes is made again from the log. */
export function saveState(ws: Workspace, state: State): void {
  const { finished: _, goals, ...rest } = state;
  const split = Object.keys(goals).length > 1 || isLarge(state);
  const stored = split ? saveGoals(ws, state) : goals;
  // The goals in a line of their own, so that whoever needs none can do without (headOf).
  const head = JSON.stringify(rest).slice(0, -1);
  const text = `${head}\n,"goals":${JSON.stringify(stored)}}\n`;
  replaceFile(files.state(ws), text, false);
  tidy(ws, split ? Object.values(stored) : []);
}

/** A file for each goal that has changed. Its name says as of what, so a name never means two things. */
function saveGoals(ws: Workspace, state: State): Record<string, GoalFile> {
  const named: Record<string, GoalFile> = {};
  for (const [id, goal] of Object.entries(storedGoals(state))) {
    named[id] = 'file' in goal ? goal : saveGoal(ws, goal);
  }
  return named;
}

function saveGoal(ws: Workspace, goal: Goal): GoalFile {
  const file = `goals/${goal.id}.${goal.as_of}.json`;
  const path = `${ws.dir}/${file}`;
  if (!existsSync(path)) replaceFile(path, `${JSON.stringify(goal)}\n`, false);
  return { file };
}

/** Removes what state.json does not name any more, with what killed writers left. */
function tidy(ws: Workspace, named: ReadonlyArray<Goal | GoalFile>): void {
  const folder = files.goals(ws);
  if (!existsSync(folder)) return;
  if (named.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const kept = new Set(named.map((goal) => ('file' in goal ? basename(goal.file) : '')));
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(`${folder}/${name}`, { force: true });
  }
}
