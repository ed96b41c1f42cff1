// A driver that was killed can end nothing any more: a process that waits for its end does it, and records it.
//
//   driver ──pipe──► `hook.cjs verify`, which reads to the end   killed: the system closes the pipe ──► endAfter

import { endDriver } from '../../kernel/drive/end-driver.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { namesForGates } from '../gates/gate-settings.ts';
import { endGatesOf } from '../gates/leftover-gates.ts';
import { startBackground } from '../report/background.ts';
import { jobPayload } from '../report/verifier.ts';
import { endLeft } from '../results/end-left.ts';

/** Where it cannot be started, whoever takes the goal over ends what was left. Gives what ends it again. */
export function watchOver(ws: Workspace, driver: ProcessRef): () => void {
  const child = startBackground(ws, namesForGates(ws));
  child.on('error', () => undefined);
  child.stdin.write(jobPayload(ws, { session: 'driver', goal: '', mainTranscript: '', driver }));
  child.unref();
  return () => child.kill('SIGKILL');
}

/** In the log first, as at a take-over: what comes late finds its run over. */
export async function endAfter(ws: Workspace, driver: ProcessRef): Promise<void> {
  const ended = runStep(ws, (step) => endDriver(step, driver), { waitMs: 30_000 });
  if (!ended.ok) throw notRecorded('the end of a driver', ended.failure);
  endGatesOf(ws, driver);
  await endLeft(ws, ended.value);
}
