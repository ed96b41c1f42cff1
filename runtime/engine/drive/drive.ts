// The loop of a driver: one goal, in the foreground, without a session. What comes next is decided in
// kernel/decide.ts, as for a session; here it is carried out.
//
//   decide ──► claim ──► run ──► judge ──► decide …  until the goal is closed, waits for a person, or a stop
//
// Several nodes are worked on side by side; each way through claim, run and judge is one entry of `underWay`.

import { setTimeout as delay } from 'node:timers/promises';
import { keptGraph } from '../../cache/save-taskgraph.ts';
import type { StartRequest } from '../../executors/adapters/port.ts';
import { noteBudget } from '../../kernel/budget/record-usage.ts';
import { type Command, decide } from '../../kernel/decide.ts';
import { handBack } from '../../kernel/drive/driven.ts';
import { passOverPlanB } from '../../kernel/drive/pass-over.ts';
import { wakeGoal } from '../../kernel/park.ts';
import { pauseGoal } from '../../kernel/requests/goals.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { isSameOwner } from '../../kernel/state/owner.ts';
import { isForSession } from '../../kernel/state/run-by.ts';
import type { Left } from '../../model/actors/owner.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Failure } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { othersThan } from '../../workspace/processes.ts';
import { gateSettings } from '../gates/gate-settings.ts';
import { GatesStopped } from '../gates/node-gates.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { removeLeftLanes } from '../lanes/remove-lanes.ts';
import { takeAgain } from '../results/take-result.ts';
import { takeSaved } from '../results/take-saved.ts';
import { watchOver } from './end-after.ts';
import { executorFor, type NoExecutor } from './executor-for.ts';
import { handToPerson } from './hand-to-person.ts';
import { judgeInTurn } from './in-turn.ts';
import { logQueue, type NewWork } from './log-queue.ts';
import type { Queue } from './queue.ts';
import { runNode } from './run-node.ts';
import { tryFirst } from './try-first.ts';
import { UnderWay } from './under-way.ts';
import { type Closing, type Work, whatNow } from './what-now.ts';

type DriveOptions = Readonly<{
  goal: string;
  me: ProcessRef;
  /** For all nodes whose template names none. */
  executor?: string | undefined;
  stop: AbortSignal;
  depth: number;
  tell?: StartRequest['tell'];
  /** The goal is its session's: only what no session can start is carried out, and nothing is closed. */
  isBeside?: boolean;
}>;

export type DriveEnd =
  | Readonly<{ kind: 'completed' | 'aborted' | 'interrupted' | 'waits' | 'taken-over' }>
  | Readonly<{ kind: 'parked'; until: string }>
  | NoExecutor
  | Readonly<{ kind: 'cannot'; why: string }>
  | Readonly<{ kind: 'not-recorded'; failure: Failure }>;

/** Until a tree that another goal writes in is asked for again. */
const POLL_MS = 500;
/** Until somebody else's doing is looked for: an answer, a pause, another owner. */
const LOOK_MS = 2_000;
/** Somebody who is frozen may hold the log, and that is no reason to end what works here. */
const PATIENT = { waitMs: 30_000 } as const;

/** The goal is this driver's when it begins (or its session's all along), and nobody's when it ends, with nothing left under way. */
export async function drive(ws: Workspace, options: DriveOptions): Promise<DriveEnd> {
  const over = new AbortController();
  const stop = AbortSignal.any([options.stop, over.signal]);
  const underWay = new UnderWay<DriveEnd | undefined>();
  const unwatch = watchOver(ws, options.me);
  const endTrials = options.isBeside ? undefined : await tryFirst(ws, options.goal);
  let left: Left | undefined;
  try {
    await takeSaved(ws);
    const end = await loop(ws, { ...options, stop }, underWay);
    left = leftBy(end);
    return end;
  } finally {
    over.abort();
    await underWay.rest().finally(async () => {
      runStep(ws, (step) => handBack(step, options.goal, options.me, left), PATIENT);
      unwatch();
      await endTrials?.();
    });
    const now = readState(ws);
    if (now.ok) await removeLeftLanes(ws, now.state);
  }
}

/** Why it is handed back; undefined where nobody is to have it back. */
function leftBy(end: DriveEnd): Left | undefined {
  switch (end.kind) {
    case 'completed':
    case 'aborted':
    case 'taken-over':
      return undefined;
    case 'for-session':
    case 'no-executor':
    case 'cannot':
      return { because: end.kind, why: end.why.slice(0, 500) };
    default:
      return { because: end.kind };
  }
}

async function loop(
  ws: Workspace,
  options: DriveOptions,
  underWay: UnderWay<DriveEnd | undefined>,
): Promise<DriveEnd> {
  const { goal: id, me, stop, isBeside = false } = options;
  const queue = logQueue(ws, me);
  /** Nodes nothing can be done for here, with what a person has to know of each. */
  const passedOver = new Map<string, DriveEnd>();
  for (;;) {
    if (stop.aborted) return { kind: 'interrupted' };
    const woken = runStep(
      ws,
      (step) => {
        const goal = step.state.goals[id];
        if (!goal) return;
        wakeGoal(step, goal);
        noteBudget(step, goal);
      },
      PATIENT,
    );
    if (!woken.ok) return { kind: 'not-recorded', failure: woken.failure };
    const { state } = woken;
    const goal = state.goals[id];
    if (!goal) {
      const end = { kind: endOf(ws, state, id) };
      // A client whose report closed the goal by its own hook ends by itself.
      if (end.kind === 'aborted' || underWay.nodes.size === 0) return end;
      await underWay.next(LOOK_MS);
      continue;
    }
    const isMine = isSameOwner(goal.owner, { kind: 'driver', ref: me });
    if (!isMine && !(isBeside && goal.owner.kind === 'session')) return { kind: 'taken-over' };
    // What it judges itself is under way here, or nobody does.
    const commands = decide(state, { isAlive: othersThan(me) }, goal).filter((one) =>
      isBeside ? isForDriver(goal, one) : !isWithPerson(goal, one),
    );
    const turn = whatNow(commands, underWay.nodes, new Set(passedOver.keys()));
    if (turn.kind === 'nothing') {
      const until = parkedUntil(goal);
      if (until !== undefined) return { kind: 'parked', until };
      const [first] = passedOver.values();
      return first ?? { kind: 'waits' };
    }
    if (turn.kind === 'close') {
      const end = await close(ws, turn.by, goal, stop);
      if (end) return end;
      continue;
    }
    for (const work of turn.kind === 'begin' ? turn.work : []) {
      underWay.begin(work.node, carryOut(ws, queue, work, goal, options));
    }
    const ended = await underWay.next(LOOK_MS);
    if (ended?.end?.kind === 'not-recorded') return ended.end;
    if (ended?.end) passedOver.set(ended.node, ended.end);
  }
}

/** Undefined: go on. Else why this driver can do nothing for the node. */
async function carryOut(
  ws: Workspace,
  queue: Queue<NewWork>,
  work: Work,
  goal: Goal,
  { executor, me, stop, depth, tell }: DriveOptions,
): Promise<DriveEnd | undefined> {
  if (work.type === 'verify_report') {
    const about = { goal: goal.id, run: work.run, stop };
    const taken = await unlessStopped(stop, () => judgeInTurn(() => takeAgain(ws, about)));
    return taken?.ok === false ? { kind: 'not-recorded', failure: taken.error } : undefined;
  }
  const chosen = executorFor(ws, goal, work.node, executor);
  if (!chosen.ok) {
    const { kind } = chosen.error;
    const isOver = kind === 'for-session' && passOver(ws, goal.id, work.node, me);
    return isOver ? undefined : chosen.error;
  }
  const { kind, name } = chosen.value;
  if (kind === 'person') {
    const why = await handToPerson(queue, { goal: goal.id, node: work.node, name });
    return why === undefined ? undefined : { kind: 'cannot', why };
  }
  const { settings } = chosen.value;
  const claim = await queue.claim({ goal: goal.id, node: work.node, executor: name });
  if (claim.kind === 'failed') return { kind: 'cannot', why: claim.why };
  // Not asked for again at once. `none` may be for as long as other runs have the rest of the budget.
  if (claim.kind === 'busy') await delay(POLL_MS);
  if (claim.kind === 'none') await delay(LOOK_MS);
  if (claim.kind !== 'claimed') return undefined;
  const env = valuesOf(settings.env ?? [], gateSettings(ws, goal).env);
  const about = { chosen: chosen.value, env, depth, stop, tell };
  const ended = await unlessStopped(stop, () => runNode(queue, claim.claimed, about));
  return ended?.kind === 'not-recorded' ? ended : undefined;
}

function passOver(ws: Workspace, goal: string, node: string, me: ProcessRef): boolean {
  const passed = runStep(ws, (step) => passOverPlanB(step, goal, node, me), PATIENT);
  return passed.ok && passed.value;
}

/** A stop ends gates in the middle; what was received is judged when somebody goes on. */
async function unlessStopped<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatesStopped && stop.aborted) return undefined;
    throw error;
  }
}

/** A person takes their time, and what they save is taken whenever somebody looks. */
function isWithPerson({ runs }: Goal, next: Command): boolean {
  return next.type === 'await_run' && runs[next.run]?.by.kind === 'person';
}

/** What no session can start, and what became of it. */
function isForDriver({ runs }: Goal, next: Command): boolean {
  if (next.type === 'start_node') return !isForSession(next.by);
  return 'run' in next && runs[next.run]?.by.kind === 'process';
}

/** Undefined: go on. */
async function close(
  ws: Workspace,
  by: Closing,
  goal: Goal,
  stop: AbortSignal,
): Promise<DriveEnd | undefined> {
  if (by.type === 'complete_goal') {
    await finishIfDone(ws, goal.id, stop);
    return unlessMoved(ws, goal, stop);
  }
  runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    const { because } = by;
    if (!open) return;
    if (because.kind === 'no-progress') pauseGoal(step, open, because);
    else pauseGoal(step, open, { kind: 'last-nodes-skipped', nodes: [...because.skipped] });
  });
  return { kind: 'waits' };
}

/** Its end was looked at and it is still open: another look would find the same. */
function unlessMoved(ws: Workspace, before: Goal, stop: AbortSignal): DriveEnd | undefined {
  if (stop.aborted) return { kind: 'interrupted' };
  const now = readState(ws, ({ goals }) => goals[before.id]?.as_of);
  if (!now.ok || now.value !== before.as_of) return undefined;
  return { kind: 'cannot', why: `${before.id} cannot be closed: see wukong status` };
}

/** A goal that is not open any more ended one way or the other; only the last one that did is shown. */
function endOf(ws: Workspace, state: State, id: string): 'completed' | 'aborted' {
  const { finished } = state;
  const last = finished
    ? { id: finished.id, status: finished.status }
    : { id: state.last_finished, status: keptGraph(ws, state)?.status };
  return last.id === id && last.status === 'aborted' ? 'aborted' : 'completed';
}

/** Variables that the executor names and a person lets any gate see. */
function valuesOf(names: readonly string[], allowed: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = allowed.includes(name) ? process.env[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
