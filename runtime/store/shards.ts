// The state of many open goals. What state.json would say of each stands in shards: the sessions that have
// one in focus, and the files of the goals. A shard is a file of its own, named by its content, and a step
// reads and replaces the few it is about. Both look like plain maps: a shard is read when one that would
// stand there is asked for, and all are when it is asked who there is.

import { existsSync } from 'node:fs';
import type { Goal, GoalFile, Session, State, StoredState } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { contentName } from './content-name.ts';
import { crcOf } from './crc32.ts';
import { type Goals, readNamed, storedGoals } from './goal-files.ts';
import type { Workspace } from './places.ts';

/** They are named by their place in a list of so many. */
const SHARDS = 64;

type Shard = Readonly<{ sessions: Record<string, Session>; goals: Record<string, GoalFile> }>;

function shardOf(key: string): number {
  const bytes = Buffer.from(key);
  return crcOf(bytes, 0, bytes.length) % SHARDS;
}

/** Below .wukong/. */
export function shardFile(name: string, shard: number): string {
  return `goals/shard-${shard}.${name}.json`;
}

function readShard(ws: Workspace, shard: number, name: string) {
  return readNamed<Shard>(`${ws.dir}/${shardFile(name, shard)}`);
}

/** The sessions of the shard in which one of this id would be. */
export function sessionsBeside(
  ws: Workspace,
  names: readonly string[],
  id: string,
): Shard['sessions'] {
  const shard = shardOf(id);
  const name = names[shard];
  return name ? readShard(ws, shard, name).value.sessions : {};
}

/** What was read of a state in shards; of one that was made from the log, everything. */
type Book = {
  readonly ws: Workspace;
  /** By shard; empty: nobody stands there. */
  readonly names: string[];
  /** Of the shards that were read, as they are on disk. */
  readonly kept: Map<number, Kept>;
  readonly sessions: Record<string, Session>;
  readonly goals: Goals;
};
type Kept = Readonly<{ text: string; goals: Shard['goals'] }>;
const NOBODY: Kept = { text: '', goals: {} };

const books = new WeakMap<State['sessions'], Book>();

export function openShards(ws: Workspace, { sessions }: StoredState, names: string[]) {
  const book: Book = { ws, names, kept: new Map(), sessions, goals: {} };
  const opened = { sessions: filling(book, sessions), goals: filling(book, book.goals) };
  books.set(opened.sessions, book);
  return opened;
}

function filling<T>(book: Book, map: Record<string, T>): Record<string, T> {
  const seek = (id: string | symbol): void => {
    if (typeof id === 'string') fill(book, shardOf(id));
  };
  return new Proxy(map, {
    get(_, id) {
      seek(id);
      return Reflect.get(map, id);
    },
    has(_, id) {
      seek(id);
      return Reflect.has(map, id);
    },
    getOwnPropertyDescriptor(_, id) {
      seek(id);
      return Reflect.getOwnPropertyDescriptor(map, id);
    },
    set(_, id, value) {
      seek(id);
      return Reflect.set(map, id, value);
    },
    deleteProperty(_, id) {
      seek(id);
      return Reflect.deleteProperty(map, id);
    },
    ownKeys() {
      fillAll(book);
      return Reflect.ownKeys(map);
    },
  });
}

function fillAll(book: Book): void {
  for (let shard = 0; shard < SHARDS; shard += 1) fill(book, shard);
}

function fill({ ws, names, kept, sessions, goals }: Book, shard: number): void {
  if (kept.has(shard)) return;
  const name = names[shard];
  if (!name) {
    kept.set(shard, NOBODY);
    return;
  }
  const { text, value } = readShard(ws, shard, name);
  kept.set(shard, { text, goals: value.goals });
  Object.assign(sessions, value.sessions);
  Object.assign(goals, value.goals);
}

export type SavedShards = Readonly<{
  names: string[];
  /** As far as they were read. */
  sessions: State['sessions'];
  goals: Goals;
  /** Files below .wukong/ that are named no more. Undefined: there may be others, too. */
  replaced: readonly string[] | undefined;
  /** The files of all goals; reads all shards. */
  goalFiles: () => Record<string, GoalFile>;
}>;

/** Writes what has changed. `save` writes a goal, and gives its file. */
export function saveShards(
  ws: Workspace,
  state: State,
  save: (goal: Goal) => GoalFile,
): SavedShards {
  const known = books.get(state.sessions);
  const book = known ?? wholeBook(ws, state);
  const { names, kept } = book;
  const replaced: string[] = [];
  let isOver = false;
  for (const [shard, now] of layOut(book, save)) {
    const before = kept.get(shard) ?? NOBODY;
    const text = isEmpty(now) ? '' : JSON.stringify(now);
    // A checksum takes longer than looking whether anything was changed.
    if (text === before.text) continue;
    const name = names[shard];
    if (name) replaced.push(shardFile(name, shard));
    for (const id in before.goals) {
      const file = before.goals[id]?.file ?? '';
      if (now.goals[id]?.file !== file) replaced.push(file);
      isOver ||= !now.goals[id];
    }
    names[shard] = writeShard(ws, shard, text);
    kept.set(shard, { text, goals: now.goals });
  }
  // A goal that is over may leave a folder of pages behind.
  return {
    names,
    sessions: book.sessions,
    goals: book.goals,
    replaced: known && !isOver ? replaced : undefined,
    goalFiles: () => allFiles(book),
  };
}

function wholeBook(ws: Workspace, state: State): Book {
  const names: string[] = [];
  const kept = new Map<number, Kept>();
  for (let shard = 0; shard < SHARDS; shard += 1) {
    names.push('');
    kept.set(shard, NOBODY);
  }
  return { ws, names, kept, sessions: state.sessions, goals: storedGoals(state) };
}

/** The shards that were read, as they are to be: in an order that does not tell who came first. */
function layOut({ kept, sessions, goals }: Book, save: (goal: Goal) => GoalFile) {
  const shards = new Map<number, Shard>();
  for (const shard of kept.keys()) shards.set(shard, { sessions: {}, goals: {} });
  for (const id of Object.keys(sessions).sort()) {
    const session = sessions[id];
    const shard = session && shards.get(shardOf(id));
    if (shard && session.focus !== null) shard.sessions[id] = session;
  }
  for (const id of Object.keys(goals).sort()) {
    const goal = goals[id];
    const shard = goal && shards.get(shardOf(id));
    if (shard) shard.goals[id] = 'file' in goal ? goal : save(goal);
  }
  return shards;
}

function writeShard(ws: Workspace, shard: number, text: string): string {
  if (text === '') return '';
  const bytes = Buffer.from(text);
  const name = contentName(bytes);
  const path = `${ws.dir}/${shardFile(name, shard)}`;
  if (!existsSync(path)) replaceFile(path, bytes, false);
  return name;
}

function allFiles(book: Book): Record<string, GoalFile> {
  fillAll(book);
  return Object.assign({}, ...[...book.kept.values()].map(({ goals }) => goals));
}

function isEmpty({ sessions, goals }: Shard): boolean {
  for (const _ in sessions) return false;
  for (const _ in goals) return false;
  return true;
}
