// Deliveries that could not get the lock in time. The next holder takes them up: with a new id, its
// own time, and as late, so that nobody is told anything any more.

import { join } from 'node:path';
import type { ReportSeen } from '../kernel/receive.ts';
import type { Draft } from '../model/event.ts';
import { replaceFile } from './atomic.ts';
import { makeFolder } from './links.ts';
import { files, type Workspace } from './paths.ts';

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
