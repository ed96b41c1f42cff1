import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { numberOf } from '../kernel/ids.ts';
import { isLarge } from '../kernel/shown.ts';
import type { Goal, GoalFile, State, StoredState } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { type Goals, isStored, storedGoals } from './goal-files.ts';
import { savePages, tidyPages } from './goal-pages.ts';
import { clearTheWay } from './links.ts';
import { files, type Workspace } from './paths.ts';
import { saveShards, shardFile } from './shards.ts';

/** So many open goals stand in state.json itself, by name; of more, each stands in a shard. */
const MOST_IN_STATE = 32;

/** Not synced: what a power cut takes is made again from the log. */
export function saveState(ws: Workspace, state: State): void {
  clearTheWay(files.goals(ws));
  const { finished: _, goals: __, ...rest } = state;
  const inShards = state.counters.open_goals > MOST_IN_STATE;
  const { tidyUp, goals, ...more } = inShards ? saveMany(ws, state) : saveFew(ws, state);
  // The goals in a line of their own, so that whoever needs none can do without (headOf).
  const head = JSON.stringify(Object.assign(rest, more)).slice(0, -1);
  replaceFile(files.state(ws), `${head}\n,"goals":${JSON.stringify(goals)}}\n`, false);
  tidyUp();
}

type Saved = Pick<StoredState, 'sessions' | 'goals' | 'shards'> & Readonly<{ tidyUp: () => void }>;

function saveFew(ws: Workspace, state: State): Saved {
  const split = state.counters.open_goals > 1 || isLarge(state) || hasPages(state);
  const goals = split ? saveGoals(ws, state) : state.goals;
  const tidyUp = (): void => {
    tidy(ws, split ? goals : {});
    tidyAllPages(ws, storedGoals(state));
  };
  const { sessions } = state;
  return {
    sessions: Object.keys(sessions).length > 1 ? inOrder(sessions) : sessions,
    goals,
    tidyUp,
  };
}

function saveMany(ws: Workspace, state: State): Saved {
  const saved = saveShards(ws, state, (goal) => saveGoal(ws, goal));
  const { names, replaced } = saved;
  const tidyUp = (): void => {
    for (const file of replaced ?? []) rmSync(`${ws.dir}/${file}`, { force: true });
    if (!replaced) tidy(ws, saved.goalFiles(), names.map(shardFile));
    tidyAllPages(ws, saved.goals);
  };
  return { sessions: idleOf(saved.sessions), goals: {}, shards: names, tidyUp };
}

/** Without a goal in focus. Those are few, and their order counts: the oldest is forgotten first. */
function idleOf(sessions: State['sessions']): State['sessions'] {
  return Object.fromEntries(Object.entries(sessions).filter(([, { focus }]) => focus === null));
}

/** Behind them the others, in an order that does not tell whether they have been in shards. */
function inOrder(sessions: State['sessions']): State['sessions'] {
  const ordered = idleOf(sessions);
  for (const id of Object.keys(sessions).sort()) {
    const session = sessions[id];
    if (session && session.focus !== null) ordered[id] = session;
  }
  return ordered;
}

/** Few nodes can have much to say, too. Asked where one goal is left, which is read in any case. */
function hasPages({ goals }: State): boolean {
  return Object.values(goals).some(({ large }) => large !== undefined);
}

/** A file for each goal that has changed. Its name says as of what. */
function saveGoals(ws: Workspace, state: State): Record<string, GoalFile> {
  const named: Record<string, GoalFile> = {};
  const goals = Object.entries(storedGoals(state));
  for (const [id, goal] of goals.sort(([a], [b]) => numberOf(a) - numberOf(b))) {
    named[id] = 'file' in goal ? goal : saveGoal(ws, goal);
  }
  return named;
}

function saveGoal(ws: Workspace, goal: Goal): GoalFile {
  if (goal.large) return { file: savePages(ws, goal) };
  const file = `goals/${goal.id}.${goal.as_of}.json`;
  const path = `${ws.dir}/${file}`;
  if (!isStored(goal, path)) replaceFile(path, `${JSON.stringify(goal)}\n`, false);
  return { file };
}

/**
 * For a state that was made from the log alone: removes the files of goals that are not among `kept`.
 * They may be of a history that is no more (an older copy of the log was put back, or it was repaired),
 * in which the numbers that come next had another meaning. Pages stay: their content names them.
 */
export function forgetGoals(ws: Workspace, kept: ReadonlySet<string> = new Set()): void {
  const folder = files.goals(ws);
  clearTheWay(folder);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    // A link in place of pages would lead what is written next.
    if (entry.isSymbolicLink() || (name.endsWith('.json') && !kept.has(`goals/${name}`))) {
      rmSync(`${folder}/${name}`, { recursive: true, force: true });
    }
  }
}

function tidyAllPages(ws: Workspace, goals: Goals): void {
  for (const goal of Object.values(goals)) if ('large' in goal) tidyPages(ws, goal);
}

/**
 * Removes what state.json does not name any more, with what killed writers left. In shards that is done
 * when a goal closes; else a step removes what it has replaced.
 */
function tidy(ws: Workspace, named: Goals, shards: readonly string[] = []): void {
  const folder = files.goals(ws);
  if (!existsSync(folder)) return;
  const goals = Object.values(named);
  if (goals.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const ofGoals = goals.map((goal) => ('file' in goal ? goal.file : ''));
  const kept = new Set([...ofGoals, ...shards].map((file) => basename(file)));
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
