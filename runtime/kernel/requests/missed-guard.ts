// A role that can write works only under its guard. That the guard fires is seen, not believed: the
// first call of a run that passes it says so. A run that worked without it is not accepted, and no
// other of its role starts until a person says so.

import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Role } from '../../model/vocabulary.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { entry } from '../state/queries.ts';
import { isGuarded } from '../state/run-by.ts';
import type { Step } from './step.ts';
import { scopeOf } from './tell-owner.ts';
import { blockNode } from './waiting-nodes.ts';

/** `worked`: the run's transcript shows tool calls that were carried out. Each of them passes the guard first. */
export function isUnguarded(run: Run, { worked }: Readonly<{ worked?: boolean }>): boolean {
  if (isGuarded(run) !== false) return false;
  return worked === true && WRITING_ROLES.includes(run.role);
}

/** The run of this role that worked without its guard, if one did and nobody said yet that it is fixed. */
export function missedGuard(state: State, role: Role): string | undefined {
  return entry(state.guards, role)?.missed ?? undefined;
}

export function missGuard(
  step: Step,
  goal: Goal,
  run: Run,
): Extract<Cause, { kind: 'guard-missed' }> {
  step.emit({ type: 'guard.missed', ...scopeOf(goal, run), payload: { role: run.role } });
  return { kind: 'guard-missed', role: run.role, run: run.id };
}

/** A node that would start without a guard waits for the person instead. */
export function holdForGuard(
  step: Step,
  goal: Goal,
  nodeId: string,
  role: Role,
  run: string,
): void {
  blockNode(step, goal, nodeId, { kind: 'guard-unproven', role, run });
}

/** A person resumes: the guard of the next run of this role has to be seen again. */
export function trustGuard(step: Step, role: Role): void {
  if (missedGuard(step.state, role)) step.emit({ type: 'guard.trusted', payload: { role } });
}
