// What gives gates power, pinned for a goal: whoever changes the files it stands in decides nothing by
// that. All of it pure; where it comes from is for others to say.

import { createHash } from 'node:crypto';
import type { CommandGate, GateApproval } from '../../model/gate.ts';
import type { Pinned, PinnedSetting } from '../../model/gate-schema.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import { folder, isApproved } from './approval.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type PinnedFrom = Readonly<{
  config: CompiledConfig;
  approvals: readonly GateApproval[];
  /** Goes into the hash of each value, so that equal values in two clones look different. */
  logId: string;
  env: Environment;
}>;

/** A record has its limit. */
const MOST_APPROVALS = 400;

export function pinnedFrom({ config, approvals, logId, env }: PinnedFrom): Pinned {
  const settings = settingsOf(config);
  return {
    ...settings,
    sha256: sha256(JSON.stringify(settings)),
    approval: config.approval,
    values: Object.fromEntries(
      settings.env.map((name) => [name, valueHash(logId, name, env[name])] as const),
    ),
    approvals: approvals.slice(0, MOST_APPROVALS).map(approvalHash),
    ...(config.unconfirmed && { unconfirmed: config.unconfirmed }),
  };
}

function settingsOf(config: CompiledConfig) {
  return {
    wrapper: config.gate_wrapper ?? [],
    env: config.gate_env ?? [],
    overrides_tests: config.allow_override_failing_tests,
    allow_dispatch: config.allow_dispatch,
    ...(config.product && { product: config.product }),
    ...(config.accept_by && { accept_by: config.accept_by }),
  };
}

/** Of what runs, and nothing about it that could change without being another command. */
export function approvalHash({ command, cwd, shell, programs }: GateApproval): string {
  const files = programs && Object.entries(programs).sort();
  return sha256(JSON.stringify([command, folder(cwd), shell ?? false, ...(files ? [files] : [])]));
}

function valueHash(logId: string, name: string, value: string | undefined): string | null {
  return value === undefined ? null : sha256(JSON.stringify([logId, name, value]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Those of the approvals there are that count. */
export function countedOf(
  pinned: Pinned | undefined,
  approvals: readonly GateApproval[],
): readonly GateApproval[] {
  return pinned
    ? approvals.filter((one) => pinned.approvals.includes(approvalHash(one)))
    : approvals;
}

/** What is there now and does not count. */
export function notCounted(
  pinned: Pinned,
  config: CompiledConfig,
  approvals: readonly GateApproval[],
): PinnedSetting[] {
  const now = settingsOf(config);
  const isSame = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
    JSON.stringify(a) === JSON.stringify(b);
  const different: ReadonlyArray<readonly [PinnedSetting, boolean]> = [
    ['gate_wrapper', !isSame(now.wrapper, pinned.wrapper)],
    ['gate_env', !isSame(now.env, pinned.env)],
    ['allow_override_failing_tests', now.overrides_tests !== pinned.overrides_tests],
    ['allow_dispatch', now.allow_dispatch !== pinned.allow_dispatch],
    ['product', !isSame(now.product, pinned.product)],
    ['accept_by', now.accept_by !== pinned.accept_by],
    ['approval', !(pinned.approval ?? []).every((rule) => config.approval.includes(rule))],
    ['approvals', countedOf(pinned, approvals).length < approvals.length],
  ];
  const waiting = newlyUnconfirmed(pinned, config);
  return different.flatMap(([setting, differs]) =>
    differs || waiting.includes(setting) ? [setting] : [],
  );
}

/** What the local file sets since then and nobody confirmed: it is not in force, and has been tried. */
function newlyUnconfirmed(pinned: Pinned, { unconfirmed = [] }: CompiledConfig): string[] {
  const before = pinned.unconfirmed ?? [];
  return unconfirmed
    .filter((name) => !before.includes(name))
    .map((name) => (name === 'anchors.accept_by' ? 'accept_by' : name));
}

/** Gates whose approval was pinned and is not there any more. */
export function withoutApproval(
  pinned: Pinned,
  gates: readonly CommandGate[],
  approvals: readonly GateApproval[],
): CommandGate[] {
  return gates.filter(
    (gate) => pinned.approvals.includes(approvalHash(gate)) && !isApproved(gate, approvals),
  );
}

/** Variables that these gates name, and that have another value than the pinned one. */
export function changedValues(
  { values, env: names }: Pinned,
  gates: readonly CommandGate[],
  { logId, env }: Pick<PinnedFrom, 'logId' | 'env'>,
): string[] {
  const named = new Set(gates.flatMap((gate) => gate.env ?? []));
  return names.filter(
    (name) =>
      named.has(name) &&
      Object.hasOwn(values, name) &&
      values[name] !== valueHash(logId, name, env[name]),
  );
}
