// The process that carries out what is queued: one a workspace, and the log says which.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { DaemonEnd } from '../../model/vocabulary.ts';
import { own } from '../requests/goals.ts';
import { endOrphans } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { isWaitOver } from '../retries/parking.ts';
import { type Claim, hasLivingOwner } from '../state/owner.ts';
import { lostPlan } from '../state/queries.ts';

/** Undefined: it is the daemon from now on. Else the one that is there. */
export function startDaemon(
  step: Step,
  { me, by }: Readonly<{ me: ProcessRef; by: string }>,
  isAlive: (client: ProcessRef) => boolean,
): ProcessRef | undefined {
  const { daemon } = step.state;
  if (daemon && isAlive(daemon.process)) return daemon.process;
  if (daemon) endDaemon(step, daemon.process, 'gone');
  step.emit({ type: 'daemon.started', payload: { process: me, by: by.slice(0, 200) } });
  return undefined;
}

/** Nothing where another one is the daemon by now. */
export function endDaemon(step: Step, daemon: ProcessRef, because: DaemonEnd): void {
  const now = step.state.daemon?.process;
  if (now?.pid !== daemon.pid || now.started !== daemon.started) return;
  step.emit({ type: 'daemon.stopped', payload: { process: daemon, because } });
}

/**
 * The goal is its own. What only waits for a person to say that it goes on stays as it is: nobody says so here.
 * False: somebody else has it by now, or it waits.
 */
export function takeUp(
  step: Step,
  goal: Goal,
  claim: Claim,
  isAlive: (process: ProcessRef) => boolean,
): boolean {
  const mayRun = goal.status === 'running' || isWaitOver(goal, step.now);
  if (!mayRun || lostPlan(goal) || hasLivingOwner(step.state, goal, isAlive)) return false;
  own(step, goal, claim);
  endOrphans(step, goal, isAlive);
  return true;
}
