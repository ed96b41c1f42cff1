// When the configuration gives a node to another executor, and to which.

import type { Handover, SwitchEvent } from '../../model/actors/handover.ts';
import type { FactOf } from '../../model/facts/fact.ts';
import type { Executor } from '../../model/node.ts';
import type { CompiledConfig, Goal, Run } from '../../model/state.ts';
import { runsOf } from '../graph/graph.ts';
import { specOf } from '../state/queries.ts';
import { isBy, processOf, subagentOf } from '../state/run-by.ts';

/** What the end of a run is to the rules. */
export function switchEventOf(goal: Goal, run: Run): SwitchEvent | undefined {
  const { ended } = run;
  if (ended?.outcome === 'lost') return hadLease(run) ? 'lost_lease' : undefined;
  if (ended?.outcome !== 'failed') return undefined;
  const named = BY_CODE[run.error_code ?? ''];
  if (named) return named;
  if (ended.signature === undefined) return undefined;
  const before = runsOf(goal, run.node).findLast(
    (one) => one.id !== run.id && one.ended?.outcome === 'failed',
  );
  return before?.ended?.signature === ended.signature ? 'repeated_signature' : undefined;
}

/** By the code its executor names. */
const BY_CODE: Readonly<Record<string, SwitchEvent>> = {
  environment_mismatch: 'environment_mismatch',
  missing_tool: 'other_toolchain',
  missing_dependency: 'other_toolchain',
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
  const last = runs.at(-1);
  return {
    type: 'node.switched',
    goal_id: goal.id,
    node_id: node,
    payload: {
      executor: rule,
      because,
      run: last?.id ?? null,
      handover: last ? leftBy(last) : {},
    },
  };
}

/** What was kept of a run when it was judged. The rest is in the tree, where the next one finds it. */
function leftBy({ outputs }: Run): Handover {
  if (!outputs?.artifacts.includes('patch.diff')) return {};
  return { patch: { file: `${outputs.dir}/patch.diff` } };
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
      handover: old.handover,
      tried: tried.slice(-5),
    },
  };
}
