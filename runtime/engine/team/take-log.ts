// A log gets this clone for its home: what is mirrored of it, and no record more. Of two who take it at once one does.

import { type LeftAtHome, leaveHome } from '../../kernel/drive/home-gone.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { writeMissing } from '../../step/asked-files.ts';
import { runStep } from '../../step/run-step.ts';
import type { Database } from '../../team/database.ts';
import { addMember, type LogRow, logRow, moveLog } from '../../team/mirrored.ts';
import { unusable } from '../../team/unusable.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { writeNote } from '../../workspace/team-note.ts';
import { mirrorLog } from './mirror.ts';
import { type MayTake, mayTake } from './mirror-rules.ts';
import { readMirror, unknownLog } from './read-mirror.ts';
import type { TeamHere } from './team-here.ts';

export type Taken = LeftAtHome &
  Readonly<{
    log: string;
    epoch: number;
    from: string;
    /** Why others do not read yet what was recorded here. */
    later?: Failure;
  }>;

/** `seen`: whose it was when the person was asked. This clone is a mirror of it. */
export async function takeLog(
  ws: Workspace,
  here: TeamHere,
  database: Database,
  seen: LogRow,
): Promise<Result<Taken>> {
  const { log } = seen;
  const { name, person } = here;
  const key = here.key.id;
  try {
    await addMember(database.query, { key, name, person });
    for (;;) {
      const read = await readMirror(ws, database);
      if (!read.ok) return read;
      const { cursor } = read.value;
      const moved = await database.inTransaction(
        async (query): Promise<readonly [MayTake, LogRow | undefined]> => {
          const row = await logRow(query, log, 'lock');
          const may = row ? mayTake(row, key, seen, cursor) : 'taken';
          if (row && may === 'yes') await moveLog(query, log, key, row.epoch + 1);
          return [may, row];
        },
      );
      const [may, row] = moved;
      if (!row) return fail(unknownLog(log));
      if (may === 'taken') return fail(tooLate(row));
      if (may === 'read-on') continue;
      const epoch = may === 'yes' ? row.epoch + 1 : row.epoch;
      writeNote(ws, { log, role: 'home', epoch, home: name });
      return await begin(ws, here, database, { log, epoch, from: seen.name });
    }
  } catch (error) {
    return fail(unusable(error));
  }
}

/** What its old home had at work is over, by this log. */
async function begin(
  ws: Workspace,
  here: TeamHere,
  database: Database,
  taken: Pick<Taken, 'log' | 'epoch' | 'from'>,
): Promise<Result<Taken>> {
  const left = runStep(ws, leaveHome);
  if (!left.ok) return fail(left.failure);
  // Where a person answers what is asked.
  writeMissing(ws, left.state);
  const told = await mirrorLog(ws, here, database);
  return ok({ ...taken, ...left.value, ...(!told.ok && { later: told.error }) });
}

function tooLate({ name }: LogRow) {
  return {
    kind: 'refused',
    message: `${name} took it a moment ago.`,
    hint: 'It can be taken from there, too: wukong team take',
  } as const;
}
