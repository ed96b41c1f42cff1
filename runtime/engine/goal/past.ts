// What the log says of a goal when it ends.

import { hashOfFile } from '../../files/hash.ts';
import { upcast } from '../../kernel/reduce/upcast.ts';
import { readHistory } from '../../log/history.ts';
import { listSegments } from '../../log/segments.ts';
import { type Known, proposedBy } from '../../memory/known.ts';
import { countUse, type Use } from '../../memory/recall/use.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { State } from '../../model/state/state.ts';
import { readState } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** What the file that still grows held, and the sealed files before it, oldest first. */
export type LogSoFar = Readonly<{
  sha256: string;
  bytes: number;
  sealed: ReadonlyArray<Readonly<{ name: string; sha256: string }>>;
}>;

/** Of the file that still grows; it names the sealed ones before it with their hashes. */
export function logSoFar(ws: Workspace, state: State): LogSoFar | undefined {
  const listed = listSegments(ws);
  const { bytes } = state.log;
  const now = readState(ws);
  // It was sealed in this moment, so that these bytes are in another file.
  if (!listed.ok || !now.ok || now.state.log.bytes < bytes) return undefined;
  const sha256 = hashOfFile(files.log(ws), bytes);
  const sealed = listed.segments.filter((segment) => segment.sha256 !== null);
  return {
    sha256,
    bytes,
    sealed: sealed.map(({ name, sha256: hash }) => ({ name, sha256: hash ?? '' })),
  };
}

/** What was ever proposed, by any goal or from a file. */
export function proposedSoFar(ws: Workspace): Known[] {
  return pastOf(ws, '').proposed;
}

/** The records of the goal; and of all goals what was proposed as anchors, and what anchors were used for. */
export function pastOf(ws: Workspace, goalId: string) {
  const records: Recorded[] = [];
  const proposed: Known[] = [];
  const uses = new Map<string, Use>();
  readHistory(ws, (record) => {
    const isOurs = record.goal_id === goalId;
    if (!isOurs && !record.type.startsWith('anchors.')) return true;
    const fact = upcast(record);
    if (isOurs) records.push(fact);
    proposed.push(...proposedBy(fact));
    countUse(uses, fact);
    return true;
  });
  return { records, proposed, uses };
}
