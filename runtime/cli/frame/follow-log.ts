// What is appended to the log while a person looks on.

import { constants } from 'node:fs';
import { orFailure } from '../../files/file-failure.ts';
import { numberOf } from '../../kernel/state/ids.ts';
import { readHistory } from '../../log/history.ts';
import { closeLog, openLog } from '../../log/open-log.ts';
import { readTail } from '../../log/read-tail.ts';
import type { Cursor } from '../../log/record.ts';
import type { EventRecord } from '../../model/event.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export type Since = Readonly<{ records: readonly EventRecord[]; cursor: Cursor }>;

/** What came since. When the log was sealed meanwhile, the row goes on in another file. */
export function recordsSince(ws: Workspace, from: Cursor): Result<Since> {
  const tail = orFailure(() => {
    const opened = openLog(ws, constants.O_RDONLY);
    try {
      return { ok: true as const, tail: readTail(opened, from) };
    } finally {
      closeLog(opened);
    }
  });
  if (!tail.ok) return fail(tail.failure);
  const read = tail.tail;
  if (read.kind === 'failed') return fail(read.failure);
  if (read.kind === 'read') return ok({ records: read.records, cursor: read.cursor });
  const records: EventRecord[] = [];
  const keep = (record: EventRecord): boolean =>
    numberOf(record.event_id) <= from.events || records.push(record) > 0;
  const history = orFailure(() => readHistory(ws, keep, 'count'));
  return history.ok ? ok({ records, cursor: history.cursor }) : fail(history.failure);
}

/** A look at the log costs a tenth of a millisecond. */
const POLL_EVERY_MS = 250;

/** Looks again whenever the log has grown, until Ctrl-C (undefined) or a look that fails. */
export async function untilStopped(
  ws: Workspace,
  look: () => Failure | undefined,
): Promise<Failure | undefined> {
  const stopped = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => resolve(undefined));
    }
  });
  const first = look();
  if (first) return first;
  const { watch } = await import('chokidar');
  const watcher = watch(files.log(ws));
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<Failure>((resolve) => {
    const more = (): void => {
      const failure = look();
      if (failure) resolve(failure);
    };
    // The watcher reports at once; but not what comes within 50 ms after a change, and nothing more
    // of a log that was sealed, because then another file is in its place.
    watcher.on('change', more);
    // The system gives no more of them: then every look is one of ours.
    watcher.on('error', () => undefined);
    timer = setInterval(more, POLL_EVERY_MS);
  });
  const outcome = await Promise.race([failed, stopped]);
  clearInterval(timer);
  await watcher.close();
  return outcome;
}
