import type { Handover } from '../../model/actors/handover.ts';
import type { Terminal } from '../../model/actors/terminal.ts';
import type { Executor } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { NodeStatus } from '../../model/vocabulary.ts';
import { isFreedBy } from '../../model/wait-of.ts';
import { runsOf } from '../graph/graph.ts';
import { releaseRun } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { waitIfOpen } from '../requests/waiting-nodes.ts';
import { executorText, isSame } from '../retries/switch-rule.ts';
import { nodeState, specOf } from '../state/queries.ts';

type SwitchRequest = Readonly<{
  node: string;
  executor: Executor;
  why: string;
  handover: Handover;
  by: string;
  terminal?: Terminal | undefined;
}>;

export type SwitchRefusal =
  | Readonly<{ kind: 'over'; status: NodeStatus }>
  /** Its report is there: what it proves is found out first. */
  | Readonly<{ kind: 'verified'; run: string }>
  | Readonly<{ kind: 'same' }>;

type Switched =
  | Readonly<{ kind: 'refused'; because: SwitchRefusal }>
  | Readonly<{ kind: 'switched'; replaced: string | null }>;

/** Why a node cannot be given to another executor now. */
export function mayNotSwitch(
  goal: Goal,
  { node, executor }: Readonly<{ node: string; executor: Executor }>,
): SwitchRefusal | undefined {
  const now = nodeState(goal, node);
  if (OVER.includes(now.status)) return { kind: 'over', status: now.status };
  if (now.status === 'verify') return { kind: 'verified', run: now.run };
  return isSame(specOf(goal, node).executor, executor) ? { kind: 'same' } : undefined;
}

/**
 * Gives a node to another executor. A run at work ends as replaced and costs no attempt; what it still
 * reports is refused. The new run is dispatched as any other is.
 */
export function switchNode(step: Step, goal: Goal, request: SwitchRequest): Switched {
  const refusal = mayNotSwitch(goal, request);
  if (refusal) return { kind: 'refused', because: refusal };
  const { node, executor, why, handover, by, terminal } = request;
  const because = { kind: 'switched', to: executorText(executor), why } as const;
  const last = runsOf(goal, node).at(-1);
  const scope = { goal_id: goal.id, node_id: node };
  const run = last?.id ?? null;
  const said = { by, ...(terminal && { terminal }) };
  step.emit({
    type: 'node.switched',
    ...scope,
    payload: { executor, because, run, handover, ...said },
  });
  const active = activeOf(goal, node);
  if (active) releaseRun(step, goal, active, 'replaced', because);
  const now = nodeState(goal, node);
  if (now.status === 'blocked' && isFreedBy(now.because, 'executor')) {
    const attempts = specOf(goal, node).max_retries - 1;
    step.emit({ type: 'node.unblocked', ...scope, payload: { attempts } });
    waitIfOpen(step, goal, node);
  }
  return { kind: 'switched', replaced: active?.id ?? null };
}

function activeOf(goal: Goal, node: string): Run | undefined {
  const now = nodeState(goal, node);
  return now.status === 'running' ? goal.runs[now.run] : undefined;
}

const OVER: readonly NodeStatus[] = ['done', 'failed', 'skipped', 'cancelled'];
