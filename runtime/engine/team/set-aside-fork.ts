// A log was moved while its home could not be reached, and now that is back. What it recorded since then, nobody
// else has: it is kept whole, told, and counts no more.

import { statSync } from 'node:fs';
import { eventId, numberOf } from '../../kernel/state/ids.ts';
import { readHistory } from '../../log/history.ts';
import type { EventRecord } from '../../model/event.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { SetAside } from '../../model/set-aside.ts';
import type { Database } from '../../team/database.ts';
import type { LogRow } from '../../team/mirrored.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readNote, writeNote } from '../../workspace/team-note.ts';
import { takeFiles } from './travelling-files.ts';
import { asideName, putInPlace, wholeMirror } from './whole-mirror.ts';

export type Fork = SetAside;

type Moved = Readonly<{ kind: 'moved'; home: string; fork: Fork | undefined }>;

/** First of all nobody writes here any more; killed after that, it goes on at the next look. */
export async function leaveLog(
  ws: Workspace,
  database: Database,
  row: LogRow,
): Promise<Result<Moved>> {
  const { log, epoch, name: home } = row;
  const mine = readNote(ws)?.epoch ?? epoch;
  writeNote(ws, { log, role: 'mirror', epoch: mine, home, left: true });
  const mirrored = await wholeMirror(ws, database.query, log);
  if (!mirrored.ok) return mirrored;
  const { size } = statSync(files.log(ws));
  const tail = behindCommon(ws, mirrored.value.records);
  if (!tail.ok) return tail;
  const { common, records } = tail.value;
  if (records.length === 0) {
    writeNote(ws, { log, role: 'mirror', epoch, home });
    return ok({ kind: 'moved', home, fork: undefined });
  }
  const name = `${asideName('fork')}-${mine}`;
  await takeFiles(ws, database.query, log, mirrored.value.files, `archive/${name}`);
  const put = putInPlace(ws, mirrored.value.bytes, name, size);
  if (!put.ok) return put;
  const file = `archive/${name}/events.jsonl`;
  const fork = { file, behind: eventId(common), ...forkOf(records) };
  writeNote(ws, { log, role: 'mirror', epoch, home, aside: fork });
  return ok({ kind: 'moved', home, fork });
}

function behindCommon(
  ws: Workspace,
  mirrored: readonly EventRecord[],
): Result<Readonly<{ common: number; records: readonly EventRecord[] }>> {
  let common = 0;
  const records: EventRecord[] = [];
  const take = (record: EventRecord): boolean => {
    const number = numberOf(record.event_id);
    if (number === common + 1 && mirrored[common]?.crc === record.crc) common = number;
    else records.push(record);
    return true;
  };
  const history = readHistory(ws, take, 'count');
  return history.ok ? ok({ common, records }) : fail(history.failure);
}

/** What these records were of. Pure. */
export function forkOf(records: readonly EventRecord[]): Omit<Fork, 'file' | 'behind'> {
  const named = (of: (record: EventRecord) => string | undefined): string[] => [
    ...new Set(records.map(of).filter((id) => id !== undefined)),
  ];
  return {
    records: records.length,
    goals: named(({ goal_id }) => goal_id),
    runs: named(({ run_id }) => run_id),
  };
}
