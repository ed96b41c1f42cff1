// What the runtime ran in copies for a report, as facts.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state.ts';
import type { BlockedKind } from '../../model/vocabulary.ts';
import { waitIfOpen } from './runs.ts';
import type { Step } from './step.ts';

/** A command that ran on one tree, with another laid over it: at most 200 paths are named. */
export type Measured = PayloadOf<'check.measured'>;

/** What became of the seal on one tree. */
export type SealSeen = PayloadOf<'seal.checked'>;

type Scope = Readonly<{
  goal_id: string;
  node_id?: string | undefined;
  run_id?: string | undefined;
}>;

export function recordMeasured(
  step: Step,
  scope: Scope,
  { measured, seal }: Readonly<{ measured: readonly Measured[]; seal: SealSeen | null }>,
): void {
  for (const one of measured) step.emit({ type: 'check.measured', ...scope, payload: { ...one } });
  if (seal) step.emit({ type: 'seal.checked', ...scope, payload: { ...seal } });
}

/** Why a node may wait for it: it had to, it asked, or it tried until its runs were used up. */
const ASKING: readonly BlockedKind[] = ['tests-changed', 'questions', 'retries'];

/** A person accepts sealed files as they are now. Nodes that waited for just that are free to go on. */
export function acceptTests(
  step: Step,
  goal: Goal,
  nodeId: string,
  accepted: Readonly<{ files: Readonly<Record<string, string>>; why: string; by: string }>,
): Readonly<{ unblocked: boolean }> {
  const scope = { goal_id: goal.id, node_id: nodeId };
  step.emit({ type: 'tests.accepted', ...scope, payload: { ...accepted } });
  const node = goal.nodes[nodeId];
  const isAsking = node?.status === 'blocked' && ASKING.includes(node.kind);
  if (!isAsking) return { unblocked: false };
  const names = Object.keys(accepted.files).join(', ');
  const answer = `The changed tests were accepted as they are now (${names}): ${accepted.why}`;
  step.emit({
    type: 'node.answered',
    ...scope,
    payload: { answer: answer.slice(0, 2000), to: node.because },
  });
  // One more run reports on what is there.
  step.emit({
    type: 'node.unblocked',
    ...scope,
    payload: { attempts: Math.max(0, node.attempts - 1) },
  });
  waitIfOpen(step, goal, nodeId);
  return { unblocked: true };
}
