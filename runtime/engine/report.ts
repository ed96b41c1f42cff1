// A report on its way to a result: kept, received, judged.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Judged, settleReport } from '../kernel/judge.ts';
import { type Received, type ReportSeen, receiveReport } from '../kernel/receive.ts';
import { activeRuns, type RunAt } from '../kernel/state.ts';
import type { Goal, Run, State } from '../model/state.ts';
import { redactor } from '../privacy/redact.ts';
import { replaceFile } from '../store/atomic.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { isAlive } from '../store/process-ref.ts';
import { readState, runStep, type StepResult } from '../store/step.ts';
import { judgeRun, keptReport } from './judge-run.ts';

/**
 * Keeps the agent's words, without their secrets, before anything is recorded about them. Returns the
 * path below .wukong/.
 */
export function keepReport(ws: Workspace, goal: Goal, run: Run, text: string): string {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The late report of a run that is over does not touch what was judged.
  const name = run.ended ? 'late_report.md' : 'report.md';
  replaceFile(join(folder, name), keptReport(text, redactor(process.env)), true);
  return belowData(ws, join(folder, name));
}

export function receive(ws: Workspace, seen: ReportSeen): StepResult<Received> {
  return runStep(ws, (step) => receiveReport(step, seen, isAlive));
}

/** `words` are the report as it came; whoever comes later finds them in the transcript (judge-run.ts). */
export async function judge(
  ws: Workspace,
  goalId: string,
  runId: string,
  mainTranscript: string,
  words?: string,
): Promise<Judged | undefined> {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  const run = goal?.runs[runId];
  // The goal was aborted in this moment: nobody waits for a judgement any more.
  if (!now.ok || !goal || !run) return undefined;
  return judgeRun(ws, now.state, goal, run, { mainTranscript, words });
}

/** Judges a report whose first verifier died. The agent is gone: it can't be sent back any more. */
export async function judgeAgain(
  ws: Workspace,
  runId: string,
  mainTranscript: string,
): Promise<void> {
  const now = readState(ws);
  const at = now.ok ? findReported(now.state, runId) : undefined;
  const key = at?.run.report?.key;
  if (!at || key === undefined) return;
  const judged = await judge(ws, at.goal.id, runId, mainTranscript);
  if (judged) runStep(ws, (step) => settleReport(step, runId, key, judged, true));
}

function findReported(state: State, runId: string): RunAt | undefined {
  for (const goal of Object.values(state.goals)) {
    const run = activeRuns(goal).find(({ id }) => id === runId);
    if (run?.report) return { goal, run };
  }
  return undefined;
}
