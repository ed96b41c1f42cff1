import type { Goal, ProcessRef, Run } from '../model/state.ts';
import { canComplete, pauseGoal } from './goals.ts';
import { frontier, frontierIds, type Offered, offer } from './offer.ts';
import { dropOffer, endInterrupted, scopeOf, startRun, stopRun } from './runs.ts';
import { activeRuns, busyGoals, focusOf, nodeState, sessionOf } from './state.ts';
import type { Step } from './step.ts';
import { deadVerifiers, isHeldFor } from './verify.ts';

export type StopRequest = Readonly<{
  sessionId: string;
  /** Agent ids the client lists as still running. Undefined: it does not say, so nothing is known. */
  listed: readonly string[] | undefined;
  /** Agents that did start, by the client's files; asked only when a run has no agent yet. */
  started: () => ReadonlyArray<Readonly<{ toolUseId: string; agentId: string }>>;
}>;

export type StopAnswer =
  | Readonly<{ kind: 'allow' }>
  | Readonly<{ kind: 'continue'; goal: Goal; offers: Offered[] }>
  /** Every node ended: the goal can be completed, which needs gates and files (engine). */
  | Readonly<{ kind: 'complete'; goal: Goal }>
  /** A report whose verifier died is judged again; the agent's work is not repeated. */
  | Readonly<{ kind: 'verify-again'; runIds: string[] }>
  /** Nothing runs but a verifier, and nobody will wake the main agent when it is done. */
  | Readonly<{ kind: 'wait'; goal: Goal }>;

/**
 * The main agent wants to stop. It is continued only if a node is ready, none of our runs is active,
 * this session owns the goal, and there was progress since the last time.
 */
export function stopSession(
  step: Step,
  request: StopRequest,
  isAlive: (process: ProcessRef) => boolean,
): StopAnswer {
  const goal = focusOf(step.state, request.sessionId);
  endLeftBehind(step, goal?.status === 'running' ? goal : undefined, request);
  if (goal?.status !== 'running') return { kind: 'allow' };
  const dead = deadVerifiers(goal, isAlive);
  if (dead.length > 0) return { kind: 'verify-again', runIds: dead };
  // Who has just pressed Esc is told, and not pushed on in the same turn.
  if (endUnlisted(step, goal, request)) return { kind: 'allow' };
  const active = activeRuns(goal);
  const wakes = active.some(
    // An agent that was let go is listed for a moment more, and may have woken the main agent already.
    (run) => run.report === null || (isListed(run, request) && isHeldFor(run, isAlive)),
  );
  if (active.length > 0) return wakes ? { kind: 'allow' } : { kind: 'wait', goal };
  if (canComplete(goal)) return { kind: 'complete', goal };
  if (frontierIds(goal).length === 0) return { kind: 'allow' };
  if (goal.stalls >= step.state.config.no_progress_stops) {
    stall(step, goal);
    return { kind: 'allow' };
  }
  const offers = offer(step, goal, true);
  step.emit(
    'goal.continued',
    { session_id: request.sessionId, goal_id: goal.id },
    { stalls: goal.stalls + 1 },
  );
  return { kind: 'continue', goal, offers };
}

/**
 * Active runs that Stop does not list any more. An agent that never started is lost without a
 * retry; one in the foreground was interrupted. In the background its notification may still be on
 * its way, so the first such Stop only marks it. True: the user has interrupted one.
 */
function endUnlisted(step: Step, goal: Goal, request: StopRequest): boolean {
  let interrupted = false;
  if (!request.listed) return interrupted;
  for (const run of activeRuns(goal)) {
    if (nodeState(goal, run.node).status === 'verify') continue;
    if (run.agent_id === null) bindStarted(step, goal, run, request);
    if (run.agent_id === null) {
      dropOffer(step, goal, run, 'the client did not start it');
    } else if (isListed(run, request)) {
      if (run.unlisted) step.emit('run.unlisted', scopeOf(goal, run), { again: true });
    } else {
      if (run.background && !run.unlisted) step.emit('run.unlisted', scopeOf(goal, run));
      else {
        stopRun(step, goal, run, 'interrupted', 'Its agent was interrupted.');
        interrupted ||= !run.background;
      }
    }
  }
  return interrupted;
}

/**
 * Runs of this client in goals it does not work at any more. It could not stop while one of them ran
 * in the foreground, so that one was interrupted, and would keep the tree for ever. Others may still run.
 */
function endLeftBehind(step: Step, working: Goal | undefined, request: StopRequest): void {
  const client = sessionOf(step.state, request.sessionId)?.client;
  if (!client || !request.listed) return;
  for (const goal of busyGoals(step.state)) {
    if (goal.id === working?.id) continue;
    for (const run of activeRuns(goal)) {
      if (run.client?.pid !== client.pid || run.client.started !== client.started) continue;
      if (run.agent_id === null) bindStarted(step, goal, run, request);
      if (run.agent_id === null || run.background || isListed(run, request)) continue;
      endInterrupted(step, goal, [run.tool_use_id]);
    }
  }
}

function isListed(run: Run, request: StopRequest): boolean {
  return run.agent_id !== null && request.listed?.includes(run.agent_id) === true;
}

/** The launch was never heard of (a hook that was killed): the client's files still tell. */
function bindStarted(step: Step, goal: Goal, run: Run, request: StopRequest): void {
  const seen = request.started().find((agent) => agent.toolUseId === run.tool_use_id);
  if (!seen) return;
  const background = request.listed?.includes(seen.agentId) === true;
  startRun(step, goal, run, { agentId: seen.agentId, background, via: 'Stop' });
}

function stall(step: Step, goal: Goal): void {
  pauseGoal(step, goal, `no progress after ${goal.stalls} reminders`);
  const waiting = frontier(goal).map((node) => `${node.id} (${node.role})`);
  const text = `Wukong: ${goal.id} is paused, because nothing moved after ${goal.stalls} reminders. Ready: ${waiting.join(', ')}. Type /wukong_resume to go on.`;
  const scope = { session_id: goal.owner?.session_id, goal_id: goal.id };
  step.emit('notice.added', scope, { text });
}
