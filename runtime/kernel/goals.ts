import type { Edge } from '../model/edge.ts';
import type { GraphRef } from '../model/large.ts';
import type { NodeSpec } from '../model/node.ts';
import type { Goal, ProcessRef, State } from '../model/state.ts';
import { artifactSession, goalId } from './ids.ts';
import { endInterrupted } from './runs.ts';
import { isFinished, settle } from './settle.ts';
import { activeRuns, focusOf, goalsOf, isOpen, nodeState } from './state.ts';
import type { Step } from './step.ts';

/** A template that was checked and fitted to this repository. */
export type Plan = Readonly<{
  name: string;
  version: number;
  sha256: string;
  success_criteria: string[];
  /** What its runs may use, as the template says it; the nodes are narrowed already. */
  allowed_actions?: string[] | undefined;
  nodes: NodeSpec[];
  edges: Edge[];
  /** Set where nodes and edges are too large for a record: the file they are in (store/graphs.ts). */
  graph?: GraphRef;
}>;

export type Owner = Readonly<{ sessionId: string; client: ProcessRef | null; transcript: string }>;

/** `interrupted`: tool calls of the session that the user rejected, as its transcript shows. */
export function startGoal(
  step: Step,
  owner: Owner,
  text: string,
  plan: Plan,
  interrupted: readonly string[] = [],
): Goal {
  const earlier = focusOf(step.state, owner.sessionId);
  if (earlier) {
    pauseGoal(step, earlier, 'another goal was started in its session');
    endInterrupted(step, earlier, interrupted);
  }
  const n = step.state.counters.goals + 1;
  const id = goalId(n);
  const { name, version, sha256 } = plan;
  step.emit(
    'goal.created',
    { session_id: owner.sessionId, goal_id: id },
    {
      title: titleOf(text),
      request: text.slice(0, 2000),
      issue_ref: /(?:^|\s)((?:[\w.-]+\/[\w.-]+)?#\d+)(?=\s|$)/.exec(text)?.[1] ?? `local#${n}`,
      artifacts: artifactSession(step.state, step.now),
      graph_id: `${id}.1`,
      template: { name, version, sha256 },
      success_criteria: plan.success_criteria,
      ...(plan.allowed_actions && { allowed_actions: plan.allowed_actions }),
      nodes: plan.nodes,
      edges: plan.edges,
      ...(plan.graph && { graph: plan.graph }),
    },
  );
  const goal = step.state.goals[id];
  if (!goal) throw new Error(`${id} was not made`);
  own(step, goal, owner);
  settle(step, goal);
  return goal;
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

export function own(step: Step, goal: Goal, owner: Owner): void {
  const scope = { session_id: owner.sessionId, goal_id: goal.id };
  step.emit('goal.owned', scope, { client: owner.client, transcript: owner.transcript });
}

export function pauseGoal(step: Step, goal: Goal, reason: string): void {
  if (goal.status === 'running') step.emit('graph.paused', { goal_id: goal.id }, { reason });
}

/** Ends every active run and closes the goal; its facts stay in the log. */
export function abortGoal(step: Step, goal: Goal, reason: string): void {
  // Their agents may be starting just now: they are known by their calls only.
  const unseen = activeRuns(goal).flatMap((run) =>
    run.agent_id === null ? [[run.tool_use_id, run.id]] : [],
  );
  for (const run of activeRuns(goal)) {
    const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
    step.emit('run.ended', scope, { outcome: 'stopped', reason, counts: false, findings: [] });
  }
  for (const spec of goal.specs) {
    const { status } = nodeState(goal, spec.id);
    if (status === 'done' || status === 'failed' || status === 'skipped') continue;
    step.emit('node.cancelled', { goal_id: goal.id, node_id: spec.id });
  }
  step.emit(
    'graph.aborted',
    { goal_id: goal.id },
    { reason, ...(unseen.length > 0 && { unseen }) },
  );
}

/** Whether the goal is ready for its end: every node ended well and nothing is still judged. */
export function canComplete(goal: Goal): boolean {
  return goal.status === 'running' && isFinished(goal) && activeRuns(goal).length === 0;
}

export function completeGoal(
  step: Step,
  goal: Goal,
  end: Readonly<{ notice: string; log_sha256: string; log_bytes: number }>,
): void {
  const session = goal.owner?.session_id;
  const scope = { session_id: session, goal_id: goal.id };
  if (session) step.emit('notice.added', scope, { text: end.notice });
  const { log_sha256, log_bytes } = end;
  step.emit('graph.completed', scope, { log_sha256, log_bytes });
}

/**
 * The owner is gone when its client process has ended, or its session ended or was cleared. Nobody
 * else may take the goal unless a person says so.
 */
export function hasLivingOwner(
  state: State,
  goal: Goal,
  isAlive: (client: ProcessRef) => boolean,
): boolean {
  if (!goal.owner) return false;
  if (state.sessions[goal.owner.session_id]?.ended !== false) return false;
  return goal.owner.client !== null && isAlive(goal.owner.client);
}

/** The oldest first. */
export function openGoals(state: State): Goal[] {
  return goalsOf(state).filter(isOpen);
}
