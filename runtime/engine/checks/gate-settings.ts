// What a person allows gates in config.local.yaml, and in no file that git carries.

import { fail, ok, type Result } from '../../model/failure.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';

export type GateSettings = Readonly<{
  /** Names of the variables a gate may get, if it names them itself. */
  env: readonly string[];
  wrapper: readonly string[];
  overridesTests: boolean;
}>;

export function gateSettings(ws: Workspace): GateSettings {
  const read = readState(ws, () => undefined);
  const config = read.ok ? read.state.config : undefined;
  return {
    env: config?.gate_env ?? [],
    wrapper: config?.gate_wrapper ?? [],
    overridesTests: config?.allow_override_failing_tests ?? false,
  };
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
      `it needs the variable ${refused}, which no gate may see in this clone. To allow it, write into .wukong/config.local.yaml: gate_env: [${[...env, refused].join(', ')}]`,
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
