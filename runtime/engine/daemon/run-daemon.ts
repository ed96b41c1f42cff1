// A driver that does not stop: what is queued is taken up, best first, several goals side by side, each driven as
// `wukong run` does. What comes next is decided in kernel/daemon.ts.
//
//   look ──► take up ──► drive, beside the others        look again: the log or a file of a person has changed,
//     ▲                       │                          a wait is over, or the heartbeat is due
//     └───────────────────────┘

import { existsSync } from 'node:fs';
import { type TakeUp, toTakeUp } from '../../kernel/daemon.ts';
import { endDaemon, startDaemon } from '../../kernel/drive/daemon.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { goalsOf } from '../../kernel/state/queries.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import type { DaemonEnd } from '../../model/vocabulary.ts';
import { isRollupDue } from '../../rollups/due.ts';
import { writeLastRollup } from '../../rollups/write-rollup.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, othersThan } from '../../workspace/processes.ts';
import { hasLeftFolder, hasSavedResult } from '../../workspace/saved-result.ts';
import { homeElsewhere } from '../../workspace/team-note.ts';
import { readTrust } from '../../workspace/trust.ts';
import { type DriveEnd, drive } from '../drive/drive.ts';
import { judgeInTurn } from '../drive/in-turn.ts';
import { takeAnswers } from '../escalations/take-answers.ts';
import { loadConfig } from '../goal/load-config.ts';
import { leftUnpublished, mayDaemonPublish } from '../publish/by-daemon.ts';
import { takeSaved } from '../results/take-saved.ts';
import { type Mirroring, mirrorBeside, noMirroring } from './mirror-beside.ts';
import { dueOf, publishNext, type ToPublish, toPublish } from './publish-next.ts';
import { hasFailed, restMs } from './rest.ts';
import { takeUpGoal } from './take-up-goal.ts';
import { settingsStamp, stampOf, stampOfFile, untilWoken } from './wake.ts';

type DaemonOptions = Readonly<{
  me: ProcessRef;
  /** Who started it. */
  by: string;
  depth: number;
  stop: AbortSignal;
  /** The file it was started from: where that changes, its next version is there. */
  program: string;
  tell: Tell;
}>;

/** What it does, as it does it. */
export type Tell = Readonly<{
  looked: () => void;
  failed: (error: unknown) => void;
}>;

/** Its goals, and those it can do nothing more for. */
type Work = {
  readonly underWay: Map<string, Promise<void>>;
  readonly passed: Map<string, Passed>;
  /** How often in a row something could not be done or recorded for them. */
  readonly failed: Map<string, number>;
  readonly out: ToPublish;
  readonly mirroring: Mirroring;
  /** Results of theirs that are taken at this moment. */
  people?: Promise<void> | undefined;
};

type Passed = Readonly<{
  /** It is looked at again once something becomes of it, */
  as_of: string;
  since: number;
  /** or after so long. */
  forMs: number;
}>;

type Look = Readonly<{
  state: State;
  takeUp: readonly TakeUp[];
  /** When the first wait is over; infinite where none is waited for. */
  waitOverMs: number;
}>;

const PATIENT = { waitMs: 30_000 } as const;
const MINUTE_MS = 60_000;

/** Fails where another one is there already, or the log cannot be written. */
export async function runDaemon(
  ws: Workspace,
  options: DaemonOptions,
): Promise<Result<DaemonEnd, Failure | ProcessRef>> {
  const { me, by, tell } = options;
  const started = runStep(ws, (step) => startDaemon(step, { me, by }, isAlive), PATIENT);
  if (!started.ok) return fail(started.failure);
  if (started.value) return fail(started.value);
  const over = new AbortController();
  const stop = AbortSignal.any([options.stop, over.signal]);
  const work: Work = {
    underWay: new Map(),
    passed: new Map(),
    failed: new Map(),
    out: { unpublished: new Map() },
    mirroring: noMirroring(),
  };
  if (mayDaemonPublish(ws)) {
    for (const goal of leftUnpublished(ws, Date.now())) toPublish(work.out, goal);
  }
  let because: DaemonEnd = 'cannot-go-on';
  try {
    because = await untilEnd(ws, { ...options, stop }, work);
  } catch (error) {
    tell.failed(error);
  }
  over.abort();
  await Promise.all([
    ...work.underWay.values(),
    work.people,
    work.out.publishing,
    work.mirroring.now,
  ]);
  const ended = runStep(ws, (step) => endDaemon(step, me, because), PATIENT);
  // Nothing is under way any more; the next daemon finds that this one is gone.
  if (!ended.ok) tell.failed(ended.failure);
  return ok(because);
}

async function untilEnd(ws: Workspace, options: DaemonOptions, work: Work): Promise<DaemonEnd> {
  const { program, tell, stop } = options;
  const version = stampOfFile(program);
  let last: Look | undefined;
  let beatMs = Date.now();
  const stamp = (): string =>
    [
      stampOfFile(program),
      work.underWay.size,
      work.out.publishing ? 1 : 0,
      stampOf(ws, last?.state ?? {}),
    ].join('\n');
  let settings = settingsStamp(ws);
  for (;;) {
    const seen = stamp();
    const set = settingsStamp(ws);
    // A person trusted or set something: what nobody could be had for may be done now.
    if (set !== settings) work.passed.clear();
    settings = set;
    // While it is being replaced it is not there.
    const isReplaced = !['', version].includes(stampOfFile(program));
    // The repository was moved, or its data taken away: nobody asks there what is set now.
    if (!existsSync(ws.dir)) return 'cannot-go-on';
    last = (await look(ws, options, work)) ?? last;
    const everyMs = last ? heartbeatMs(last.state) : MINUTE_MS;
    // A clock that was set back is no reason to wait for longer.
    if (Math.abs(Date.now() - beatMs) >= everyMs) beatMs = Date.now();
    const end = whyEnd(ws, last?.state, options);
    if (end) return end;
    if (isReplaced && work.underWay.size === 0) return 'replaced';
    if (!isReplaced && last) begin(ws, options, work, last);
    if (!isReplaced && last) publishNext(ws, options, work.out, everyMs);
    mirrorBeside(ws, work.mirroring, tell.failed);
    tell.looked();
    const restMs = [...work.passed.values()].map(({ since, forMs }) => since + forMs);
    const dueMs = Math.min(
      beatMs + everyMs,
      last?.waitOverMs ?? Infinity,
      ...restMs,
      ...dueOf(work.out),
    );
    await untilWoken(stamp, seen, dueMs, stop);
  }
}

function heartbeatMs({ config }: Pick<State, 'config'>): number {
  return config.heartbeat_interval_minutes * MINUTE_MS;
}

/** What is due is done, and what there is to take up is looked for. Undefined: the log cannot be read now. */
async function look(
  ws: Workspace,
  { me, tell }: DaemonOptions,
  work: Work,
): Promise<Look | undefined> {
  const { underWay, passed } = work;
  try {
    const { config } = loadConfig(ws);
    const nowMs = Date.now();
    if (isRollupDue(ws, config, nowMs)) {
      const written = writeLastRollup(ws, nowMs);
      if (!written.ok) tell.failed(written.error);
    }
    for (const [id, { since, forMs }] of passed) {
      if (Math.abs(Date.now() - since) >= forMs) passed.delete(id);
    }
    const asTheyWere = new Map([...passed].map(([id, { as_of }]) => [id, as_of]));
    // Of its own goals it could not hand back, on a full disk say, nobody is at work.
    const now = { at: new Date(nowMs).toISOString(), isAlive: othersThan(me) };
    // Files of goals are read only where there is room for one.
    const seen = readState(ws, (state) => {
      const room = state.config.daemon_goals - underWay.size;
      if (room <= 0) return { takeUp: [], waitOverMs: Infinity };
      const found = toTakeUp(state, now, new Set(underWay.keys()), asTheyWere);
      return { takeUp: found.slice(0, room), waitOverMs: firstWaitMs(state, nowMs) };
    });
    if (!seen.ok) throw seen.failure;
    takeFromPeople(ws, tell, work, seen.state);
    takeAnswers(ws, { logId: seen.state.log_id });
    return { state: seen.state, ...seen.value };
  } catch (error) {
    // The next look may have it: on a full disk, while somebody holds the log, after a repair.
    tell.failed(error);
    return undefined;
  }
}

/** What they saved of nodes of theirs, judged beside what goals have under way, and after what is judged already. */
function takeFromPeople(ws: Workspace, tell: Tell, work: Work, { handed }: State): void {
  if (work.people || !(hasSavedResult(handed) || hasLeftFolder(handed))) return;
  work.people = judgeInTurn(() => takeSaved(ws))
    .catch(tell.failed)
    .finally(() => {
      work.people = undefined;
    });
}

/** By the moment at which goals were looked at: what is over since is due at once, and not forgotten. */
function firstWaitMs(state: State, nowMs: number): number {
  const waits = goalsOf(state).map((goal) => Date.parse(parkedUntil(goal) ?? ''));
  return Math.min(...waits.filter((ms) => ms >= nowMs), Infinity);
}

function whyEnd(
  ws: Workspace,
  state: State | undefined,
  { stop, me }: DaemonOptions,
): DaemonEnd | undefined {
  if (stop.aborted) return 'asked';
  const trust = readTrust(ws);
  if (trust?.off !== undefined) return 'turned-off';
  if (!trust || (state && trust.log_id !== state.log_id)) return 'cannot-go-on';
  // Another machine took its log.
  if (homeElsewhere(ws) !== undefined) return 'cannot-go-on';
  const daemon = state?.daemon?.process;
  // A repair took away that it was started, and another one was since.
  if (daemon && (daemon.pid !== me.pid || daemon.started !== me.started)) return 'cannot-go-on';
  return undefined;
}

function begin(ws: Workspace, options: DaemonOptions, work: Work, { takeUp, state }: Look): void {
  const { underWay } = work;
  const { tell } = options;
  for (const one of takeUp) {
    const ended = carryOut(ws, options, one)
      .catch((error: unknown): DriveEnd => {
        tell.failed(error);
        return { kind: 'cannot', why: error instanceof Error ? error.message : String(error) };
      })
      .then((end) => {
        if (end.kind === 'not-recorded') tell.failed(end.failure);
        if (!one.isBeside && end.kind !== 'taken-over') toPublish(work.out, one.goal);
        rest(ws, work, { goal: one.goal, everyMs: heartbeatMs(state) }, end);
        underWay.delete(one.goal);
      });
    underWay.set(one.goal, ended);
  }
}

async function carryOut(
  ws: Workspace,
  { me, depth, stop, tell }: DaemonOptions,
  { goal, isBeside, chosen }: TakeUp,
): Promise<DriveEnd> {
  if (!isBeside) {
    const taken = await takeUpGoal(ws, { me, isAlive: othersThan(me) }, goal, chosen);
    if (!taken.ok) return { kind: 'not-recorded', failure: taken.error };
    if (!taken.value) return { kind: 'taken-over' };
  }
  return drive(ws, { goal, me, stop, depth, isBeside, tell: tell.failed });
}

/** As it stands now: whatever becomes of it has it looked at again. */
function rest(
  ws: Workspace,
  { passed, failed }: Work,
  { goal, everyMs }: Readonly<{ goal: string; everyMs: number }>,
  { kind }: DriveEnd,
): void {
  // It goes on when its wait is over, and not before.
  if (kind === 'parked') return;
  const now = readState(ws, ({ goals }) => goals[goal]?.as_of);
  const as_of = now.ok ? now.value : '';
  if (as_of === undefined) return;
  const failures = hasFailed(kind) ? (failed.get(goal) ?? 0) : 0;
  if (hasFailed(kind)) failed.set(goal, failures + 1);
  else failed.delete(goal);
  passed.set(goal, { as_of, since: Date.now(), forMs: restMs(kind, failures, everyMs) });
}
