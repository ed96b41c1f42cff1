// Deliveries that could not get the lock in time. The next holder takes them up: with a new id, its
// own time, and as late, so that nobody gets an answer any more.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { readText } from '../files/reading.ts';
import { MAX_RECORD_BYTES } from '../log/record.ts';
import type { HostPayload } from '../model/facts/host.ts';
import { HOST_EVENTS, type HostEvent } from '../model/vocabulary.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';

export type Delivery = Readonly<{
  /** Names the delivery: the same one twice has one effect. */
  key: string;
  type: HostEvent;
  session_id: string;
  payload: HostPayload;
  /** A report that waits to be judged; its text is in the order folder already. */
  report?: SpooledReport;
}>;

export type SpooledReport = Readonly<{
  agentId: string;
  toolUseId: string | null;
  /** Of whoever is known by its run. */
  run?: Readonly<{ goal: string; run: string }>;
  key: string;
  file: string;
  transcript: string;
}>;

export function spool(ws: Workspace, delivery: Delivery): void {
  makeFolder(ws, files.inbox(ws));
  const name = `${Date.now()}-${delivery.key}.json`;
  replaceFile(join(files.inbox(ws), name), JSON.stringify(delivery), true);
}

/** Its records say a little more than the delivery. One of ours has ids and paths: some hundred bytes. */
const MAX_DELIVERY_BYTES = MAX_RECORD_BYTES / 2;

/** Undefined: the file is no delivery that a step could record, so it was not put there by us. */
export function deliveryIn(path: string): Delivery | undefined {
  if (statSync(path).size > MAX_DELIVERY_BYTES) return undefined;
  const text = readText(path);
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
    // A file here may be anybody's: it says what the client did and what an agent reported, which is
    // judged as any report is. No other fact of ours follows from it.
    (HOST_EVENTS as readonly unknown[]).includes(type) &&
    typeof payload === 'object' &&
    (report === undefined || isSpooledReport(report))
  );
}

function isSpooledReport(value: Partial<SpooledReport> | null): boolean {
  const { agentId, toolUseId, run, key, file, transcript } = value ?? {};
  const known = run === undefined ? [] : [run?.goal, run?.run];
  const texts = [agentId, toolUseId ?? '', key, file, transcript, ...known];
  return texts.every((text) => typeof text === 'string');
}
