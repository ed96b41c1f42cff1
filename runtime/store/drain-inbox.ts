import { lstatSync, readdirSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { receiveReport } from '../kernel/receive.ts';
import type { Step } from '../kernel/step.ts';
import { HOST_EVENTS } from '../model/words.ts';
import { codeOf } from './code-of.ts';
import type { Delivery } from './inbox.ts';
import { refuseLinks } from './links.ts';
import { files, type Workspace } from './paths.ts';
import { isAlive } from './process-ref.ts';

/**
 * Takes up what waits in the inbox, and names the files to remove when the step is on disk: until
 * then they can be taken again.
 */
export function drainInbox(ws: Workspace, step: Step): string[] {
  refuseLinks(ws, files.inbox(ws));
  const taken: string[] = [];
  for (const name of readdirSync(files.inbox(ws)).sort()) {
    const path = join(files.inbox(ws), name);
    if (!name.endsWith('.json') || !lstatSync(path).isFile()) continue;
    const delivery = parse(readFileSync(path, 'utf8'));
    taken.push(path);
    if (!delivery || step.state.deliveries.includes(delivery.key)) continue;
    const payload = { key: delivery.key, ...delivery.payload, late: true };
    step.emit(delivery.type, { session_id: delivery.session_id }, payload);
    if (delivery.report) receiveReport(step, delivery.report, isAlive);
  }
  return taken;
}

/** The folder goes as well: a hook asks whether it is there before it loads what reads it. */
export function emptyInbox(ws: Workspace, taken: readonly string[]): void {
  for (const path of taken) unlinkSync(path);
  try {
    rmdirSync(files.inbox(ws));
  } catch (error) {
    // Another delivery came in, or what is no delivery lies there.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A file that is no delivery was not put here by us; it is dropped with the others. */
function parse(text: string): Delivery | undefined {
  try {
    const value = JSON.parse(text);
    const isDelivery =
      typeof value?.key === 'string' &&
      typeof value.session_id === 'string' &&
      // A file here may be anybody's: it can tell what the client did, and never state a fact of ours.
      (HOST_EVENTS as readonly string[]).includes(value.type) &&
      typeof value.payload === 'object';
    return isDelivery ? value : undefined;
  } catch {
    return undefined; // Half a file can't be: it is renamed into place. Somebody else's, then.
  }
}
