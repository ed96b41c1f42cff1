// What a failed run leads to: another one, plan B, or a person.

import type { Cause } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { runsOf } from '../graph/graph.ts';
import { nodeState, specOf } from '../state/queries.ts';
import { codeEventOf, switchByRule } from './switch-rule.ts';

/** So many runs of a node are looked back at. */
const RUNS_LOOKED_AT = 5;
/** So many in a row that failed with the same error are enough to look for another way. */
const PLAN_B_AFTER = 2;

type After = 'retry' | 'plan_b' | 'stuck' | 'used-up';

/** What a run failed of, in the words that are compared with those of others. */
export function errorOf(because: Cause, findings: readonly Remark[]): string {
  if (because.kind === 'agent-failed') return because.summary;
  if (because.kind === 'text') return because.text;
  const missing = findings.flatMap((one) => (one.kind === 'missing' ? [one.text] : []));
  return missing.length > 0 ? missing.join('\n') : because.kind;
}

/**
 * Asked before the end of the run is recorded, which counts it as an attempt. `lacksCredential`: it names what only
 * a person can bring, for which there is no other way.
 */
export function afterFailure(
  goal: Goal,
  run: Run,
  { signature, lacksCredential }: Readonly<{ signature: string; lacksCredential: boolean }>,
  config: CompiledConfig,
): Readonly<{ next: After; times: number }> {
  const times = sameBefore(goal, run, signature) + 1;
  const most = config.max_retries_per_error_signature;
  const { attempts } = nodeState(goal, run.node);
  const isTried = planBsOf(goal, run.node).length > 0;
  // After plan B what failed again says more than that the runs are used up.
  if (isTried && times >= most) return { next: 'stuck', times };
  if (attempts + 1 >= specOf(goal, run.node).max_retries) return { next: 'used-up', times };
  // Where no report came there is nothing to think about.
  const isThinkable = run.outputs !== null && !lacksCredential;
  const isDue = !isTried && isThinkable && times >= Math.min(PLAN_B_AFTER, most);
  if (isDue) return { next: isHandedOn(goal, run, times, config) ? 'retry' : 'plan_b', times };
  return { next: times >= most ? 'stuck' : 'retry', times };
}

/** A person has said who tries it next when runs fail of the same. */
function isHandedOn(goal: Goal, run: Run, times: number, config: CompiledConfig): boolean {
  const event = codeEventOf(run) ?? (times > 1 ? 'repeated_signature' : undefined);
  return switchByRule(goal, run.node, event, config) !== undefined;
}

/** Whether a node that looked for another way for this one came to an end of its own. */
export function planBFinished(goal: Goal, nodeId: string): boolean {
  return planBsOf(goal, nodeId).some((id) => nodeState(goal, id).status === 'done');
}

/** The nodes that looked for another way for this one. */
export function planBsOf(goal: Goal, nodeId: string): string[] {
  return goal.specs.filter(({ plan_b_for }) => plan_b_for === nodeId).map(({ id }) => id);
}

/** How many runs of the node, right before this one, failed with the same error. */
function sameBefore(goal: Goal, run: Run, signature: string): number {
  const judged = runsOf(goal, run.node)
    .filter(({ id, ended }) => id !== run.id && ended !== null && JUDGED.includes(ended.outcome))
    .slice(1 - RUNS_LOOKED_AT)
    .reverse();
  const other = judged.findIndex(({ ended }) => ended?.signature !== signature);
  return other === -1 ? judged.length : other;
}

/** Runs that were lost, stopped or replaced say nothing about the work. */
const JUDGED: readonly string[] = ['failed', 'success', 'blocked'];
