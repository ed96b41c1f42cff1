// The verifier: a process that a hook starts and that outlives it (verifier.ts). It settles a report
// if, and only if, it is still the one that is written down, and closes the goal if that was the last.

import { statSync } from 'node:fs';
import { afterOwnTime } from '../../evidence/gates/waits.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { gatesKnown, otherGates } from '../../kernel/graph/proof.ts';
import { settleReport } from '../../kernel/reports/settle-report.ts';
import { isHeldFor, verifiedBy } from '../../kernel/reports/verifier.ts';
import { mayTry } from '../../kernel/requests/first-trials.ts';
import { canComplete } from '../../kernel/requests/goals.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { readState } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { endLeftOverCopies } from '../gates/leftover-gates.ts';
import { commandGates, GatesStopped, OUT_OF_TIME, TRIES } from '../gates/node-gates.ts';
import { spareCopyOf } from '../gates/spare-copy-of.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { removeWhenLeft } from '../lanes/remove-lanes.ts';
import { tryGates } from '../trials/try-gates.ts';
import { startClearing } from './clear-lanes.ts';
import { judgeAndSettle } from './judge-and-settle.ts';
import type { Job } from './verifier.ts';

export async function runVerifier(ws: Workspace, job: Job): Promise<void> {
  const me = processRef(process.pid);
  endLeftOverCopies(ws);
  if (job.lanes) return removeWhenLeft(ws, job.lanes);
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[job.goal] : undefined;
  if (!goal) return;
  const { report } = job;
  await using spare = spareCopyOf(ws);
  if (job.trial) {
    const isMine = ({ goals }: State) => mayTry(goals[job.goal], me);
    return whileTrue(ws, isMine, limitMs(goal), (stop) => tryGates(ws, goal, me, { stop, spare }));
  }
  if (report) {
    const { run, key } = report;
    const isMine = (state: State) => verifiedBy(state, run, key, me) !== undefined;
    await whileTrue(ws, isMine, limitMs(goal, run), (stop) =>
      verify(ws, job, report, me, { stop, spare }),
    );
  }
  const isLeft = (state: State) => {
    const open = state.goals[job.goal];
    return open !== undefined && canComplete(open);
  };
  await whileTrue(ws, isLeft, limitMs(goal), (stop) => finishIfDone(ws, job.goal, stop, spare));
  await startClearing(ws, job, goal);
}

async function verify(
  ws: Workspace,
  { goal, mainTranscript }: Job,
  { run, key, text }: NonNullable<Job['report']>,
  me: ProcessRef,
  by: Readonly<{ stop: AbortSignal; spare: SpareCopy }>,
): Promise<void> {
  const report = { goal, run, mainTranscript, text, ...by };
  const settled = await judgeAndSettle(ws, report, (step, judged) => {
    const at = verifiedBy(step.state, run, key, me);
    // The hook says under this lock that it waits no longer: the agent is there, or known to be gone.
    if (at) settleReport(step, run, key, judged, !isHeldFor(at.run, isAlive));
  });
  if (!settled.ok) throw notRecorded('the result', settled.error);
}

const WATCH_MS = 500;
/** Beside the gates: transcripts, trees, and others' gates on the same tree. */
const MARGIN_MS = 30 * 60_000;
const COPIES = 4;

/** Each gate may be run so often, and with the copies for red, green and seal; then it is enough. */
function limitMs(goal: Goal, runId?: string): number {
  const node = runId === undefined ? undefined : goal.runs[runId]?.node;
  const spec = goal.specs.find(({ id }) => id === node);
  const gates = spec
    ? [...commandGates(spec.verification_plan), ...otherGates(goal)]
    : gatesKnown(goal);
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
  const endLimit = afterOwnTime(maxMs, () => stop.abort(OUT_OF_TIME));
  for (const signal of signals) process.on(signal, end);
  try {
    look();
    if (!stop.signal.aborted) await work(stop.signal);
  } catch (error) {
    if (!(error instanceof GatesStopped)) throw error;
  } finally {
    clearInterval(watch);
    endLimit();
    for (const signal of signals) process.off(signal, end);
  }
}

function logSize(ws: Workspace): number {
  return statSync(files.log(ws), { throwIfNoEntry: false })?.size ?? -1;
}
