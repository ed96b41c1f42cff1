// The orders that the worker of this clone carried out, in a file beside its key: whoever has the password of the
// database can set a row back, and a signed order is good for a day.

import { createHash } from 'node:crypto';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import type { TravellingOrder } from '../../model/protocol/travelling.ts';
import { orderId } from '../../team/travelling.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

type Done = Readonly<{ id: string; sha256: string; expires: string }>;

/** Undefined: it was not carried out here. */
export function wasDone(ws: Workspace, order: TravellingOrder): string | undefined {
  const found = readDone(ws).find(({ id }) => id === orderId(order));
  if (found === undefined) return undefined;
  const isSame = found.sha256 === digestOf(order);
  return isSame
    ? 'this worker has carried it out before: its run has ended'
    : 'this worker has carried out another order of this run: it has ended';
}

/** What is too old to be taken again is not kept. `now`: of the database. */
export function noteDone(ws: Workspace, order: TravellingOrder, now: Date): void {
  const kept = readDone(ws).filter(
    ({ id, expires }) => id !== orderId(order) && Date.parse(expires) >= now.getTime(),
  );
  const done = { id: orderId(order), sha256: digestOf(order), expires: order.expires };
  replaceFile(files.doneOrders(ws), `${JSON.stringify([...kept, done])}\n`, true);
}

function digestOf(order: TravellingOrder): string {
  return createHash('sha256').update(JSON.stringify(order)).digest('hex');
}

/** A file that cannot be read is one that somebody edited: then nothing is carried out, and it is named. */
function readDone(ws: Workspace): readonly Done[] {
  const text = readIfThere(files.doneOrders(ws))?.toString('utf8');
  return text === undefined ? [] : JSON.parse(text);
}
