import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { isLarge } from '../kernel/shown.ts';
import type { Goal, GoalFile, State } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { storedGoals } from './goal-files.ts';
import { savePages, tidyPages } from './goal-pages.ts';
import { files, type Workspace } from './paths.ts';

/** Not synced: what a power cut takes is made again from the log. */
export function saveState(ws: Workspace, state: State): void {
  const { finished: _, goals, ...rest } = state;
  const split = Object.keys(goals).length > 1 || isLarge(state) || hasPages(state);
  const stored = split ? saveGoals(ws, state) : goals;
  // The goals in a line of their own, so that whoever needs none can do without (headOf).
  const head = JSON.stringify(rest).slice(0, -1);
  const text = `${head}\n,"goals":${JSON.stringify(stored)}}\n`;
  replaceFile(files.state(ws), text, false);
  tidy(ws, split ? stored : {});
  for (const goal of Object.values(storedGoals(state))) {
    if ('large' in goal) tidyPages(ws, goal);
  }
}

/** Few nodes can have much to say, too. Asked where one goal is left, which is read in any case. */
function hasPages({ goals }: State): boolean {
  return Object.values(goals).some(({ large }) => large !== undefined);
}

/** A file for each goal that has changed. Its name says as of what, so in one log it never means two things. */
function saveGoals(ws: Workspace, state: State): Record<string, GoalFile> {
  const named: Record<string, GoalFile> = {};
  for (const [id, goal] of Object.entries(storedGoals(state))) {
    named[id] = 'file' in goal ? goal : saveGoal(ws, goal);
  }
  return named;
}

function saveGoal(ws: Workspace, goal: Goal): GoalFile {
  if (goal.large) return { file: savePages(ws, goal) };
  const file = `goals/${goal.id}.${goal.as_of}.json`;
  const path = `${ws.dir}/${file}`;
  if (!existsSync(path)) replaceFile(path, `${JSON.stringify(goal)}\n`, false);
  return { file };
}

/**
 * For a state that was made from the log alone: removes the files of goals that are not among `kept`.
 * They may be of a history that is no more (an older copy of the log was put back, or it was repaired),
 * in which the numbers that come next had another meaning. Pages stay: their content names them.
 */
export function forgetGoals(ws: Workspace, kept: ReadonlySet<string> = new Set()): void {
  const folder = files.goals(ws);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.json') && !kept.has(`goals/${name}`)) {
      rmSync(`${folder}/${name}`, { recursive: true, force: true });
    }
  }
}

/** Removes what state.json does not name any more, with what killed writers left. */
function tidy(ws: Workspace, named: Readonly<Record<string, Goal | GoalFile>>): void {
  const folder = files.goals(ws);
  if (!existsSync(folder)) return;
  const goals = Object.values(named);
  if (goals.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const kept = new Set(goals.map((goal) => ('file' in goal ? basename(goal.file) : '')));
  for (const name of readdirSync(folder)) {
    // The pages of a large goal are in a folder: G-0001.<hash of its plan>.
    if (
      kept.has(name) ||
      (/\.[0-9a-f]{8}$/.test(name) && Object.hasOwn(named, name.slice(0, -9)))
    ) {
      continue;
    }
    rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}
