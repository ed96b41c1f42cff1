// The log here and what is mirrored of it, line for line.

import { numberOf } from '../../kernel/state/ids.ts';
import { lineOf, type NumberedLine } from '../../log/lines.ts';
import { recordsSince } from '../../log/read-on.ts';
import { type Cursor, START } from '../../log/record.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Database } from '../../team/database.ts';
import { type LogRow, linesBehind, logRow } from '../../team/mirrored.ts';
import { unusable } from '../../team/unusable.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readNote, type TeamNote } from '../../workspace/team-note.ts';
import { unknownLog } from './read-mirror.ts';

export type Compared = Readonly<{
  row: LogRow;
  note: TeamNote | undefined;
  /** Records that both have, the same. */
  same: number;
  here: number;
  differs: Differs | undefined;
}>;

/** The first record that is not the same, and why. */
export type Differs = Readonly<{ number: number; how: 'missing' | 'other' | 'end' }>;

export async function compareMirror(
  ws: Workspace,
  database: Database,
  log: string,
): Promise<Result<Compared>> {
  try {
    const row = await logRow(database.query, log);
    if (!row) return fail(unknownLog(log));
    const found: { same: number; here: number; differs?: Differs } = { same: 0, here: 0 };
    let last: Cursor = START;
    for (let isMore = true; isMore; ) {
      const since = recordsSince(ws, last, 'now');
      if (!since.ok) return since;
      const { records } = since.value;
      isMore = since.value.isMore;
      last = since.value.cursor;
      found.here += records.length;
      if (found.differs || records.length === 0) continue;
      const from = numberOf(records[0]?.event_id ?? '') - 1;
      const mirrored = await linesBehind(database.query, log, from, records.length);
      const lines = records.map((record) => lineOf(record) ?? NO_LINE);
      const differs = firstOther(lines, mirrored, row.records);
      found.same += differs ? differs.number - 1 - from : records.length;
      if (differs) found.differs = differs;
    }
    const end = endOf(row, last, found.here);
    const differs = isBehind(found.differs, row) ? end : (found.differs ?? end);
    return ok({ row, note: readNote(ws), same: found.same, here: found.here, differs });
  } catch (error) {
    return fail(unusable(error));
  }
}

const NO_LINE: NumberedLine = { number: 0, line: '' };

/** What is not mirrored yet is no difference. */
function isBehind(differs: Differs | undefined, { records }: LogRow): boolean {
  return differs !== undefined && differs.number > records;
}

function endOf(row: LogRow, { crc }: Cursor, here: number): Differs | undefined {
  return row.records === here && row.crc !== crc ? { number: here, how: 'end' } : undefined;
}

/** `upTo`: what is said to be mirrored. Pure. */
export function firstOther(
  lines: readonly NumberedLine[],
  mirrored: readonly NumberedLine[],
  upTo: number,
): Differs | undefined {
  const there = new Map(mirrored.map(({ number, line }) => [number, line]));
  for (const { number, line } of lines) {
    const its = there.get(number);
    if (its === line) continue;
    const how = its === undefined ? 'missing' : 'other';
    return { number: its === undefined && number > upTo ? upTo + 1 : number, how };
  }
  return undefined;
}
