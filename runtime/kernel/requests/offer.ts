import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import type { Role } from '../../model/vocabulary.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { nodeSpent } from '../budget/budget.ts';
import { stepOf } from '../graph/ended-node.ts';
import { type Ready, readyNodes } from '../graph/graph.ts';
import { hasLane, meet, mostWriters, pathsOf } from '../graph/write-sets.ts';
import { DEFAULT_CONFIG } from '../state/empty-state.ts';
import { hasLivingOwner, sessionOfOwner } from '../state/owner.ts';
import { activeRuns, nodeState, specOf } from '../state/queries.ts';
import { isForSession, processOf } from '../state/run-by.ts';
import type { Step } from './step.ts';
import { tellOwner } from './tell-owner.ts';

export type Offered = Readonly<{ id: string; role: Role; title: string; attempt: number }>;

/** The ready nodes that a session is offered now, in plan order. */
export function frontier(goal: Goal, config: CompiledConfig = DEFAULT_CONFIG): Offered[] {
  return forSession(goal)
    .slice(0, freePlaces(goal, config))
    .map(({ id }) => offered(goal, id));
}

function forSession(goal: Goal): Ready[] {
  return dispatchable(goal).filter(({ id }) => isForSession(specOf(goal, id).executor.type));
}

/** The ready nodes that no session can start: they wait for a driver (`wukong run`). */
export function drivenNodes(goal: Goal): Ready[] {
  if (goal.status !== 'running') return [];
  return dispatchable(goal).filter(({ id }) => !isForSession(specOf(goal, id).executor.type));
}

/** Its session can start nothing of what is ready, and nothing is at work there. */
export function waitsForDriver(goal: Goal): boolean {
  if (sessionOfOwner(goal.owner) === undefined || activeRuns(goal).length > 0) return false;
  return forSession(goal).length === 0 && drivenNodes(goal).length > 0;
}

/** A daemon carries out what the session waits for, or is about to. A goal whose session is closed it leaves alone. */
export function isWithDaemon(
  state: Pick<State, 'daemon' | 'sessions'>,
  goal: Goal,
  isAlive: (process: ProcessRef) => boolean,
): boolean {
  const daemon = state.daemon?.process;
  if (goal.status !== 'running' || !daemon || !isAlive(daemon)) return false;
  const isDriven = activeRuns(goal).some(({ by }) => {
    const driver = processOf(by);
    return driver?.pid === daemon.pid && driver.started === daemon.started;
  });
  return isDriven || (waitsForDriver(goal) && hasLivingOwner(state, goal, isAlive));
}

export function frontierIds(goal: Goal, config: CompiledConfig = DEFAULT_CONFIG): string[] {
  return dispatchable(goal)
    .slice(0, freePlaces(goal, config))
    .map(({ id }) => id);
}

/** How many more nodes may be worked on at once. */
export function freePlaces(goal: Goal, config: CompiledConfig): number {
  return Math.max(0, config.max_concurrent_work_items - activeRuns(goal).length);
}

/** How many more are ready than are offered. */
export function beyondOffers(goal: Goal, offers: readonly Offered[]): number {
  return Math.max(0, forSession(goal).length - offers.length);
}

/**
 * The ready nodes that may be dispatched now, in plan order. Of those that write one at a time works in the tree of
 * the goal, and nobody else meanwhile; beside each other only in lanes, where their paths do not meet.
 */
export function dispatchable(goal: Goal): Ready[] {
  const writing = activeRuns(goal).filter((run) => WRITING_ROLES.includes(run.role));
  let isTreeTaken = writing.some(({ lane }) => lane.lands_in === undefined);
  const beside = writing.map((run) => pathsOf(specOf(goal, run.node)));
  return spentLast(goal, readyNodes(goal)).filter(({ id, role }) => {
    if (!WRITING_ROLES.includes(role)) return true;
    if (isTreeTaken || beside.length >= mostWriters(goal)) return false;
    const paths = pathsOf(specOf(goal, id));
    const isApart = hasLane(goal, id) && !beside.some((other) => meet(paths, other));
    if (beside.length > 0 && !isApart) return false;
    isTreeTaken = !isApart;
    beside.push(paths);
    return true;
  });
}

/**
 * What has used up its own budget waits for all others; then its dispatch pauses the goal, and a person is
 * asked. A ready node has no run at work, so its hours need no clock.
 */
function spentLast(goal: Goal, ready: Ready[]): Ready[] {
  const left = ready.filter(({ id }) => !nodeSpent(goal, id, goal.created_at));
  return left.length > 0 || activeRuns(goal).length > 0 ? left : ready;
}

function offered(goal: Goal, id: string): Offered {
  const { role, title } = specOf(goal, id);
  return { id, role, title, attempt: nodeState(goal, id).attempts + 1 };
}

/**
 * The offer a wake-up makes. Each node is offered once per attempt, because a second offer for a
 * node that was just dispatched ends in a refusal the user sees; `again` is for those events that
 * must always offer (Stop, resume, SessionStart).
 */
export function offer(step: Step, goal: Goal, again: boolean): Offered[] {
  if (goal.status !== 'running') return [];
  const ready = frontier(goal, step.state.config);
  const fresh = ready.filter(({ id }) => {
    const node = nodeState(goal, id);
    return node.status === 'ready' && !node.offered;
  });
  for (const { id, attempt } of fresh) {
    step.emit({ type: 'node.offered', goal_id: goal.id, node_id: id, payload: { attempt } });
  }
  tellOfDriven(step, goal);
  return again || fresh.length > 0 ? ready : [];
}

/** Once an attempt, as an offer, when the session has nothing else to do: its user has to start a driver, where no daemon is one. */
function tellOfDriven(step: Step, goal: Goal): void {
  if (!waitsForDriver(goal)) return;
  for (const { id } of drivenNodes(goal)) {
    const node = nodeState(goal, id);
    if (node.status !== 'ready' || node.offered) continue;
    const { attempt } = offered(goal, id);
    step.emit({ type: 'node.offered', goal_id: goal.id, node_id: id, payload: { attempt } });
    const { type, name } = specOf(goal, id).executor;
    const daemon = step.state.daemon && ({ daemon: true } as const);
    const about = { goal: goal.id, node: id, executor: { type, name }, ...daemon };
    tellOwner(step, goal, { kind: 'node-for-driver', ...about, step: stepOf(goal, id) }, id);
  }
}
