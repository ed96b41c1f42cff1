// Goals in files of their own. A hook needs the goal of its session and no other; so with several open
// goals, or a large one, state.json (or a shard of it) names a file for each, which is read when the goal
// is asked for.

import { existsSync, readFileSync } from 'node:fs';
import { entry } from '../kernel/state.ts';
import type { Goal, GoalFile, State, StoredState } from '../model/state.ts';
import { type GoalHead, openPages, readAllPages } from './goal-pages.ts';
import type { Workspace } from './paths.ts';
import { openShards } from './shards.ts';

export type Goals = Record<string, Goal | GoalFile>;

/** The cache names a file that is of no use. Whoever meets this goes back to the log. */
export class BrokenCache extends Error {}

const AS_STORED = Symbol('as stored');

/** Makes a state of what is stored, and takes it over. */
export function openGoals(ws: Workspace, stored: StoredState): State {
  const state = stored as State;
  if (stored.shards) {
    const { sessions, goals } = openShards(ws, stored, stored.shards);
    delete stored.shards;
    return Object.assign(state, { sessions, goals: readLater(ws, goals) });
  }
  // All of them have a file, or none.
  for (const id in stored.goals) {
    const goal = stored.goals[id];
    if (goal && 'file' in goal) state.goals = readLater(ws, stored.goals);
    break;
  }
  return state;
}

function readLater(ws: Workspace, goals: Goals): Record<string, Goal> {
  return new Proxy(goals as Record<string, Goal>, {
    get(target, id) {
      if (typeof id !== 'string') return id === AS_STORED ? target : Reflect.get(target, id);
      const goal = entry(goals, id);
      if (goal && 'file' in goal) target[id] = readGoal(`${ws.dir}/${goal.file}`, ws);
      return target[id];
    },
  });
}

/** Goals that were not asked for are still the files they are in. */
export function storedGoals(state: State): Goals {
  return (state.goals as { [AS_STORED]?: Goals })[AS_STORED] ?? state.goals;
}

const places = new WeakMap<Goal, string>();

function readGoal(path: string, ws: Workspace): Goal {
  const { value } = readNamed<Goal | GoalHead>(path);
  const goal = 'pages' in value ? openPages(ws, value) : value;
  places.set(goal, path);
  return goal;
}

/**
 * The goal was read there, and is still there. Of a file that was not read the name says nothing: where a
 * backup was copied over a log that had gone on, files of what was lost still lie about.
 */
export function isStored(goal: Goal, path: string): boolean {
  return places.get(goal) === path && existsSync(path);
}

/** A file that the cache names. One that can't be read, for whatever reason, is none. */
export function readNamed<T>(path: string): Readonly<{ text: string; value: T }> {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, value: JSON.parse(text) };
  } catch {
    throw new BrokenCache(path);
  }
}

/** For whoever goes on to use the state when its files may have been replaced. */
export function readAllGoals(state: State): void {
  for (const goal of Object.values(state.goals)) if (goal.large) readAllPages(goal);
}
