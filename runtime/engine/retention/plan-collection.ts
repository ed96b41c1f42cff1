// What `wukong gc` may take away: content of goals that ended long enough ago, and what nothing needs any more.
// Never what replay needs (the log, archive/, graphs/), what an open goal may still ask for, or what an entry of
// long-term memory cites.

import { existsSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { recordOf } from '../../evidence/trees/kept-copy.ts';
import { codeOf } from '../../files/file-failure.ts';
import { filesBelow, namesIn } from '../../files/folders.ts';
import { readText } from '../../files/reading.ts';
import { upcast } from '../../kernel/reduce/upcast.ts';
import { readHistory } from '../../log/history.ts';
import { secondPlace } from '../../log/second-copy.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { linkOnTheWay } from '../../workspace/links.ts';
import { files, safeName, type Workspace } from '../../workspace/paths.ts';
import { isLeftOver } from '../../workspace/processes.ts';

export type Collectable = Readonly<{
  kind: 'artifacts' | 'context-pack' | 'trial' | 'turn' | 'objects' | 'copy' | 'left-over';
  /** Below .wukong/. */
  path: string;
  /** Whose it is, and when that ended. */
  goal: string | null;
  ended_at: string | null;
  files: number;
  bytes: number;
  /** Absolute: the same in the second place. */
  second: string | null;
  /** The log says already that it was taken away; whoever began was killed. */
  is_recorded: boolean;
  /** Only these files below the path, and only while they are no younger than this. */
  only?: Readonly<{ names: readonly string[]; before_ms: number }>;
}>;

/** Past its time, and left where it is. */
export type Kept = Readonly<{ goal: string; why: 'cited' }>;

type Collection = Readonly<{
  found: readonly Collectable[];
  kept: readonly Kept[];
  /** What may be a git tree that is still asked for, by its name. */
  trees: ReadonlySet<string>;
}>;

export type Retention = Readonly<{ artifactsDays: number; packsDays: number; now: Date }>;

export function planCollection(
  ws: Workspace,
  state: State,
  { artifactsDays, packsDays, now }: Retention,
): Result<Collection> {
  const read = readGoals(ws, citedIn(ws));
  if (!read.ok) return read;
  const goals = [...read.value.values()];
  const isOlder = (at: number, days: number): boolean => now.getTime() - at >= days * DAY_MS;
  const hasEnded = ({ id, endedAt }: PastGoal, days: number): boolean =>
    endedAt !== null && !Object.hasOwn(state.goals, id) && isOlder(Date.parse(endedAt), days);
  const found: Collectable[] = [];
  const kept: Kept[] = [];
  const trials = JSON.stringify(state.trials ?? []);
  const trees = new Set(hashesIn(trials));
  for (const [folder, ofFolder] of byFolder(goals)) {
    const isPast = ofFolder.every((one) => hasEnded(one, artifactsDays));
    const isCited = ofFolder.some((one) => one.isCited);
    const needed = isPast && !isCited ? [] : ofFolder.flatMap(({ hashes }) => [...hashes]);
    for (const hash of needed) trees.add(hash);
    const item = itemAt(ws, folder);
    const [goal] = ofFolder;
    if (!item || !goal || !isPast) continue;
    if (isCited) {
      kept.push({ goal: goal.id, why: 'cited' });
      continue;
    }
    const second = join(secondPlace(ws, state.log_id), folder);
    found.push({
      ...item,
      kind: 'artifacts',
      goal: goal.id,
      ended_at: goal.endedAt,
      second: existsSync(second) ? second : null,
      is_recorded: goal.isCollected,
    });
  }
  for (const goal of goals) {
    const item = itemAt(ws, `context_packs/${safeName(goal.id)}`);
    if (!item || !hasEnded(goal, packsDays)) continue;
    found.push({ ...item, kind: 'context-pack', goal: goal.id, ended_at: goal.endedAt });
  }
  for (const name of namesIn(files.tried(ws))) {
    const item = itemAt(ws, `artifacts/tried/${name}`);
    if (!item || trials.includes(`artifacts/tried/${name}/`)) continue;
    if (isOlder(newestIn(join(ws.dir, item.path)), artifactsDays))
      found.push({ ...item, kind: 'trial' });
  }
  for (const name of namesIn(files.turns(ws))) {
    const item = itemAt(ws, `turns/${name}`);
    if (!item) continue;
    const folder = join(ws.dir, item.path);
    // A session may be open for a day.
    if (isOlder(newestIn(folder), Math.max(1, artifactsDays)))
      found.push({ ...item, kind: 'turn' });
    else for (const hash of hashesIn(textOf(join(folder, 'base.json')))) trees.add(hash);
  }
  const record = recordOf(files.objects(ws));
  const copy = itemAt(ws, `objects/${basename(record)}`);
  // While a goal is open its next report takes it.
  if (copy && (Object.keys(state.goals).length === 0 || isOlder(lstatSync(record).mtimeMs, 1)))
    found.push({ ...copy, kind: 'copy' });
  return ok({ found: [...found, ...leftOvers(ws)], kept, trees });
}

export const DAY_MS = 24 * 60 * 60 * 1000;

type PastGoal = {
  readonly id: string;
  readonly folder: string;
  endedAt: string | null;
  isCited: boolean;
  isCollected: boolean;
  /** Names of trees, and of what else has such a name. */
  readonly hashes: Set<string>;
};

function hashesIn(text: string): string[] {
  return text.match(/\b(?:[0-9a-f]{40}|[0-9a-f]{64})\b/g) ?? [];
}

/** One pass over the log. */
function readGoals(ws: Workspace, cited: ReadonlySet<string>): Result<Map<string, PastGoal>> {
  const goals = new Map<string, PastGoal>();
  const history = readHistory(ws, (record) => {
    const { event_id, goal_id: id, run_id } = record;
    if (id === undefined) return true;
    const fact = upcast(record);
    if (fact.type === 'goal.created') {
      const folder = `artifacts/${safeName(fact.payload.artifacts)}`;
      const isCited = cited.has(id) || cited.has(fact.payload.artifacts);
      const hashes = new Set<string>();
      goals.set(id, { id, folder, endedAt: null, isCited, isCollected: false, hashes });
    }
    const goal = goals.get(id);
    if (!goal) return true;
    for (const hash of hashesIn(JSON.stringify(record.payload))) goal.hashes.add(hash);
    if (cited.has(event_id) || (run_id && cited.has(run_id))) goal.isCited = true;
    if (fact.type === 'graph.completed' || fact.type === 'graph.aborted') {
      goal.endedAt = record.timestamp;
    }
    if (fact.type === 'artifacts.collected') goal.isCollected = true;
    return true;
  });
  return history.ok ? ok(goals) : fail(history.failure);
}

const ID = /\b(?:E-\d{6,}|G-\d{4,}|S-\d{8}-\d+|\d{4}-\d\d-\d\d-[a-z]+-\d+)\b/g;

/** What entries of long-term memory rest on, and candidates that wait: events, goals, runs, folders. */
function citedIn(ws: Workspace): ReadonlySet<string> {
  const texts = [files.anchors(ws), files.candidates(ws)].map(textOf);
  return new Set(texts.flatMap((text) => [...text.matchAll(ID)].map(([id]) => id)));
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function byFolder(goals: readonly PastGoal[]): Map<string, PastGoal[]> {
  const folders = new Map<string, PastGoal[]>();
  for (const goal of goals) {
    folders.set(goal.folder, [...(folders.get(goal.folder) ?? []), goal]);
  }
  return folders;
}

type Item = Omit<Collectable, 'kind'>;

/** Undefined: it is not there, or a link is on the way, which could lead anywhere. */
function itemAt(ws: Workspace, path: string): Item | undefined {
  const whole = join(ws.dir, path);
  const stat = lstatSync(whole, { throwIfNoEntry: false });
  if (!stat || linkOnTheWay(ws.dir, path) !== undefined) return undefined;
  const sizes = stat.isDirectory()
    ? filesBelow(whole).map((name) => lstatSync(join(whole, name)).size)
    : [stat.size];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const nobody = { goal: null, ended_at: null, second: null, is_recorded: false };
  return { path, files: sizes.length, bytes, ...nobody };
}

function newestIn(folder: string): number {
  const times = filesBelow(folder).map((name) => lstatSync(join(folder, name)).mtimeMs);
  return Math.max(lstatSync(folder).mtimeMs, ...times);
}

/** Files half written by a process that is gone. What git keeps in objects/ is git's own affair. */
function leftOvers(ws: Workspace): Collectable[] {
  return namesIn(ws.dir)
    .filter((name) => name !== 'objects')
    .flatMap((name) => [name, ...filesBelow(join(ws.dir, name)).map((file) => `${name}/${file}`)])
    .filter(isLeftOver)
    .flatMap((path) => itemAt(ws, path) ?? [])
    .map((item) => ({ ...item, kind: 'left-over' }));
}
