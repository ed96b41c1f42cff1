// A result comes in from an executor outside of a session: whoever started it (a driver), or a person who hands
// it in. From here on it is a report like any other: received, judged by what the runtime sees for itself,
// and settled once.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { keepContextPack } from '../../executors/context-pack.ts';
import type { Collected } from '../../executors/folder/collect-result.ts';
import { keepLeft } from '../../executors/folder/keep-left.ts';
import type { ClientSaid } from '../../executors/headless/read-stream.ts';
import {
  judgeResult,
  type KnownRun,
  type ResultVerdict,
} from '../../executors/protocol/judge-result.ts';
import { commitIn, type ReadResult } from '../../executors/protocol/read-result.ts';
import { putFile } from '../../files/atomic-write.ts';
import { refuseResult } from '../../kernel/drive/refuse-result.ts';
import { parkGoal } from '../../kernel/park.ts';
import { receiveReport } from '../../kernel/reports/receive-report.ts';
import { settleReport, type Verdict } from '../../kernel/reports/settle-report.ts';
import { restartVerify } from '../../kernel/reports/verifier.ts';
import { LIMITED } from '../../kernel/requests/dispatch.ts';
import { NOBODY } from '../../kernel/requests/verify-again.ts';
import { WAITS_MIN } from '../../kernel/retries/parking.ts';
import { issueOf, nodeState, type RunAt, runIn } from '../../kernel/state/queries.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { endOfLimit } from '../../usage/reset-time.ts';
import { overText } from '../../words/reason.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive, othersThan, processRef } from '../../workspace/processes.ts';
import { changesOf, type RunChanges } from '../changes/changes.ts';
import { spareCopyOf } from '../gates/spare-copy-of.ts';
import { judgeAndSettle } from '../report/judge-and-settle.ts';
import { keepReport, reportText } from '../report/report-text.ts';
import { noteClaims } from './note-claims.ts';
import { faultText, OWN_REPORT, resultReport } from './result-report.ts';

/** What came back of a run. */
export type ResultBrought = Readonly<{
  goal: string;
  run: string;
  left: Collected;
  /** A headless client has reported by its own hook, or not at all. */
  client?: ClientSaid | undefined;
  /** How its process ended, where it has one; null: by a signal. */
  exit?: number | null | undefined;
  /** It can be told what is missing, and go on in the same run. */
  canGoOn?: boolean;
  /** Ends the gates. */
  stop?: AbortSignal | undefined;
}>;

export type ResultAnswer =
  /** Nothing changed: its run is over, or it is for another one. */
  | Readonly<{ kind: 'refused'; why: string }>
  | Readonly<{ kind: 'settled'; verdict: Verdict }>
  /** The goal was paused or closed meanwhile: the report waits, or counts for nothing. */
  | Readonly<{ kind: 'left' }>;

/** Once its processes have ended. Holds no lock while it looks; it is settled exactly once, by who is written down. */
export async function takeResult(
  ws: Workspace,
  brought: ResultBrought,
): Promise<Result<ResultAnswer, Failure>> {
  const now = readState(ws, ({ goals }) => goals[brought.goal]?.runs[brought.run]);
  if (!now.ok) return fail(now.failure);
  const run = now.value;
  const goal = now.state.goals[brought.goal];
  if (!goal || !run) return ok({ kind: 'refused', why: `run ${brought.run} is over` });
  const { left } = brought;
  const read: ReadResult = left.kind === 'collected' ? left.read : { kind: 'logs-only' };
  const changes = run.ended ? undefined : await changesOf(ws, now.state, goal, run, '');
  const known = await knownRun(goal, run, read, changes, brought.exit);
  const verdict = judgeResult(read, known);
  const result = read.kind === 'result' ? read.result : undefined;
  const executor = nameOf(run);
  const own = left.kind === 'collected' ? ownReport(left) : undefined;
  const about = { run: run.id, issue: issueOf(goal, run.node), executor, verdict, result, own };
  const printed = printedBy(goal, run, brought.exit);
  const text = resultReport({ ...about, printed, patch: changes?.patch.toString('utf8') ?? '' });
  if (!run.ended && left.kind === 'collected') keepFiles(ws, { goal, run }, left);
  const isIts = result?.run_id === run.id && (verdict.kind !== 'refused' || run.ended !== null);
  if (result && isIts) noteClaims(ws, { goal, run }, result);
  if (result && isLimited(verdict) && changes?.answersFor.length === 0) {
    return park(ws, { goal, run }, result.summary);
  }
  // Nobody but its own run can be ended by a result, and nothing is judged that is for another.
  if (verdict.kind === 'refused' && run.ended) return refuse(ws, { goal, run }, text);
  if (verdict.kind === 'refused' && result && result.run_id !== run.id) {
    const refused = refuseOther(ws, { goal, run }, text, result.run_id);
    return refused.ok
      ? ok({ kind: 'refused', why: faultText(verdict.because, executor) })
      : fail(refused.failure);
  }
  return receiveAndSettle(ws, { goal, run }, text, { ...brought, changes });
}

function isLimited(verdict: ResultVerdict): boolean {
  return 'because' in verdict && 'code' in verdict.because && verdict.because.code === LIMITED;
}

/** As where a client meets a limit: the next run would meet it, too, and nothing of it is the fault of this one. */
function park(ws: Workspace, { goal, run }: RunAt, summary: string): Result<ResultAnswer, Failure> {
  const said = redactor(process.env)(summary).slice(0, 300) || LIMITED;
  const parked = runStep(
    ws,
    (step) => {
      const at = runIn(step.state, goal.id, run.id);
      if (!at || at.run.ended) return;
      const waits = endOfLimit(said, step.now, WAITS_MIN);
      parkGoal(step, at.goal, at.run, { kind: 'api-error', said }, waits);
    },
    PATIENT,
  );
  return parked.ok ? ok({ kind: 'left' }) : fail(parked.failure);
}

/**
 * A report that was received and that nobody verifies: its driver was killed, or it is this one, which could not record
 * what it saw. The work is not repeated.
 */
export async function takeAgain(
  ws: Workspace,
  at: Readonly<{ goal: string; run: string; stop?: AbortSignal | undefined }>,
): Promise<Result<ResultAnswer, Failure>> {
  const me = processRef(process.pid);
  const taken = runStep(ws, (step) => restartVerify(step, at.goal, at.run, me, othersThan(me)));
  if (!taken.ok) return fail(taken.failure);
  if (taken.value === undefined) return ok({ kind: 'left' });
  return settle(ws, { ...at, key: taken.value });
}

async function receiveAndSettle(
  ws: Workspace,
  at: RunAt,
  text: string,
  { canGoOn = false, stop, changes }: ResultBrought & Pick<ToSettle, 'changes'>,
): Promise<Result<ResultAnswer, Failure>> {
  const kept = reportText(text);
  const key = keyOf(at.run, text);
  const me = processRef(process.pid);
  const file = keepReport(ws, at, kept);
  const from = { kind: 'run', goal: at.goal.id, run: at.run.id } as const;
  const received = runStep(ws, (step) => {
    const waiter = canGoOn ? { waiter: me } : {};
    return receiveReport(
      step,
      { from, key, file, transcript: '', verifier: me, ...waiter },
      isAlive,
    );
  });
  if (!received.ok) return fail(received.failure);
  const { value } = received;
  if (value.kind === 'refused') return ok({ kind: 'refused', why: overText(value.run) });
  if (value.kind !== 'judge') return ok({ kind: 'left' });
  const goal = received.state.goals[at.goal.id];
  keepContextPack(ws, received.state, goal, at.run.node, 'status');
  return settle(ws, {
    goal: at.goal.id,
    run: at.run.id,
    key,
    text,
    changes,
    isLate: !canGoOn,
    stop,
  });
}

type ToSettle = Readonly<{
  goal: string;
  run: string;
  key: string;
  text?: string;
  /** As they were when the result came: not looked for twice. */
  changes?: RunChanges | undefined;
  isLate?: boolean;
  stop?: AbortSignal | undefined;
}>;

async function settle(
  ws: Workspace,
  { goal, run, key, text, changes, isLate = true, stop }: ToSettle,
): Promise<Result<ResultAnswer, Failure>> {
  await using spare = spareCopyOf(ws);
  const report = { goal, run, mainTranscript: '', text, changes, stop, spare };
  const settled = await judgeAndSettle(ws, report, (step, judged) =>
    settleReport(step, run, key, judged, isLate),
  );
  if (!settled.ok) return settled;
  const verdict = settled.value;
  const isLeft = verdict === undefined || verdict.kind === 'ignored';
  return ok(isLeft ? { kind: 'left' } : { kind: 'settled', verdict });
}

const PATIENT = { waitMs: 30_000 } as const;

/** Its run is over: what it says is kept, on record, and without any effect. */
function refuse(ws: Workspace, at: RunAt, text: string): Result<ResultAnswer, Failure> {
  const kept = reportText(text);
  const file = keepReport(ws, at, kept);
  const from = { kind: 'run', goal: at.goal.id, run: at.run.id } as const;
  const seen = { from, key: keyOf(at.run, text), file, transcript: '', verifier: NOBODY };
  const told = runStep(ws, (step) => receiveReport(step, seen, isAlive));
  if (!told.ok) return fail(told.failure);
  return ok({ kind: 'refused', why: overText(at.run) });
}

/** It names another run: kept and on record as well, and this run goes on without it. */
function refuseOther(ws: Workspace, at: RunAt, text: string, names: string) {
  keepReport(ws, at, reportText(text), true);
  const about = { goal: at.goal.id, run: at.run.id };
  const key = keyOf(at.run, text);
  return runStep(ws, (step) => refuseResult(step, about, { key, names }), PATIENT);
}

function keyOf(run: Run, text: string): string {
  return createHash('sha256').update(`${run.id}\n${text}`).digest('hex').slice(0, 16);
}

/** Before anything is recorded about them; their hashes are recorded with the report. */
function keepFiles(
  ws: Workspace,
  { goal, run }: RunAt,
  left: Extract<Collected, { kind: 'collected' }>,
): void {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  const kept = keepLeft(folder, left.files, redactor(process.env));
  const { notTaken, mismatches, altered } = left;
  const list = { schema_version: 1, files: kept, not_taken: notTaken, mismatches, altered };
  putFile(join(folder, 'left.json'), `${JSON.stringify(list, null, 1)}\n`);
}

function ownReport({ files: left }: Extract<Collected, { kind: 'collected' }>): string | undefined {
  return left.find(({ name }) => name === OWN_REPORT)?.content.toString('utf8');
}

/** As a person opens it. */
function printedBy({ artifacts }: Goal, { id, node }: Run, exit: number | null | undefined) {
  return exit === undefined
    ? undefined
    : { exit, dir: `.wukong/artifacts/${artifacts}/${node}/${id}` };
}

function nameOf({ by, role }: Run): string {
  return by.kind === 'subagent' ? role : by.name;
}

async function knownRun(
  goal: Goal,
  run: Run,
  read: ReadResult,
  changes: RunChanges | undefined,
  exit: number | null | undefined,
): Promise<KnownRun> {
  const named = read.kind === 'result' ? read.result.changes.commit : undefined;
  const node = nodeState(goal, run.node);
  const isActive = !run.ended && 'run' in node && node.run === run.id;
  return {
    issue_ref: issueOf(goal, run.node),
    run_id: run.id,
    active: isActive ? run.id : 'run' in node && typeof node.run === 'string' ? node.run : null,
    changed: changes?.answersFor ?? [],
    patch: (changes?.patch.length ?? 0) > 0,
    base: run.lane.head?.split(' ')[1] ?? null,
    commit: named === undefined ? null : await commitOf(run, named),
    exit,
  };
}

/** As git has it in that tree. */
async function commitOf(
  { lane }: Run,
  named: WorkResult['changes']['commit'],
): Promise<string | null> {
  const hash = commitIn(named ?? '');
  if (hash === undefined) return null;
  const found = await git({
    cwd: lane.worktree,
    args: ['rev-parse', '--verify', '-q', `${hash}^{commit}`],
    expect: [0, 1, 128],
  });
  return found.ok ? found.value.stdout.toString('utf8').trim() || null : null;
}
