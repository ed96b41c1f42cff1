// A report on its way to a result: kept, received, judged, settled.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { canComplete } from '../kernel/goals.ts';
import { type Judged, settleReport } from '../kernel/judge.ts';
import { gatesOfGoal } from '../kernel/proof.ts';
import { type Received, type ReportSeen, receiveReport } from '../kernel/receive.ts';
import { isHeldFor, verifiedBy } from '../kernel/verify.ts';
import type { Goal, ProcessRef, Run, State } from '../model/state.ts';
import { redactor } from '../privacy/redact.ts';
import { replaceFile } from '../store/atomic.ts';
import { makeFolder } from '../store/links.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { isAlive, processRef } from '../store/process-ref.ts';
import { readIfThere } from '../store/read-if-there.ts';
import { readState, runStep, type StepResult } from '../store/step.ts';
import { finishIfDone } from './finish-goal.ts';
import { commandGates, GatesStopped, OUT_OF_TIME, TRIES } from './gates.ts';
import { judgeRun, keptReport } from './judge-run.ts';
import { LATE_REPORT } from './keep-findings.ts';
import { endLeftOverCopies } from './leftover-gates.ts';
import type { Job } from './verifier.ts';

/**
 * Keeps the agent's words, without their secrets, before anything is recorded about them. Returns the
 * path below .wukong/.
 */
export function keepReport(ws: Workspace, goal: Goal, run: Run, text: string): string {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  // A late report does not touch what was judged, or is being judged.
  const name = run.ended || isJudged(run) ? LATE_REPORT : 'report.md';
  replaceFile(join(folder, name), keptReport(text, redactor(process.env)), true);
  return belowData(ws, join(folder, name));
}

/** Whether a report of this run is being judged right now. */
export function isJudged({ report }: Run): boolean {
  return report !== null && isAlive(report.verifier);
}

/** Whether this very report was judged, or is: a delivery that comes again brings nothing new. */
export function isKnown(ws: Workspace, goal: Goal, run: Run, text: string): boolean {
  if (run.outputs === null && run.report === null) return false;
  const path = join(files.orderFolder(ws, goal.artifacts, run.node, run.id), 'report.md');
  const kept = readIfThere(path)?.toString('utf8');
  return kept === keptReport(text, redactor(process.env));
}

export function receive(ws: Workspace, seen: ReportSeen): StepResult<Received> {
  return runStep(ws, (step) => receiveReport(step, seen, isAlive));
}

export type Heard = Readonly<{
  mainTranscript: string;
  /** The report as it came; whoever comes later finds it in the transcript (judge-run.ts). */
  words?: string | undefined;
  stop?: AbortSignal | undefined;
}>;

export async function judge(
  ws: Workspace,
  goalId: string,
  runId: string,
  heard: Heard,
): Promise<Judged | undefined> {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  const run = goal?.runs[runId];
  // The goal was aborted in this moment: nobody waits for a judgement any more.
  if (!now.ok || !goal || !run) return undefined;
  return judgeRun(ws, now.state, goal, run, heard);
}

/**
 * All a verifier does: judges the report it was handed, settles it if it is still the one who should,
 * and closes the goal if that was the last.
 */
export async function verify(ws: Workspace, job: Job): Promise<void> {
  const me = processRef(process.pid);
  endLeftOverCopies(ws);
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[job.goal] : undefined;
  if (!goal) return;
  const { run, key } = job;
  if (run !== undefined && key !== undefined) {
    const isMine = (state: State) => verifiedBy(state, run, key, me) !== undefined;
    await whileTrue(ws, isMine, limitMs(goal, run), (stop) =>
      settleAfter(ws, { ...job, run, key }, me, stop),
    );
  }
  const isLeft = (state: State) => {
    const open = state.goals[job.goal];
    return open !== undefined && canComplete(open);
  };
  await whileTrue(ws, isLeft, limitMs(goal), (stop) => finishIfDone(ws, job.goal, stop));
}

async function settleAfter(
  ws: Workspace,
  job: Job & { run: string; key: string },
  me: ProcessRef,
  stop: AbortSignal,
): Promise<void> {
  const { goal, run, key, mainTranscript, words } = job;
  const judged = await judge(ws, goal, run, { mainTranscript, words, stop });
  if (!judged) return;
  const settled = runStep(
    ws,
    (step) => {
      const at = verifiedBy(step.state, run, key, me);
      // The hook says under this lock that it waits no longer: the agent is there, or known to be gone.
      if (at) settleReport(step, run, key, judged, !isHeldFor(at.run, isAlive));
    },
    { waitMs: PATIENT_MS },
  );
  if (!settled.ok) throw new Error(`the result can not be recorded: ${settled.failure.kind}`);
}

/** Nobody waits for this process as for a hook. */
const PATIENT_MS = 30_000;
const WATCH_MS = 500;
/** Beside the gates: transcripts, trees, and others' gates on the same tree. */
const MARGIN_MS = 30 * 60_000;
const COPIES = 4;

/** Each gate may be run so often, and with the copies for red, green and seal; then it is enough. */
function limitMs(goal: Goal, runId?: string): number {
  const node = runId === undefined ? undefined : goal.runs[runId]?.node;
  const spec = goal.specs.find(({ id }) => id === node);
  const gates = spec ? commandGates(spec.verification_plan) : gatesOfGoal(goal);
  return (
    MARGIN_MS + gates.reduce((sum, gate) => sum + gate.timeout_sec * 1000 * (TRIES + COPIES), 0)
  );
}

/**
 * Works until it is done, or `holds` is true no more (paused, aborted, replaced), or somebody ends this
 * process: then the gates are stopped, and nothing of it counts.
 */
async function whileTrue(
  ws: Workspace,
  holds: (state: State) => boolean,
  maxMs: number,
  work: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const look = () => {
    const now = readState(ws, holds);
    if (now.ok && !now.value) stop.abort('no longer wanted');
  };
  const end = () => stop.abort('ended');
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  let size = logSize(ws);
  const watch = setInterval(() => {
    const now = logSize(ws);
    if (now === size) return;
    size = now;
    look();
  }, WATCH_MS);
  const limit = setTimeout(() => stop.abort(OUT_OF_TIME), maxMs);
  for (const signal of signals) process.on(signal, end);
  try {
    look();
    if (!stop.signal.aborted) await work(stop.signal);
  } catch (error) {
    if (!(error instanceof GatesStopped)) throw error;
  } finally {
    clearInterval(watch);
    clearTimeout(limit);
    for (const signal of signals) process.off(signal, end);
  }
}

function logSize(ws: Workspace): number {
  return statSync(files.log(ws), { throwIfNoEntry: false })?.size ?? -1;
}
