import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NOBODY, receiveReport } from '../kernel/receive.ts';
import type { Step } from '../kernel/step.ts';
import { codeOf } from './code-of.ts';
import { deliveryIn } from './inbox.ts';
import { isLeftOver } from './left-over.ts';
import { refuseLinks } from './links.ts';
import { files, type Workspace } from './paths.ts';
import { isAlive } from './process-ref.ts';

export type Drained = Readonly<{
  /** Files to remove when the step is on disk: until then they can be taken again. */
  taken: string[];
  /** Those among them that are no deliveries, and no left-overs of one either. */
  strangers: string[];
}>;

/** Takes up what waits in the inbox. */
export function drainInbox(ws: Workspace, step: Step): Drained {
  refuseLinks(ws, files.inbox(ws));
  const drained: Drained = { taken: [], strangers: [] };
  for (const name of readdirSync(files.inbox(ws)).sort()) {
    const path = join(files.inbox(ws), name);
    const isOver = isLeftOver(name);
    if (!(isOver || name.endsWith('.json')) || !lstatSync(path).isFile()) continue;
    drained.taken.push(path);
    if (isOver) continue;
    const delivery = deliveryIn(path);
    if (!delivery) drained.strangers.push(name);
    if (!delivery || step.state.deliveries.includes(delivery.key)) continue;
    const { key, type, session_id, report } = delivery;
    step.emit(type, { session_id }, { key, ...delivery.payload, late: true });
    // Whoever was to verify it when it was spooled does not.
    if (report) receiveReport(step, { ...report, verifier: NOBODY, waiter: undefined }, isAlive);
  }
  return drained;
}

/** The folder goes as well: a hook asks whether it is there before it loads what reads it. */
export function emptyInbox(ws: Workspace, { taken, strangers }: Drained): void {
  for (const path of taken) unlinkSync(path);
  for (const name of strangers) {
    process.stderr.write(`wukong: .wukong/inbox/${name} was no delivery of a hook: dropped\n`);
  }
  try {
    rmdirSync(files.inbox(ws));
  } catch (error) {
    // Another delivery comes in, or what is no delivery lies there; or a person was faster.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
  }
}
