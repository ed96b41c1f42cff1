// A gate that fails, and that another try of the agent would not change.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Outputs } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import { runsOf } from '../graph/graph.ts';
import type { Judged } from './judged.ts';

const MOST_OF_LINE = 300;

type GateSeen = PayloadOf<'gate.finished'>;

/** What the report before this one of the node came to; read before this one is recorded. */
export function outputsBefore(goal: Goal, run: Run): Outputs | undefined {
  return runsOf(goal, run.node).findLast(({ outputs }) => outputs !== null)?.outputs ?? undefined;
}

/** The gates of a report that had to pass and did not. */
export function failedGates(
  gates: readonly GateSeen[],
  printed: Readonly<Record<string, string>> = {},
): NonNullable<Outputs['failed']> {
  return gates.flatMap(({ gate, outcome, must_pass, overridden, excused }) => {
    if (must_pass === false || overridden || excused) return [];
    if (outcome !== 'fail' && outcome !== 'timeout') return [];
    const line = Object.hasOwn(printed, gate) ? printed[gate] : undefined;
    return [{ gate, outcome, ...(line && { printed: line.slice(0, MOST_OF_LINE) }) }];
  });
}

/** The report before this one failed at this gate on exactly the same files, and nobody brought what it lacked. */
export function hasFailedOn(
  goal: Goal,
  runId: string | null | undefined,
  gate: string,
  tree: string | undefined,
): boolean {
  const run = runId ? goal.runs[runId] : undefined;
  const before = run && outputsBefore(goal, run);
  if (tree === undefined || before?.tree !== tree || run?.report?.brought) return false;
  return before.failed?.some((one) => one.gate === gate && one.outcome === 'fail') ?? false;
}

/**
 * The first one that ran out of time twice, or failed twice on the same tree. `wasRed`: whether one failed before the
 * first change.
 */
export function stuckGate(
  before: Outputs | undefined,
  { gates, printed = {}, dir }: Pick<Judged, 'gates' | 'printed' | 'dir'>,
  tree: string | null,
  wasRed: (gate: string) => boolean,
): Extract<Cause, { kind: 'gate-stuck' }> | undefined {
  const isSameTree = tree !== null && before?.tree === tree;
  for (const { gate, outcome } of failedGates(gates)) {
    const again = before?.failed?.some((one) => one.gate === gate && one.outcome === outcome);
    if (!again || (outcome === 'fail' && !isSameTree)) continue;
    const seen = gates.find((one) => one.gate === gate);
    const how = outcome === 'timeout' ? 'timeout' : 'same-tree';
    const error = (seen?.error ?? 'no reason is known').slice(0, 500);
    const line = printed[gate];
    const more = {
      ...(line && { printed: line }),
      ...(wasRed(gate) && { red_before: true as const }),
    };
    return { kind: 'gate-stuck', gate, how, error, ...more, dir };
  }
  return undefined;
}
