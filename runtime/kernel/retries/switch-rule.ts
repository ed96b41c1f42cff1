// When the configuration gives a node to another executor, and to which.

import type { Handover, SwitchEvent } from '../../model/actors/handover.ts';
import type { FactOf } from '../../model/facts/fact.ts';
import type { Executor } from '../../model/node.ts';
import { ERROR_CODES } from '../../model/protocol/vocabulary.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { ExecutorEnd } from '../../model/vocabulary.ts';
import { runsOf } from '../graph/graph.ts';
import { entry, specOf } from '../state/queries.ts';
import { isBy, processOf, subagentOf } from '../state/run-by.ts';

/** What the end of a run is to the rules. */
export function switchEventOf(goal: Goal, run: Run): SwitchEvent | undefined {
  const { ended } = run;
  if (ended?.outcome === 'lost') return hadLease(run) ? 'lost_lease' : undefined;
  if (ended?.outcome === 'blocked') return codeEventOf(run);
  if (ended?.outcome !== 'failed') return undefined;
  const { because } = ended;
  if (because.kind === 'executor-ended' && OVERDUE.includes(because.how)) return 'lost_lease';
  const named = codeEventOf(run);
  if (named) return named;
  if (ended.signature === undefined) return undefined;
  const before = runsOf(goal, run.node).findLast(
    (one) => one.id !== run.id && one.ended?.outcome === 'failed',
  );
  return before?.ended?.signature === ended.signature ? 'repeated_signature' : undefined;
}

/** Its limits are its lease: what is not done by then has lost it. */
const OVERDUE: readonly ExecutorEnd[] = ['time', 'silent'];

/** What the code that its executor names is to the rules, whether it failed or waits for something. */
export function codeEventOf({ error_code: code }: Run): SwitchEvent | undefined {
  const known = ERROR_CODES.find((one) => one === code);
  return known && (BY_CODE[known] ?? undefined);
}

/** null: another executor would meet the same, or a person has to say something. */
const BY_CODE: Readonly<Record<(typeof ERROR_CODES)[number], SwitchEvent | null>> = {
  environment_mismatch: 'environment_mismatch',
  missing_tool: 'other_toolchain',
  missing_dependency: 'other_toolchain',
  unsupported: 'other_toolchain',
  invalid_order: null,
  missing_credential: null,
  permission_denied: null,
  network: null,
  rate_limited: null,
  budget_exceeded: null,
  timeout: null,
  cancelled: null,
  merge_conflict: null,
  build_failed: null,
  tests_failed: null,
  internal: null,
};

/** An agent lives in its client and has none. */
function hadLease(run: Run): boolean {
  return !subagentOf(run) && processOf(run.by) !== null;
}

/**
 * The switch that the first rule for it asks for. No executor gets a node back by a rule: two that fail
 * would pass it to and fro.
 */
export function switchByRule(
  goal: Goal,
  node: string,
  event: SwitchEvent | undefined,
  { switching = [] }: CompiledConfig,
): FactOf<'node.switched'> | undefined {
  if (event === undefined) return undefined;
  const { role, executor } = specOf(goal, node);
  const runs = runsOf(goal, node);
  const rule = switching
    .filter(({ when, roles }) => when === event && (roles ?? [role]).includes(role))
    .map(({ to }) => ofRole(to, role))
    .find((to) => !isSame(to, executor) && !runs.some(({ by }) => isBy(by, to)));
  if (!rule) return undefined;
  const because = { kind: 'switched', to: executorText(rule), rule: event } as const;
  const run = runs.at(-1)?.id ?? null;
  // What the run leaves is looked for when the next one is dispatched: its own process may be gone.
  const payload = { executor: rule, because, run, handover: {} };
  return { type: 'node.switched', goal_id: goal.id, node_id: node, payload };
}

/** What a run left, where a rule gave its node to another executor. */
export type LeftBy = Readonly<{ run: string; handover: Handover }>;

/** The run whose node a rule gave to another executor, and that the next one goes on from. */
export function switchedFrom(goal: Goal, node: string): Run | undefined {
  const old = goal.switched?.[node];
  const isByRule = old?.because.kind === 'switched' && old.because.rule !== undefined;
  return isByRule ? entry(goal.runs, old.run) : undefined;
}

/** Every role has an agent of its own name. */
export function ofRole(executor: Executor, role: string): Executor {
  return executor.type === 'subagent' ? { type: 'subagent', name: role } : executor;
}

export function isSame(one: Executor, other: Executor): boolean {
  return one.type === other.type && one.name === other.name;
}

/** `command fixer`; an agent by its role alone. */
export function executorText({ type, name }: Executor): string {
  return `${type} ${name}`;
}

/** Said before the new run is dispatched, where the executor of its node was switched. */
export function replacedBy(
  goal: Goal,
  node: string,
  run: string,
  left: LeftBy | undefined,
): FactOf<'run.replaced'> | undefined {
  const old = goal.switched?.[node];
  if (!old) return undefined;
  const tried = runsOf(goal, node).flatMap(({ id, ended }) =>
    ended ? [{ run: id, outcome: ended.outcome, because: ended.because }] : [],
  );
  return {
    type: 'run.replaced',
    goal_id: goal.id,
    node_id: node,
    run_id: old.run,
    payload: {
      run,
      executor: specOf(goal, node).executor,
      because: old.because,
      handover: left?.run === old.run ? left.handover : old.handover,
      tried: tried.slice(-5),
    },
  };
}
