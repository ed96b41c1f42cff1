import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, removeIfEmpty } from '../files/changing.ts';
import { refuseLinksTo } from '../files/real-folder.ts';
import { findReporter, type ReportSeen, receiveReport } from '../kernel/reports/receive-report.ts';
import { resultOf } from '../kernel/reports/run-result.ts';
import type { Step } from '../kernel/requests/step.ts';
import { NOBODY } from '../kernel/requests/verify-again.ts';
import type { Reporter } from '../kernel/state/run-by.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { isAlive, isLeftOver } from '../workspace/processes.ts';
import { deliveryIn, type SpooledReport } from './inbox.ts';

type Drained = Readonly<{
  /** Files to remove when the step is on disk: until then they can be taken again. */
  taken: string[];
  /** Those among them that are no deliveries, and no left-overs of one either. */
  strangers: string[];
}>;

/** Takes up what waits in the inbox. */
export function drainInbox(ws: Workspace, step: Step): Drained {
  refuseLinksTo(files.inbox(ws));
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
    const seen = report && seenAgain(report);
    const at = seen && findReporter(step.state, seen.from);
    const scope = at && { goal_id: at.goal.id, node_id: at.run.node, run_id: at.run.id };
    const about = { ...(at && resultOf(at.run)), ...delivery.payload };
    step.emit({ type, session_id, ...scope, payload: { key, ...about, late: true } });
    if (seen) receiveReport(step, seen, isAlive);
  }
  return drained;
}

/** The process that was to verify it when it was spooled does not. */
function seenAgain({ run, agentId, toolUseId, key, file, transcript }: SpooledReport): ReportSeen {
  const from: Reporter = run ? { kind: 'run', ...run } : { kind: 'subagent', agentId, toolUseId };
  return { from, key, file, transcript, verifier: NOBODY };
}

/** The folder goes as well: a hook asks whether it is there before it loads what reads it. */
export function emptyInbox(ws: Workspace, { taken, strangers }: Drained): void {
  for (const path of taken) removeFile(path);
  for (const name of strangers) {
    process.stderr.write(`wukong: .wukong/inbox/${name} was no delivery of a hook: dropped\n`);
  }
  // Another delivery may come in, or what is no delivery lie there.
  removeIfEmpty(files.inbox(ws));
}
