// What a person allows gates in config.local.yaml, and in no file that git carries; pinned for each goal.

import { isApproved } from '../../evidence/gates/approval.ts';
import { CI_QUERY } from '../../evidence/gates/ci-result.ts';
import { countedOf, type PinnedFrom, pinnedFrom } from '../../evidence/gates/pinned.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { CommandGate, GateApproval, GateOutcome } from '../../model/gate.ts';
import type { Pinned } from '../../model/gate-schema.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';

export type GateSettings = Readonly<{
  /** Names of the variables a gate may get, if it names them itself. */
  env: readonly string[];
  wrapper: readonly string[];
  overridesTests: boolean;
  sha256?: string;
}>;

/** As pinned for the goal. One of an older log has nothing pinned: then it is what is there now. */
export function gateSettings(ws: Workspace, { pinned }: Pick<Goal, 'pinned'>): GateSettings {
  if (!pinned) return settingsOf(pinnedNow(ws));
  return settingsOf(pinned);
}

function settingsOf({ env, wrapper, overrides_tests, sha256 }: Pinned): GateSettings {
  return { env, wrapper, overridesTests: overrides_tests, sha256 };
}

/** What would be pinned now. `config`: as just read from the files, if it was. */
export function pinnedNow(ws: Workspace, config?: CompiledConfig): Pinned {
  const now = readState(ws, () => undefined);
  if (!now.ok) throw new Error(`the state cannot be read: ${now.failure.kind}`);
  return pinnedFrom({
    ...whereOf(now.state),
    config: config ?? now.state.config,
    ...approvalsIn(ws),
  });
}

function approvalsIn(ws: Workspace) {
  return { approvals: readTrust(ws)?.approvals ?? [] };
}

export function whereOf({
  log_id,
}: Readonly<{ log_id: string }>): Pick<PinnedFrom, 'logId' | 'env'> {
  return { logId: log_id, env: process.env };
}

/** The approvals that count for a goal: those of its beginning, and what a person approved since. */
export function approvalsFor(
  ws: Workspace,
  { pinned }: Pick<Goal, 'pinned'>,
): readonly GateApproval[] {
  return countedOf(pinned, approvalsIn(ws).approvals);
}

/**
 * What a person approved that checks something, a gate of this goal or not: without the programs of executors,
 * which do the work, and without asking about a run elsewhere.
 */
export function checksApproved(ws: Workspace, goal: Pick<Goal, 'pinned'>): GateApproval[] {
  return approvalsFor(ws, goal).filter((one) => !one.programs && !isApproved(CI_QUERY, [one]));
}

/** Names of all variables that any gate of an open goal may get. */
export function namesForGates(ws: Workspace): readonly string[] {
  const now = readState(ws, (state) => openGoals(state).flatMap((goal) => goal.pinned?.env ?? []));
  return now.ok ? [...new Set([...(now.state.config.gate_env ?? []), ...now.value])] : [];
}

/** What a gate ran with, in one line for whoever reads its outcome. */
export function settingsNote(
  { env, wrapper, sha256 = '' }: GateSettings,
  gate: CommandGate,
): string {
  const named = (gate.env ?? []).filter((name) => env.includes(name));
  const around = wrapper.length > 0 ? `wrapper ${wrapper.join(' ')}` : 'no wrapper';
  const variables = named.length > 0 ? `variables ${named.join(', ')}` : 'no variables of yours';
  return `Run with ${around}, ${variables}, configuration ${sha256.slice(0, 12)}.`;
}

/** What `runGate` is given for one gate, or why it can't run here. A variable that is not set stays so. */
export function startOf(
  gate: CommandGate,
  { env, wrapper }: GateSettings,
  own: Readonly<Record<string, string | undefined>> = process.env,
): Result<Readonly<{ env: Record<string, string>; wrapper: readonly string[] }>, string> {
  const refused = (gate.env ?? []).find((name) => !env.includes(name));
  if (refused !== undefined) {
    return fail(
      `it needs the variable ${refused}, which no gate may see in this clone. To allow it, write into .wukong/config.local.yaml: gate_env: [${[...env, refused].join(', ')}], and type: wukong trust`,
    );
  }
  const named = (gate.env ?? []).flatMap((name) => {
    const value = own[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return ok({ env: Object.fromEntries(named), wrapper });
}

/** A failed test gate that must pass, where a person said that it need not. It stays a failure. */
export function overridden(
  gate: CommandGate,
  outcome: GateOutcome,
  { overridesTests }: GateSettings,
): GateOutcome {
  const counts =
    overridesTests && gate.type === 'test' && outcome.mustPass && outcome.outcome === 'fail';
  return counts ? { ...outcome, overridden: true } : outcome;
}
