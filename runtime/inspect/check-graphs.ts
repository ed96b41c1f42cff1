// Plans in files of their own: each is what the event that adopted it says.

import { closeSync, lstatSync, readdirSync } from 'node:fs';
import { lineAt, openToRead, readFrom } from '../files/reading.ts';
import { graphFile, lookAtGraph } from '../log/plan-files.ts';
import type { Segment } from '../log/segments.ts';
import type { Finding } from '../model/finding.ts';
import type { State } from '../model/state/state.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import type { Adopted } from './collect.ts';
import type { OnProgress } from './read-log.ts';

export function checkGraphs(
  ws: Workspace,
  adopted: readonly Adopted[],
  open: State['goals'],
  segments: readonly Segment[],
  onProgress: OnProgress,
): Finding[] {
  const broken = adopted.flatMap(({ event, goal, ref }): Finding[] => {
    const graph = graphFile(ref);
    onProgress(graph);
    const lost = lookAtGraph(ws, ref);
    if (lost === null) return [];
    const place = placeOf(segments, event);
    const isOpen = goal in open;
    return [
      { severity: 'finding', kind: 'graph-lost', ...place, event, goal, graph, lost, isOpen },
    ];
  });
  return [...broken, ...orphans(ws, adopted, segments)];
}

/** A hook that was killed before its step left its plan behind; so did one whose step was refused. */
function orphans(
  ws: Workspace,
  adopted: readonly Adopted[],
  segments: readonly Segment[],
): Finding[] {
  // Without the whole log nobody can say what is named.
  if (segments.length === 0) return [];
  const folder = files.graphs(ws);
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const named = new Set(adopted.map(({ ref }) => graphFile(ref)));
  return readdirSync(folder)
    .map((name) => `graphs/${name}`)
    .filter((file) => !named.has(file) && !file.endsWith('.tmp'))
    .map((file): Finding => ({ severity: 'note', kind: 'orphan', file }));
}

/** Where in the log an event stands. Looked for only when there is something to say about it. */
function placeOf(
  segments: readonly Segment[],
  event: string,
): Readonly<{ file?: string; line?: number; byte?: number }> {
  const mark = Buffer.from(`{"event_id":"${event}",`);
  for (const { path, name } of segments) {
    const fd = openToRead(path);
    try {
      const byte = readFrom(fd, 0).indexOf(mark);
      if (byte >= 0) return { file: name, line: lineAt(fd, byte), byte };
    } finally {
      closeSync(fd);
    }
  }
  return {};
}
