// The loop of a driver: one goal, in the foreground, without a session. What comes next is decided in
// kernel/decide.ts, as for a session; here it is carried out.
//
//   decide ──► claim ──► run ──► judge ──► decide …  until the goal is closed, waits for a person, or a stop

import { setTimeout as delay } from 'node:timers/promises';
import { type Command, decide } from '../../kernel/decide.ts';
import { handBack } from '../../kernel/drive/driven.ts';
import { wakeGoal } from '../../kernel/park.ts';
import { pauseGoal } from '../../kernel/requests/goals.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { isSameOwner } from '../../kernel/state/owner.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Failure } from '../../model/failure.ts';
import type { Goal } from '../../model/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { gateSettings } from '../gates/gate-settings.ts';
import { GatesStopped } from '../gates/node-gates.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { takeAgain } from '../results/take-result.ts';
import { executorFor, type NoExecutor } from './executor-for.ts';
import { logQueue } from './log-queue.ts';
import { runNode } from './run-node.ts';

export type DriveOptions = Readonly<{
  goal: string;
  me: ProcessRef;
  /** For all nodes whose template names none. */
  executor?: string | undefined;
  stop: AbortSignal;
  depth: number;
}>;

export type DriveEnd =
  | Readonly<{ kind: 'completed' | 'aborted' | 'interrupted' | 'waits' | 'taken-over' }>
  | Readonly<{ kind: 'parked'; until: string }>
  | NoExecutor
  | Readonly<{ kind: 'cannot'; why: string }>
  | Readonly<{ kind: 'not-recorded'; failure: Failure }>;

const POLL_MS = 500;

/** The goal is this driver's when it begins, and nobody's when it ends. */
export async function drive(ws: Workspace, options: DriveOptions): Promise<DriveEnd> {
  try {
    return await loop(ws, options);
  } catch (error) {
    // A stop ends what runs in the middle; what was received is judged when somebody goes on.
    if (error instanceof GatesStopped && options.stop.aborted) return { kind: 'interrupted' };
    throw error;
  } finally {
    runStep(ws, (step) => handBack(step, options.goal, options.me), { waitMs: 30_000 });
  }
}

async function loop(ws: Workspace, options: DriveOptions): Promise<DriveEnd> {
  const { goal: id, me, stop } = options;
  for (;;) {
    if (stop.aborted) return { kind: 'interrupted' };
    const woken = runStep(ws, (step) => {
      const goal = step.state.goals[id];
      if (goal) wakeGoal(step, goal);
    });
    if (!woken.ok) return { kind: 'not-recorded', failure: woken.failure };
    const { state } = woken;
    const goal = state.goals[id];
    if (!goal) return { kind: endOf(ws, id) };
    if (!isSameOwner(goal.owner, { kind: 'driver', ref: me })) return { kind: 'taken-over' };
    const until = parkedUntil(goal);
    if (until !== undefined) return { kind: 'parked', until };
    const [next] = decide(state, { isAlive }, goal);
    if (!next) return { kind: 'waits' };
    const end = await carryOut(ws, next, goal, options);
    if (end) return end;
  }
}

/** Undefined: go on. */
async function carryOut(
  ws: Workspace,
  next: Command,
  goal: Goal,
  { me, executor, stop, depth }: DriveOptions,
): Promise<DriveEnd | undefined> {
  switch (next.type) {
    case 'verify_report': {
      const taken = await takeAgain(ws, { goal: goal.id, run: next.run, stop });
      return taken.ok ? undefined : { kind: 'not-recorded', failure: taken.error };
    }
    case 'await_report':
    case 'await_run':
      await delay(POLL_MS);
      return undefined;
    case 'complete_goal':
      await finishIfDone(ws, goal.id, stop);
      return unlessMoved(ws, goal, stop);
    case 'pause_goal':
      runStep(ws, (step) => {
        const open = step.state.goals[goal.id];
        const { because } = next;
        if (!open) return;
        if (because.kind === 'no-progress') pauseGoal(step, open, because);
        else pauseGoal(step, open, { kind: 'last-nodes-skipped', nodes: [...because.skipped] });
      });
      return { kind: 'waits' };
    case 'start_node': {
      const chosen = executorFor(ws, goal, next.node, executor);
      if (!chosen.ok) return chosen.error;
      const queue = logQueue(ws, me);
      const { name, settings } = chosen.value;
      const claim = await queue.claim({ goal: goal.id, node: next.node, executor: name });
      if (claim.kind === 'failed') return { kind: 'cannot', why: claim.why };
      if (claim.kind === 'busy' || claim.kind === 'none') await delay(POLL_MS);
      if (claim.kind !== 'claimed') return undefined;
      const env = valuesOf(settings.env ?? [], gateSettings(ws, goal).env);
      const ended = await runNode(queue, claim.claimed, { chosen: chosen.value, env, depth, stop });
      return ended.kind === 'not-recorded' ? ended : undefined;
    }
  }
}

/** Its end was looked at and it is still open: another look would find the same. */
function unlessMoved(ws: Workspace, before: Goal, stop: AbortSignal): DriveEnd | undefined {
  if (stop.aborted) return { kind: 'interrupted' };
  const now = readState(ws, ({ goals }) => goals[before.id]?.as_of);
  if (!now.ok || now.value !== before.as_of) return undefined;
  return { kind: 'cannot', why: `${before.id} cannot be closed: see wukong status` };
}

/** A goal that is not open any more ended one way or the other. */
function endOf(ws: Workspace, id: string): 'completed' | 'aborted' {
  const now = readState(ws, ({ finished }) => finished?.id === id && finished.status);
  return now.ok && now.value === 'aborted' ? 'aborted' : 'completed';
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
