// Deliveries that could not get the lock in time. The next holder takes them up: with a new id, its
// own time, and as late, so that nobody is told anything any more.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportSeen } from '../kernel/receive.ts';
import type { Draft } from '../model/event.ts';
import { HOST_EVENTS } from '../model/words.ts';
import { replaceFile } from './atomic.ts';
import { makeFolder } from './links.ts';
import { files, type Workspace } from './paths.ts';
import { MAX_RECORD_BYTES } from './record.ts';

export type Delivery = Readonly<{
  /** Names the delivery: the same one twice has one effect. */
  key: string;
  type: string;
  session_id: string;
  payload: Draft['payload'];
  /** A report that waits to be judged; its text is in the order folder already. */
  report?: ReportSeen;
}>;

export function spool(ws: Workspace, delivery: Delivery): void {
  makeFolder(ws, files.inbox(ws));
  const name = `${Date.now()}-${delivery.key}.json`;
  replaceFile(join(files.inbox(ws), name), JSON.stringify(delivery), true);
}

/** Its records say a little more than the delivery. One of ours has ids and paths: some hundred bytes. */
const MAX_DELIVERY_BYTES = MAX_RECORD_BYTES / 2;

/** Undefined: the file is no delivery that a step could take up, so it was not put there by us. */
export function deliveryIn(path: string): Delivery | undefined {
  if (statSync(path).size > MAX_DELIVERY_BYTES) return undefined;
  const text = readFileSync(path, 'utf8');
  try {
    const value = JSON.parse(text);
    // Written out it may be longer: 1e20 has 21 digits.
    const fits = Buffer.byteLength(JSON.stringify(value)) <= MAX_DELIVERY_BYTES;
    return fits && isDelivery(value) ? value : undefined;
  } catch {
    return undefined; // Half a file of ours can't be: it is renamed into place. Or it is nested too deep.
  }
}

function isDelivery(value: unknown): value is Delivery {
  const { key, session_id, type, payload, report } = (value ?? {}) as Partial<Delivery>;
  return (
    typeof key === 'string' &&
    typeof session_id === 'string' &&
    // A file here may be anybody's: it tells what the client did and what an agent reported, which is
    // judged as any report is. No other fact of ours follows from it.
    (HOST_EVENTS as readonly unknown[]).includes(type) &&
    typeof payload === 'object' &&
    (report === undefined || isReportSeen(report))
  );
}

/** But for the verifier: whoever takes it up knows that there is none. */
function isReportSeen(value: Partial<ReportSeen> | null): boolean {
  const { agentId, toolUseId, key, file, transcript } = value ?? {};
  const texts = [agentId, toolUseId ?? '', key, file, transcript];
  return texts.every((text) => typeof text === 'string');
}
