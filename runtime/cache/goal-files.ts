// Each open goal is a file of its own in goals/. A hook needs the goal of its session and no other, so
// state.json says which goals are open and as of which event, and a goal is read when it is asked for.

import { existsSync } from 'node:fs';
import { readText } from '../files/reading.ts';
import { entry } from '../kernel/state/queries.ts';
import type { Goal } from '../model/state/goal.ts';
import type { GoalFile, State, StoredState } from '../model/state/state.ts';
import type { Workspace } from '../workspace/paths.ts';

type Goals = Record<string, Goal | GoalFile>;

/** The cache names a file that is of no use. Whoever meets this goes back to the log. */
export class BrokenCache extends Error {}

const AS_STORED = Symbol('as stored');

/** Makes a state of what is stored, and takes it over. */
export function openGoals(ws: Workspace, stored: StoredState): State {
  const goals: Goals = stored.goals;
  const read = new Proxy(goals as Record<string, Goal>, {
    get(target, id) {
      if (typeof id !== 'string') return id === AS_STORED ? target : Reflect.get(target, id);
      const goal = entry(goals, id);
      if (goal && 'file' in goal) target[id] = readGoal(ws, goal);
      return target[id];
    },
  });
  return Object.assign(stored, { goals: read });
}

/** Goals that were not asked for are still the files they are in. */
export function storedGoals(state: State): Goals {
  return (state.goals as { [AS_STORED]?: Goals })[AS_STORED] ?? state.goals;
}

/** Which file a goal was read from or written to, and as of which event. */
const places = new WeakMap<Goal, string>();

/**
 * The file is replaced before state.json is. So one that is not as of the event that state.json names is
 * of a writer that was killed in between, or has not come to state.json yet.
 */
function readGoal(ws: Workspace, { file, as_of }: GoalFile): Goal {
  const path = `${ws.dir}/${file}`;
  const goal = readJson<Goal>(path);
  if (goal.as_of !== as_of) throw new BrokenCache(path);
  noteStored(goal, path);
  return goal;
}

function readJson<T>(path: string): T {
  try {
    return JSON.parse(readText(path));
  } catch {
    throw new BrokenCache(path);
  }
}

export function noteStored(goal: Goal, path: string): void {
  places.set(goal, placeOf(goal, path));
}

/**
 * The goal was read there, and is still there. Of a file that was not read its event says nothing: where a
 * backup was copied over a log that had gone on, files of what was lost still lie about.
 */
export function isStored(goal: Goal, path: string): boolean {
  return places.get(goal) === placeOf(goal, path) && existsSync(path);
}

function placeOf(goal: Goal, path: string): string {
  return `${path} ${goal.as_of}`;
}

/** For whoever goes on to use the state when its files may have been replaced. */
export function readAllGoals(state: State): void {
  for (const id of Object.keys(state.goals)) Reflect.get(state.goals, id);
}
