// A driver that was killed can end nothing any more: a process that waits for its end does it, and records it.
//
//   driver ──pipe──► `hook.cjs verify`, which reads to the end   killed: the system closes the pipe ──► endAfter

import { endCopy, endLeft } from '../../executors/reaping/end-left.ts';
import { endDriver } from '../../kernel/drive/end-driver.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal, Run } from '../../model/state.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { endGatesOf } from '../gates/leftover-gates.ts';
import { jobPayload, startBackground } from '../report/verifier.ts';
import { notedCopy } from './lease-file.ts';

/** Where it cannot be started, whoever takes the goal over ends what was left. Gives what ends it again. */
export function watchOver(ws: Workspace, driver: ProcessRef): () => void {
  const child = startBackground(ws);
  child.on('error', () => undefined);
  child.stdin.write(jobPayload(ws, { session: 'driver', goal: '', mainTranscript: '', driver }));
  child.unref();
  return () => child.kill('SIGKILL');
}

/** In the log first, as at a take-over: what comes late finds its run over. */
export function endAfter(ws: Workspace, driver: ProcessRef): void {
  const ended = runStep(ws, (step) => endDriver(step, driver), { waitMs: 30_000 });
  if (!ended.ok) throw new Error(`the end of a driver cannot be recorded: ${ended.failure.kind}`);
  for (const { goal, run } of ended.value) {
    if (run.lease) endLeft([run.lease]);
    else endUnleased(ws, driver, goal, run);
  }
  endGatesOf(ws, driver);
}

/** It was killed before it could record what it had started, if anything. */
function endUnleased(ws: Workspace, driver: ProcessRef, goal: Goal, run: Run): void {
  const folder = notedCopy(files.orderFolder(ws, goal.artifacts, run.node, run.id));
  if (folder !== undefined) endCopy({ since: driver, folder });
}
