// A role that can write works only under its guard. That the guard fires is seen, not believed: the
// first call of a run that passes it says so. A run that worked without it is not accepted, and no
// other of its role starts until a person says so.

import type { Goal, Run, State } from '../model/state.ts';
import type { Role } from '../model/words.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { blockNode, scopeOf } from './runs.ts';
import { entry } from './state.ts';
import type { Step } from './step.ts';

/** `worked`: the run's transcript shows tool calls that were carried out. Each of them passes the guard first. */
export function isUnguarded(run: Run, { worked }: Readonly<{ worked?: boolean }>): boolean {
  return worked === true && !run.guarded && WRITING_ROLES.includes(run.role);
}

/** The run of this role that worked without its guard, if one did and nobody said yet that it is mended. */
export function missedGuard(state: State, role: Role): string | undefined {
  return entry(state.guards, role)?.missed ?? undefined;
}

export function missGuard(step: Step, goal: Goal, run: Run): string {
  const reason = `The guard of ${run.role} was not seen in run ${run.id}, although it used tools: nothing held it to its limits, so its work is not accepted.`;
  step.emit('guard.missed', scopeOf(goal, run), { role: run.role });
  return reason;
}

/** A node that would start without a guard waits for the person instead. */
export function holdForGuard(
  step: Step,
  goal: Goal,
  nodeId: string,
  role: Role,
  run: string,
): string {
  const reason = `The guard of ${role} was not seen in run ${run}, so no ${role} starts.`;
  blockNode(step, goal, nodeId, 'unguarded', reason);
  return reason;
}

/** A person goes on: the next run of this role has to show its guard anew. */
export function trustGuard(step: Step, role: Role): void {
  if (missedGuard(step.state, role)) step.emit('guard.trusted', {}, { role });
}
