// What gives gates power is pinned for each open goal (evidence/gates/pinned.ts). Here a person says that
// what is there now counts.

import { configIfConfirmed } from '../../documents/config.ts';
import { loadConfig } from '../../engine/goal/load-config.ts';
import {
  approvalHash,
  countedOf,
  notCounted,
  pinnedFrom,
  withoutApproval,
} from '../../evidence/gates/pinned.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { pinSettings } from '../../kernel/requests/approvals.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { Pinned, PinnedSetting } from '../../model/gate-schema.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { runStep } from '../../step/run-step.ts';
import { oneLine } from '../../words/plain-text.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import {
  changeText,
  confirmText,
  declineText,
  LOCAL_COUNTS,
  LOCAL_WAITS,
  localQuestion,
} from '../config/confirm-local.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { failed, type Outcome } from '../frame/outcome.ts';
import { isAttended } from '../frame/output.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import { commandLine } from './known-gates.ts';

type Now = Readonly<{ config: CompiledConfig; approvals: readonly GateApproval[] }>;
type Difference = Readonly<{ goal: string; lines: readonly string[]; changed: PinnedSetting[] }>;

/** What became of it, for whoever typed `wukong trust`. */
export type Counted = Readonly<{
  lines: readonly string[];
  goals: readonly string[];
  /** Settings of the local file that wait for a person, each in a line. */
  unconfirmed: readonly string[];
}>;

const NOTHING: Counted = { lines: [], goals: [], unconfirmed: [] };

/**
 * Asks a person whether what is there now counts: what the local file sets and nobody confirmed, and what is not
 * as it was pinned. `all`: they said yes to all that is known here, which no open goal takes for an answer.
 */
export async function letCount(
  ws: Workspace,
  approvals: readonly GateApproval[],
  all: boolean,
): Promise<Counted | Outcome> {
  const state = stateOf(ws);
  if (!state.ok) return NOTHING;
  const { config } = configIfConfirmed(ws, state.value.config);
  const now = { config, approvals };
  const found = differences(state.value, now);
  const local = localQuestion(ws);
  if (found.length === 0 && !local) return NOTHING;
  const unconfirmed = local?.lines ?? [];
  const shown = [...localLines(unconfirmed, found), ...found.flatMap(goalLines)];
  const person = personHere(state.value);
  const isAsked = person.ok && (person.value.terminal !== undefined || isAttended());
  if (!person.ok || !(isAsked || all)) {
    const lines = [...shown, 'To let it count, type `wukong trust` in a terminal of your own.'];
    return { lines, goals: [], unconfirmed };
  }
  const question = `${shown.join('\n')}\nDoes it count from now on?`;
  if (!(await isAgreed(person.value, question, all))) {
    if (local) declineText(ws, local);
    return { lines: shown, goals: [], unconfirmed };
  }
  if (local) confirmText(ws, local);
  const said = local ? [LOCAL_COUNTS, ...unconfirmed.map((line) => `  ${line}`)] : [];
  if (found.length === 0) return { lines: said, goals: [], unconfirmed: [] };
  // What is pinned is in force: no hook may have read it since.
  loadConfig(ws);
  return pinAll(ws, found, now, person.value, said);
}

/** What is said of a goal is not said twice. */
function localLines(lines: readonly string[], found: readonly Difference[]): string[] {
  const own = lines.filter((line) => !found.some((one) => one.lines.includes(line)));
  return own.length === 0 ? [] : [LOCAL_WAITS, ...own.map((line) => `  ${line}`)];
}

function goalLines({ goal, lines }: Difference): string[] {
  return [`Does not count in ${goal}, which began before:`, ...lines.map((line) => `  ${line}`)];
}

function differences(state: State, now: Now): Difference[] {
  return openGoals(state).flatMap((goal) => {
    if (!goal.pinned) return [];
    const lines = [...settingLines(goal.pinned, now), ...missingLines(goal, now)];
    const changed = notCounted(goal.pinned, now.config, now.approvals);
    return lines.length === 0 ? [] : [{ goal: goal.id, lines, changed }];
  });
}

/** Each with what it is now and what it was. */
function settingLines(pinned: Pinned, { config, approvals }: Now): string[] {
  return notCounted(pinned, config, approvals).flatMap((setting) =>
    setting === 'approvals'
      ? approvedLines(pinned, approvals)
      : [changeLine(setting, config, pinned)],
  );
}

function approvedLines(pinned: Pinned, approvals: readonly GateApproval[]): string[] {
  const counted = countedOf(pinned, approvals);
  return approvals
    .filter((one) => !counted.includes(one))
    .map((one) => `approved: ${commandLine(one)}`);
}

function changeLine(
  setting: Exclude<PinnedSetting, 'approvals'>,
  config: CompiledConfig,
  pinned: Pinned,
): string {
  const was = {
    gate_wrapper: pinned.wrapper,
    gate_env: pinned.env,
    allow_override_failing_tests: pinned.overrides_tests,
    allow_dispatch: pinned.allow_dispatch,
    product: globs(pinned.product),
    accept_by: pinned.accept_by,
    approval: pinned.approval,
  };
  const now = { ...config, product: globs(config.product) };
  return changeText(setting, now[setting], was[setting]);
}

function globs(product: Pinned['product']): readonly string[] | undefined {
  return product?.map(({ glob }) => glob);
}

/** What is gone. Values of variables are seen where gates run, so the reason of the pause names them. */
function missingLines(goal: Goal, { approvals }: Now): string[] {
  const { pinned, paused } = goal;
  const gone = pinned ? withoutApproval(pinned, gatesOfGoal(goal), approvals) : [];
  const said = paused?.kind === 'settings-changed' ? paused.what : [];
  return [
    ...gone.map((gate) => `not approved any more: ${commandLine(gate)}`),
    ...said.filter((line) => line.startsWith('the variable')).map((line) => oneLine(line)),
  ];
}

function pinAll(
  ws: Workspace,
  found: readonly Difference[],
  now: Now,
  person: Person,
  said: readonly string[],
): Counted | Outcome {
  const pinned = runStep(ws, (step) => {
    const all = pinnedFrom({ ...now, logId: step.state.log_id, env: process.env });
    // A variable that is not set in this terminal may be set where gates run, and is taken as it is there.
    const values = Object.fromEntries(
      Object.entries(all.values).filter(([, value]) => value !== null),
    );
    for (const { goal: id, changed } of found) {
      const goal = step.state.goals[id];
      if (goal) pinSettings(step, goal, { ...all, values }, { changed, ...person });
    }
  });
  if (!pinned.ok) return failed(pinned.failure);
  const goals = found.map(({ goal }) => goal);
  const counts = `Counts from now on in ${goals.join(', ')}.`;
  const lines = [...said, counts, ...goOnLines(pinned.state, goals)];
  return { lines, goals, unconfirmed: [] };
}

function goOnLines(state: State, goals: readonly string[]): string[] {
  return goals.flatMap((id) => {
    const goal = state.goals[id];
    return goal?.paused?.kind === 'settings-changed' ? [toGoOn(goal)] : [];
  });
}

/** Commands that a person has just approved at a terminal count in the goals that are open, too. */
export function pinApproved(
  ws: Workspace,
  gained: readonly GateApproval[],
  person: Person,
): Outcome | undefined {
  if (gained.length === 0 || !person.terminal) return undefined;
  const hashes = gained.map(approvalHash);
  const pinned = runStep(ws, (step) => {
    for (const goal of openGoals(step.state)) {
      if (!goal.pinned) continue;
      const approvals = [...new Set([...goal.pinned.approvals, ...hashes])];
      pinSettings(step, goal, { ...goal.pinned, approvals }, { changed: ['approvals'], ...person });
    }
  });
  return pinned.ok ? undefined : failed(pinned.failure);
}
