// Anchor candidates while a goal waits, or before its context is compacted: it may never end.

import { hasNewRuns } from '../../kernel/state/queries.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { pastOf } from './past.ts';
import { newCandidates, recordCandidates, writeCandidates } from './propose-anchors.ts';

/** Once after each run. In the file first: what the log says was proposed must be there. */
export function proposeNow(ws: Workspace, goalId: string): void {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !hasNewRuns(goal)) return;
  const log = { id: now.state.log_id, ...pastOf(ws, goalId) };
  const candidates = newCandidates(ws, goal, log, redactor(process.env));
  writeCandidates(ws, candidates);
  runStep(ws, (step) => {
    const open = step.state.goals[goalId];
    if (open && hasNewRuns(open)) recordCandidates(step, open, candidates);
  });
}
