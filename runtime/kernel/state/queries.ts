import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Failure } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeState } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import type { Session, State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { numberOf } from './ids.ts';
import { driverOf, subagentOf } from './run-by.ts';

export function isOpen(goal: Goal): boolean {
  return goal.status === 'running' || goal.status === 'paused';
}

/** The oldest first, wherever they are stored. */
export function goalsOf(state: State): Goal[] {
  return Object.values(state.goals).sort((a, b) => numberOf(a.id) - numberOf(b.id));
}

/** Goals with a run that has not ended; none of the others is read. */
export function busyGoals(state: State): Goal[] {
  return [...new Set(Object.values(state.executors.active))].flatMap(
    (id) => entry(state.goals, id) ?? [],
  );
}

/** The open goal this session owns and has in focus. */
export function focusOf(state: State, sessionId: string): Goal | undefined {
  const focus = state.sessions[sessionId]?.focus;
  const goal = focus ? state.goals[focus] : undefined;
  if (!goal || !isOpen(goal) || goal.owner.kind !== 'session') return undefined;
  return goal.owner.session_id === sessionId ? goal : undefined;
}

export function sessionOf(state: State, sessionId: string): Session | undefined {
  return Object.hasOwn(state.sessions, sessionId) ? state.sessions[sessionId] : undefined;
}

/** A run is active from its dispatch until it ended: offered, working, or being verified. */
export function activeRuns(goal: Goal): Run[] {
  return Object.values(goal.runs).filter((run) => run.ended === null);
}

/** An active run of a process outside of a session. */
export type DrivenRun = RunAt & Readonly<{ driver: ProcessRef }>;

export function drivenRuns(state: State): DrivenRun[] {
  return busyGoals(state).flatMap((goal) =>
    activeRuns(goal).flatMap((run) => {
      const driver = driverOf(run);
      return driver ? [{ goal, run, driver }] : [];
    }),
  );
}

/** Of those that were: they are over by now, or nobody is there to collect what they left. */
export function leftRuns(
  held: readonly DrivenRun[],
  isAlive: (process: ProcessRef) => boolean,
): DrivenRun[] {
  return held.filter(({ run, driver }) => run.ended || (run.report && !isAlive(driver)));
}

export function endedRuns(goal: Goal): number {
  return Object.values(goal.runs).filter((run) => run.ended !== null).length;
}

/** Runs ended since anchor candidates were last looked for. */
export function hasNewRuns(goal: Goal): boolean {
  return endedRuns(goal) > (goal.proposed_after ?? 0);
}

/** An agent that may write there has not ended. */
export function writerIn(goal: Goal, worktree: string): Run | undefined {
  return activeRuns(goal).find(
    (run) => WRITING_ROLES.includes(run.role) && run.lane.worktree === worktree,
  );
}

export type RunAt = Readonly<{ goal: Goal; run: Run }>;

/** The run an agent works, or worked, at. */
export function runOfAgent(state: State, agentId: string): RunAt | undefined {
  return runOf(state, agentId, (run) => subagentOf(run)?.agent_id === agentId);
}

/** The run that a tool call of the main agent dispatched. */
export function runOfToolUse(state: State, toolUseId: string): RunAt | undefined {
  return runOf(state, toolUseId, (run) => subagentOf(run)?.tool_use_id === toolUseId);
}

/** A run of a process or a person, active or one of the last that ended. */
export function runOfId(state: State, id: string): RunAt | undefined {
  return runOf(state, id, (run) => run.id === id);
}

/** The same of anybody, where its goal is known. */
export function runIn(state: State, goalId: string, runId: string): RunAt | undefined {
  const goal = entry(state.goals, goalId);
  const run = goal && entry(goal.runs, runId);
  return run && { goal, run };
}

/** By the index of the state, so that no goal is looked through, or even read, but the one it is in. */
function runOf(state: State, key: string, matches: (run: Run) => boolean): RunAt | undefined {
  const { active, ended } = state.executors;
  const goal = entry(state.goals, entry(active, key) ?? entry(ended, key));
  if (!goal) return undefined;
  const runs = Object.values(goal.runs).filter(matches);
  const run = runs.find((candidate) => candidate.ended === null) ?? runs.at(-1);
  return run && { goal, run };
}

/** The run of an agent whose goal was closed; by its tool call if the goal never saw the agent. */
export function retiredRun(state: State, key: string): string | undefined {
  return entry(state.retired, key);
}

/** The state of a node that is known to exist: specs and nodes are created together. */
export function nodeState(goal: Goal, id: string): NodeState {
  const node = goal.nodes[id];
  if (!node) throw new Error(`${goal.id} has no node ${id}`);
  return node;
}

export function specOf(goal: Goal, id: string): Goal['specs'][number] {
  const spec = goal.specs.find((candidate) => candidate.id === id);
  if (!spec) throw new Error(`${goal.id} has no plan for ${id}`);
  return spec;
}

/** What a node is a part of: its own issue, else that of its goal. With the node it names one work unit. */
export function issueOf(goal: Goal, nodeId: string): string {
  return specOf(goal, nodeId).issue_ref ?? goal.issue_ref;
}

/** The fields every status of a node shares. */
export function progressOf(node: NodeState) {
  const { attempts, reopened, unstarted, started_at, finished_at, base, findings, answers } = node;
  const { answered_from } = node;
  return {
    ...{ attempts, reopened, unstarted, started_at, finished_at, base, findings, answers },
    ...(answered_from && { answered_from }),
  };
}

/** Own entries only: a log says `constructor` where it likes. */
export function entry<T>(map: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Past sessions leave the state, so that it does not grow with them. */
export function dropIdleSession(state: State, id: string): void {
  const session = entry(state.sessions, id);
  if (!session || session.focus !== null) return;
  if (session.notices.length === 0 || session.ended) delete state.sessions[id];
}

/** Why nothing can be done with the goal; undefined if something can. */
export function lostPlan({ id, lost }: Goal): Failure | undefined {
  return lost && { kind: 'graph-lost', goal: id, file: lost.file, lost: lost.why };
}
