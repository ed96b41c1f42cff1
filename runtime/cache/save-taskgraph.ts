// taskgraph.json: the open graphs and the one that finished last, for people and programs.

import { closeSync, readSync } from 'node:fs';
import { replaceFile } from '../files/atomic-write.ts';
import { openToRead } from '../files/reading.ts';
import { isLarge, projectTaskgraph } from '../kernel/views/taskgraph.ts';
import type { State } from '../model/state/state.ts';
import type { TaskgraphEntry } from '../model/taskgraph.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { readJson } from './read-state.ts';

/** The file shows the state when a hook returns; with a large graph only when `atStop`. */
export function saveTaskgraph(ws: Workspace, state: State, atStop: boolean): void {
  if (state.finished === undefined && isLarge(state)) {
    if (!atStop || shownIn(ws) === state.log.last_shown) return;
  }
  const graphs = projectTaskgraph(state, keptGraph(ws, state));
  replaceFile(files.taskgraph(ws), `${JSON.stringify(graphs, null, 1)}\n`, false);
}

/** The event the present file is as of, from its head: it may have megabytes. */
function shownIn(ws: Workspace): string | undefined {
  let fd: number;
  try {
    fd = openToRead(files.taskgraph(ws));
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(256);
    const read = readSync(fd, head, 0, head.length, 0);
    return /"as_of": "(E-\d+)"/.exec(head.toString('latin1', 0, read))?.[1];
  } finally {
    closeSync(fd);
  }
}

/** The finished graph that the present taskgraph.json shows and the next one has to show again. */
export function keptGraph(ws: Workspace, state: State): TaskgraphEntry | undefined {
  if (state.finished || state.last_finished === null) return undefined;
  const file = readJson<{ graphs?: (TaskgraphEntry | null)[] }>(files.taskgraph(ws));
  if (!Array.isArray(file?.graphs)) return undefined;
  return file.graphs.find((graph) => graph?.goal_id === state.last_finished) ?? undefined;
}
