// A report comes in by a hook, which says where it came from and passes on what is answered; everything in between
// is here. What an executor outside of a session left comes by engine/results/take-result.ts.

import { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { keepContextPack } from '../../executors/context-pack.ts';
import {
  findReporter,
  type ReportSeen,
  receiveReport,
} from '../../kernel/reports/receive-report.ts';
import {
  type RunResult,
  refusedResult,
  resultOf,
  resultOfReport,
} from '../../kernel/reports/run-result.ts';
import { settleReport } from '../../kernel/reports/settle-report.ts';
import { detachReport } from '../../kernel/reports/verifier.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { NOBODY } from '../../kernel/requests/verify-again.ts';
import { entry, type RunAt, retiredRun } from '../../kernel/state/queries.ts';
import type { Reporter } from '../../kernel/state/run-by.ts';
import { keepCopy } from '../../log/keep-copy.ts';
import type { Failure } from '../../model/failure.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { overText } from '../../words/reason.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { judgeReport } from './judge-report.ts';
import { isKept, isVerified, keepReport, type ReportText, reportText } from './report-text.ts';
import {
  endedBy,
  endOf,
  finishWithin,
  needsCommands,
  startVerifier,
  type Verifier,
  verifyAgain,
} from './verifier.ts';

/** Where a report comes from. */
type ReportSource = Readonly<{
  log: string;
  session: string;
  from: Reporter;
  text: string;
  /** The conversation of the agent, and the one it was dispatched from. */
  transcript: string;
  mainTranscript: string;
  /** Names this delivery. */
  key: () => string;
  /** Records the event that brought the report, and in the same step what follows from it. */
  record: <T>(about: (state: State) => Brought, body: (step: Step) => T) => Recorded<T>;
  /** The log is not available: the report waits, and a later step receives it. */
  postpone: (report: ReportSeen) => void;
}>;

/** What the record of the event says: whose report it was, and what the run has come to by then. */
type Brought = Readonly<{
  scope?: Readonly<{ goal_id?: string; node_id?: string; run_id: string }>;
  payload: Partial<RunResult>;
}>;

type Recorded<T> =
  | Readonly<{ kind: 'ok'; value: T }>
  | Readonly<{ kind: 'repeated' | 'foreign' }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

/**
 * What the source passes on.
 *
 *          run.reported             run.sent_back, run.ended
 *   received ────► verifying ──────────────► settled
 *      │            │     ▲
 *      │            │     └── verify.restarted: a dead verifier is replaced (the next report, Stop, resume)
 *      │            ├─ here: it needs no command, and is settled with the event that brought it
 *      │            ├─ waiter: a verifier runs commands, and the source holds the agent meanwhile:
 *      │            │  it can be sent back
 *      │            └─ detached (verify.detached): the source waits no longer, the agent may end, and
 *      │               what is missing becomes a new run
 *      └► refused (run.refused): its run is over
 *
 * One that was settled as waiting for changed tests is verified once more when a person accepts them
 * (verify.repeated).
 *
 * No lock is held between them. Settled is it once, by the verifier that is written down in the state.
 */
export type ReportAnswer =
  /** The agent may end. */
  | Readonly<{ kind: 'taken' }>
  | Readonly<{ kind: 'refused'; why: string }>
  | Readonly<{ kind: 'send-back'; missing: readonly string[]; left: number }>
  | Readonly<{ kind: 'not-recorded'; failure: Failure }>;

const TAKEN: ReportAnswer = { kind: 'taken' };

export async function takeReport(ws: Workspace, source: ReportSource): Promise<ReportAnswer> {
  const now = readState(ws, (state) => findReporter(state, source.from));
  if (!now.ok) return { kind: 'not-recorded', failure: now.failure };
  if (now.state.log_id !== source.log) return TAKEN;
  const at = now.value;
  if (!at) return recordStranger(source, now.state);
  const text = reportText(source.text);
  if (isVerified(at.run)) return recordSecond(ws, source, at, text);
  if (at.run.ended && isKept(ws, at, text)) return record(source, at, resultOf(at.run));
  const deadline = Date.now() + now.state.config.gate_wait_sec * 1000;
  const byCommands = needsCommands(at.goal, at.run) && !at.run.ended;
  // While a goal is paused no command of it runs: the report waits until it is resumed.
  const verifier = byCommands && at.goal.status === 'running' ? startVerifier(ws) : undefined;
  const answered = receive(ws, source, at, text, byCommands ? verifier : 'here');
  if (answered) return answered;
  // Other reports of the goal, whose verifiers are gone.
  await verifyAgain(ws, at.goal.id, source.mainTranscript);
  return byCommands
    ? answerVerified(ws, source, { ...at, state: now.state }, verifier, deadline)
    : judgeHere(ws, source, at, deadline);
}

/** An agent called by hand, or one whose goal is closed: then its report is on record as refused. */
function recordStranger(source: ReportSource, state: State): ReportAnswer {
  const { from } = source;
  const retired = from.kind === 'run' ? from.run : retiredRun(state, from.agentId);
  const brought: Brought =
    retired === undefined
      ? { payload: {} }
      : {
          scope: { run_id: retired },
          payload: { result: 'refused', summary: 'its goal is closed' },
        };
  return answerOf(
    source.record(
      () => brought,
      () => undefined,
    ),
  );
}

/** The same by a second path; or an agent that was woken and says more, which is kept and counts for nothing. */
function recordSecond(
  ws: Workspace,
  source: ReportSource,
  at: RunAt,
  text: ReportText,
): ReportAnswer {
  if (isKept(ws, at, text)) return TAKEN;
  keepReport(ws, at, text);
  const why = 'an earlier report of its run is being judged';
  return record(source, at, refusedResult(at.run, why));
}

/** Undefined: it is received, and has to be judged. */
function receive(
  ws: Workspace,
  source: ReportSource,
  at: RunAt,
  text: ReportText,
  by: Verifier | 'here' | undefined,
): ReportAnswer | undefined {
  const me = processRef(process.pid);
  const report: ReportSeen = {
    from: source.from,
    key: source.key(),
    file: keepReport(ws, at, text),
    transcript: source.transcript,
    verifier: NOBODY,
  };
  const verified =
    by === undefined
      ? report
      : { ...report, verifier: by === 'here' ? me : by.process, waiter: me };
  const received = runStep(ws, (step) => receiveReport(step, verified, isAlive));
  if (received.ok && received.value.kind === 'judge') {
    keepContextPack(ws, received.state, received.state.goals[at.goal.id], at.run.node, 'status');
    return undefined;
  }
  if (by !== 'here') by?.dismiss();
  if (!received.ok) {
    source.postpone(report);
    return { kind: 'not-recorded', failure: received.failure };
  }
  if (received.value.kind !== 'refused') return TAKEN;
  const why = overText(received.value.run);
  const recorded = record(source, at, refusedResult(at.run, why));
  return recorded.kind === 'taken' ? { kind: 'refused', why } : recorded;
}

/** What needs no command is judged at once, and its event is recorded with what was proven. */
async function judgeHere(
  ws: Workspace,
  source: ReportSource,
  at: RunAt,
  deadline: number,
): Promise<ReportAnswer> {
  const { mainTranscript, text } = source;
  const { goal, run } = at;
  await using spare = new SpareCopy();
  const about = { goal: goal.id, run: run.id, mainTranscript, text, spare };
  const judged = await judgeReport(ws, about);
  if (!judged) return TAKEN;
  const brought = { scope: scopeOf(at), payload: resultOfReport(run, judged) };
  const settled = source.record(
    () => brought,
    (step) => {
      const verdict = settleReport(step, run.id, source.key(), judged, false);
      return { verdict, end: endOf(step.state.goals[goal.id]), state: step.state };
    },
  );
  if (settled.kind !== 'ok') return answerOf(settled);
  const { verdict, end, state } = settled.value;
  keepContextPack(ws, state, state.goals[goal.id], run.node, 'run');
  keepCopy(ws, state.log_id, goal.artifacts);
  if (end?.byCommands) await finishWithin(ws, end, mainTranscript, deadline);
  else if (end) await finishIfDone(ws, end.id);
  if (verdict.kind !== 'send-back') return TAKEN;
  return { kind: 'send-back', missing: verdict.missing, left: verdict.left };
}

/** The agent is held until the verifier has settled its report, or for so long and no longer. */
async function answerVerified(
  ws: Workspace,
  source: ReportSource,
  at: RunAt & Readonly<{ state: State }>,
  verifier: Verifier | undefined,
  deadline: number,
): Promise<ReportAnswer> {
  const { goal, run } = at;
  const { session, mainTranscript, text } = source;
  const key = source.key();
  if (verifier) {
    const report = { run: run.id, key, text };
    await verifier.hand({ session, goal: goal.id, mainTranscript, report });
    await endedBy(verifier, deadline);
  }
  const runIn = ({ goals, finished }: State): Run | undefined => {
    const now = goals[goal.id] ?? (finished?.id === goal.id ? finished : undefined);
    return now && entry(now.runs, run.id);
  };
  // If the verifier has closed the goal as well, only what was known before shows what became of it.
  const closed = readState(ws, runIn, at.state);
  const last = closed.ok ? closed.value : undefined;
  const brought = (state: State): Brought => ({
    scope: scopeOf(at),
    payload: resultOf(runIn(state) ?? last ?? run),
  });
  const answered = source.record(brought, (step): ReportAnswer => {
    // From here on the agent may be gone, and the verifier knows.
    if (detachReport(step, run.id, key)) return TAKEN;
    const settled = runIn(step.state);
    if (!settled || settled.ended || settled.report) return TAKEN;
    const left = step.state.config.send_backs - settled.sent_back;
    return { kind: 'send-back', missing: settled.missing, left };
  });
  return answered.kind === 'ok' ? answered.value : answerOf(answered);
}

function record(source: ReportSource, at: RunAt, payload: RunResult): ReportAnswer {
  const brought = { scope: scopeOf(at), payload };
  return answerOf(
    source.record(
      () => brought,
      () => undefined,
    ),
  );
}

function answerOf(recorded: Recorded<unknown>): ReportAnswer {
  if (recorded.kind !== 'failed') return TAKEN;
  return { kind: 'not-recorded', failure: recorded.failure };
}

/** Whatever owns the goal by now: the log says what became of this report. */
function scopeOf({ goal, run }: RunAt) {
  return { goal_id: goal.id, node_id: run.node, run_id: run.id };
}
