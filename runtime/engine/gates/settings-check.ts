// Before gates of a goal run: whether what gives them power is as it was pinned.

import { createHash } from 'node:crypto';
import { changedValues, notCounted, withoutApproval } from '../../evidence/gates/pinned.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { pauseForSettings } from '../../kernel/reports/pause.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust, type Trust } from '../../workspace/trust.ts';
import { whereOf } from './gate-settings.ts';

/**
 * True: the goal waits for a person, because an approval or a value that its gates need is not there any
 * more; without it they would be unavailable, which nobody may bring about. What was added counts for
 * nothing, and is told once.
 */
export function waitsForSettings(ws: Workspace, goalId: string): boolean {
  const trust = readTrust(ws);
  const now = readState(ws, (state) => seen(state, state.goals[goalId], trust));
  if (!now.ok || !now.value) return false;
  const { missing, isTold } = now.value;
  if (missing.length === 0 && isTold) return false;
  const told = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    const found = seen(step.state, goal, trust);
    if (!goal || !found) return;
    if (!found.isTold) {
      const { uncounted: what, sha256 } = found;
      step.emit({ type: 'settings.uncounted', goal_id: goalId, payload: { what, sha256 } });
      if (!found.isKnown) tellOwner(step, goal, { kind: 'settings-uncounted', goal: goalId, what });
    }
    if (found.missing.length > 0) pauseForSettings(step, goal, found.missing);
  });
  if (!told.ok) throw notRecorded('it', told.failure);
  return missing.length > 0;
}

/** Undefined: nothing is pinned for it. */
function seen(state: State, goal: Goal | undefined, trust: Trust | undefined) {
  const pinned = goal?.pinned;
  if (!goal || !pinned) return undefined;
  const approvals = trust?.approvals ?? [];
  const gates = gatesOfGoal(goal);
  const missing = [
    ...withoutApproval(pinned, gates, approvals).map(
      ({ name }) => `the approval of "${name}" was there when it began and is gone`,
    ),
    ...changedValues(pinned, gates, whereOf(state)).map(
      (name) => `the variable ${name} has another value than when it began`,
    ),
  ];
  const uncounted = notCounted(pinned, state.config, approvals);
  const { gate_wrapper, gate_env, allow_override_failing_tests, allow_dispatch } = state.config;
  const { product, accept_by } = state.config;
  const settings = [gate_wrapper, gate_env, allow_override_failing_tests, allow_dispatch, product];
  const shorter = uncounted.includes('approval') ? [state.config.approval] : [];
  const { unconfirmed } = state.config;
  const waiting = unconfirmed ? [unconfirmed] : [];
  const there = [...settings, ...(accept_by ? [accept_by] : []), ...shorter, ...waiting, approvals];
  const sha256 = createHash('sha256').update(JSON.stringify(there)).digest('hex');
  const isTold = uncounted.length === 0 || goal.uncounted === sha256;
  // What waits for a person was told when it was read.
  const inForce = { ...state.config, unconfirmed: [] };
  const isKnown = notCounted(pinned, inForce, approvals).length === 0;
  return { missing, uncounted, sha256, isTold, isKnown };
}
