// The gates of a goal that nobody worked on yet are tried while its first readers work, as in a session and by
// the same process.

import { signalGroup } from '../../evidence/gates/process-tree.ts';
import { beginTrials } from '../../kernel/requests/first-trials.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { startTrials } from '../report/start-trials.ts';
import { NO_SESSION } from '../report/verifier.ts';

/** What it returns ends what is still tried then. */
export async function tryFirst(ws: Workspace, goalId: string): Promise<() => Promise<void>> {
  const now = readState(ws, ({ goals }) => goals[goalId]);
  const goal = now.ok ? now.value : undefined;
  if (!goal || goal.trier || Object.keys(goal.runs).length > 0) return nothing;
  const trier = startTrials(ws, goal.specs);
  if (!trier) return nothing;
  const begun = runStep(ws, (step) => {
    const open = step.state.goals[goalId];
    if (open) beginTrials(step, open, trier.process);
    return open !== undefined;
  });
  if (!begun.ok || !begun.value) {
    trier.dismiss();
    return nothing;
  }
  await trier.hand({ session: NO_SESSION, goal: goalId, mainTranscript: '', trial: true });
  return async () => {
    if (isAlive(trier.process)) signalGroup(trier.process.pid, 'SIGTERM');
    await trier.ended;
  };
}

async function nothing(): Promise<void> {
  // None was begun.
}
