// Deliveries that could not get the lock in time. The next holder takes them up: with a new id, its
// own time, and as late, so that nobody is told anything any more.

import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ReportSeen, receiveReport } from '../kernel/receive.ts';
import { isFact } from '../kernel/reduce.ts';
import type { Step } from '../kernel/step.ts';
import type { Draft } from '../model/event.ts';
import { replaceFile } from './atomic.ts';
import { files, type Workspace } from './paths.ts';
import { isAlive } from './process-ref.ts';

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
  mkdirSync(files.inbox(ws), { recursive: true });
  const name = `${Date.now()}-${delivery.key}.json`;
  replaceFile(join(files.inbox(ws), name), JSON.stringify(delivery), true);
}

/** Takes up what waits. The files go when the step is on disk: until then they can be taken again. */
export function drainInbox(ws: Workspace, step: Step): Array<{ remove: () => void }> {
  const done: Array<{ remove: () => void }> = [];
  for (const name of waiting(ws)) {
    const path = join(files.inbox(ws), name);
    if (!lstatSync(path).isFile()) continue;
    const delivery = parse(readFileSync(path, 'utf8'));
    done.push({ remove: () => unlinkSync(path) });
    if (!delivery || step.state.deliveries.includes(delivery.key)) continue;
    const payload = { key: delivery.key, ...delivery.payload, late: true };
    step.emit(delivery.type, { session_id: delivery.session_id }, payload);
    if (delivery.report) receiveReport(step, delivery.report, isAlive);
  }
  return done;
}

function waiting(ws: Workspace): string[] {
  // Asked first, because an exception for a folder that is seldom there costs each hook a millisecond.
  if (!existsSync(files.inbox(ws))) return [];
  return readdirSync(files.inbox(ws))
    .filter((name) => name.endsWith('.json'))
    .sort();
}

/** A file that is no delivery was not put here by us; it is dropped with the others. */
function parse(text: string): Delivery | undefined {
  try {
    const value = JSON.parse(text);
    const isDelivery =
      typeof value?.key === 'string' &&
      typeof value.session_id === 'string' &&
      // A file here may be anybody's: it can tell what the client did, and never state a fact of ours.
      !isFact(String(value.type)) &&
      typeof value.payload === 'object';
    return isDelivery ? value : undefined;
  } catch {
    return undefined; // Half a file can't be: it is renamed into place. Somebody else's, then.
  }
}
