// The configuration as hooks use it, made from the files people edit. Loaded only when one of them
// has changed.

import { DEFAULT_CONFIG } from '../kernel/state/empty-state.ts';
import { NEXT_WEIGHTS } from '../kernel/state/next-weights.ts';
import { DEFAULTS, type DefaultName, type Defaults } from '../model/defaults.ts';
import type { ConfigFile } from '../model/documents/config.ts';
import type { ExecutorSettings } from '../model/documents/executor.ts';
import type { Problem } from '../model/failure.ts';
import type { CommandGate } from '../model/gate.ts';
import { PLAIN } from '../model/settings.ts';
import type { CompiledConfig } from '../model/state/compiled-config.ts';
import { atItsPlace } from '../words/render-problem.ts';
import { configStamp } from '../workspace/config-stamp.ts';
import { type InGit, localConfigInGit } from '../workspace/in-git.ts';
import { confirmedLocal } from '../workspace/local-config.ts';
import type { Workspace } from '../workspace/paths.ts';
import { configOfText, readConfigFiles, type WrittenConfig } from './config-file.ts';
import { executorNamed } from './executors/executor-named.ts';
import { compileProduct } from './product-globs.ts';
import { approvalOfKinds } from './settings/approval-kinds.ts';
import { valueAt } from './settings/one-name.ts';
import { type Unconfirmed, whatCounts } from './settings/what-counts.ts';

export type Compiled = Readonly<{
  config: CompiledConfig;
  /** The checks this repository has; whether one may run is for the trust file to say. */
  gates: CommandGate[];
  /** What carries out runs outside of a session, by name; whether one may run is for the trust file to say, too. */
  executors: Readonly<Record<string, ExecutorSettings>>;
  /** The team this clone is in. */
  team?: ConfigFile['team'];
  problems: Problem[];
  /** Settings of config.yaml that count in config.local.yaml only. */
  uncounted: readonly string[];
  local: LocalFile;
}>;

export type LocalFile = Readonly<{
  /** As it was read; undefined if it is faulty. */
  text: string | undefined;
  /** What of it does not count until a person says so. */
  unconfirmed: readonly Unconfirmed[];
}>;

/** What a person should know of settings that do not count. */
export function uncountedText({ uncounted }: Compiled): string | undefined {
  if (uncounted.length === 0) return undefined;
  return `.wukong/config.yaml sets ${uncounted.join(', ')}, which ${uncounted.length === 1 ? 'counts' : 'count'} in .wukong/config.local.yaml only: what is in git anybody could have written.`;
}

function acceptedBy({ anchors }: ConfigFile): Pick<CompiledConfig, 'accept_by'> {
  const by = anchors?.accept_by;
  return by === undefined || by === 'person' ? {} : { accept_by: by };
}

/** Names that are none are refused when the file is read. */
function switchingOf({ switching, executors = {} }: ConfigFile): Pick<CompiledConfig, 'switching'> {
  const rules = (switching ?? []).flatMap(({ to, ...rule }) => {
    const executor = executorNamed(to, executors);
    return executor ? [{ ...rule, to: executor }] : [];
  });
  return rules.length > 0 ? { switching: rules } : {};
}

/** What gives power must not come with a clone or a pull. */
const NOT_OURS: Readonly<Record<Exclude<InGit, 'no'>, Problem>> = {
  yes: notOurs(
    'This file is in git, where anybody could have written it, so it does not count: what was confirmed in this clone stays in force.',
    'Take it out: git rm --cached .wukong/config.local.yaml. Then write into it what counts here, and type in a terminal: wukong trust',
  ),
  unknown: notOurs(
    'git could not say whether this file came with the repository, so it does not count: what was confirmed in this clone stays in force.',
    'Put git on PATH: git ls-files .wukong/config.local.yaml must work here.',
  ),
};

function notOurs(message: string, hint: string): Problem {
  return { file: '.wukong/config.local.yaml', line: 1, column: 1, message, hint };
}

/**
 * The configuration that the files of people make now: the one way to it. Whoever has the state in hand names
 * what was accepted last, which stays in force where a file is faulty.
 */
export function configOf(ws: Workspace, lastGood?: CompiledConfig): Compiled {
  const confirmed = confirmedLocal(ws)?.text;
  return compileConfig(ws, lastGood, { inGit: localConfigInGit(ws), confirmed });
}

/** As it would be if a person confirmed the local file; what they would say yes to stands in `local`. */
export function configIfConfirmed(ws: Workspace, lastGood?: CompiledConfig): Compiled {
  const inGit = localConfigInGit(ws);
  const { isAsked = false, text = '' } = confirmedLocal(ws) ?? {};
  const { local } = compileConfig(ws, lastGood, { inGit, confirmed: isAsked ? text : '' });
  const asIfSaid = inGit === 'no' ? { inGit } : { inGit, confirmed: text };
  return { ...compileConfig(ws, lastGood, asIfSaid), local };
}

/**
 * Defaults, then config.yaml, then config.local.yaml. A fault in either leaves `lastGood` in force as a whole, with
 * the new stamp, so that the fault is reported once and not at every hook; who has none gets what is sound.
 *
 * The committed file came with the repository, so it can't give power: `allow_dispatch`, `gate_env`,
 * `gate_wrapper` and what else is in settings/local-only.ts count from the local file only. `approval` only
 * grows, in both. Where the local file is no word of a person of this clone, or cannot be read, what they confirmed
 * last counts in its place: nothing that git brings takes it away. `WUKONG_*` variables are not read here: the result
 * is kept in state.json for every session, and a variable belongs to one process. Whether the local file counts is for
 * `configOf` to find out: no other file of the runtime calls this.
 */
export function compileConfig(
  ws: Workspace,
  lastGood?: CompiledConfig,
  { inGit = 'no', confirmed }: LocalSays = {},
): Compiled {
  // Taken before reading: a change in between makes the stamp stale and is seen next time.
  const stamp = configStamp(ws);
  const { shared, local: written } = readConfigFiles(ws);
  const { local, unconfirmed } = countedOf(written, inGit, confirmed);
  const faults = [...shared.problems, ...local.problems];
  const problems = inGit === 'no' ? faults : [...faults, NOT_OURS[inGit]];
  const gates = mergeGates(shared.value, local.value);
  const [first] = problems;
  const problem = first ? atItsPlace(first) : null;
  const config = {
    stamp,
    problem,
    ...settingsIn(shared.value, local.value),
    ...waiting(unconfirmed),
  };
  if (faults.length > 0) {
    return {
      config: { ...(lastGood ?? config), stamp, problem },
      gates,
      executors: {},
      problems,
      uncounted: [],
      local: { text: undefined, unconfirmed: [] },
    };
  }
  return {
    config,
    gates,
    executors: local.value.executors ?? {},
    ...(local.value.team && { team: local.value.team }),
    problems,
    uncounted: shared.uncounted,
    local: { text: local.text, unconfirmed },
  };
}

function settingsIn(
  shared: ConfigFile,
  local: ConfigFile,
): Omit<CompiledConfig, 'stamp' | 'problem'> {
  const models = { ...shared.models, ...local.models };
  const product = local.product ?? shared.product;
  const approval = [
    ...DEFAULT_CONFIG.approval,
    ...(shared.approval ?? []),
    ...(local.approval ?? []),
    ...approvalOfKinds([shared, local]),
  ];
  return {
    ...plainSettings(shared, local),
    approval: [...new Set(approval.map((words) => words.trim().replaceAll(/\s+/g, ' ')))],
    ...(local.owner !== undefined && { owner: local.owner }),
    ...nextWeights(shared.next, local.next),
    ...(Object.keys(models).length > 0 && { models }),
    gate_env: local.gate_env ?? [],
    gate_wrapper: local.gate_wrapper ?? [],
    ...(product && { product: compileProduct(product) }),
    ...acceptedBy(local),
    ...switchingOf(local),
    ...(local.prove && { prove: local.prove }),
    ...(local.prices && { prices: local.prices }),
  };
}

function waiting(unconfirmed: readonly Unconfirmed[]): Pick<CompiledConfig, 'unconfirmed'> {
  return unconfirmed.length > 0 ? { unconfirmed: unconfirmed.map(({ name }) => name) } : {};
}

/** All are named, so that one that was taken out of a file is its default again. */
function plainSettings(shared: ConfigFile, local: ConfigFile): Defaults {
  const values = Object.entries(PLAIN).map(([name, { at, localOnly }]) => {
    const said = valueAt(local, at) ?? (localOnly ? undefined : valueAt(shared, at));
    return [name, said ?? DEFAULTS[name as DefaultName]];
  });
  return Object.fromEntries(values);
}

/** `confirmed`: the text that counts, and what only narrows it; without it the local file counts as it is. */
type LocalSays = Readonly<{ inGit?: InGit; confirmed?: string | undefined }>;

function countedOf(
  written: WrittenConfig,
  inGit: InGit,
  confirmed: string | undefined,
): Readonly<{ local: WrittenConfig; unconfirmed: readonly Unconfirmed[] }> {
  const said = configOfText(confirmed ?? '');
  if (inGit !== 'no') {
    return {
      local: { value: said, text: undefined, problems: [], uncounted: [] },
      unconfirmed: [],
    };
  }
  if (written.text === undefined) return { local: { ...written, value: said }, unconfirmed: [] };
  if (confirmed === undefined || confirmed === written.text) {
    return { local: written, unconfirmed: [] };
  }
  const { value, unconfirmed } = whatCounts(said, written.value);
  return { local: { ...written, value }, unconfirmed };
}

/** Only where a file says so. */
function nextWeights(
  shared: ConfigFile['next'],
  local: ConfigFile['next'],
): Pick<CompiledConfig, 'next_weights'> {
  const { priority, age, dependencies } = { ...shared, ...local };
  if (priority === undefined && age === undefined && dependencies === undefined) return {};
  return {
    next_weights: {
      priority: priority ?? NEXT_WEIGHTS.priority,
      age: age ?? NEXT_WEIGHTS.age,
      dependencies: dependencies ?? NEXT_WEIGHTS.dependencies,
    },
  };
}

/** A local gate stands in for the shared one of its name. */
function mergeGates(shared: ConfigFile, local: ConfigFile): CommandGate[] {
  const named = new Map<string, CommandGate>();
  for (const gate of [...(shared.gates ?? []), ...(local.gates ?? [])]) {
    if (gate.type !== 'builtin') named.set(gate.name, gate);
  }
  return [...named.values()];
}
