import type { ProcessRef } from '../model/actors/process-ref.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import { type Command, decide } from './decide.ts';
import { wakeGoal } from './park.ts';
import { pauseGoal } from './requests/goals.ts';
import { frontier, isWithDaemon, type Offered, offer } from './requests/offer.ts';
import { dropOffer, endInterrupted, startRun, stopRun } from './requests/runs.ts';
import type { Step } from './requests/step.ts';
import { scopeOf, tellOwner } from './requests/tell-owner.ts';
import { activeRuns, busyGoals, focusOf, nodeState, sessionOf } from './state/queries.ts';
import { isOffer, keysOf, subagentOf } from './state/run-by.ts';

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
  | Readonly<{ kind: 'verify-again' }>
  /** Nothing runs but a verifier, or what a daemon carries out, and nobody will wake the main agent when it is done. */
  | Readonly<{ kind: 'wait'; goal: Goal }>;

/**
 * The main agent wants to stop. What comes next is decided in decide.ts; here it is fitted to a session,
 * which is continued only if none of our runs is active.
 */
export function stopSession(
  step: Step,
  request: StopRequest,
  isAlive: (process: ProcessRef) => boolean,
): StopAnswer {
  const goal = focusOf(step.state, request.sessionId);
  if (goal) wakeGoal(step, goal);
  endLeftBehind(step, goal?.status === 'running' ? goal : undefined, request);
  if (goal?.status !== 'running') return { kind: 'allow' };
  const dead = decide(step.state, { isAlive }, goal).filter(({ type }) => type === 'verify_report');
  if (dead.length > 0) return { kind: 'verify-again' };
  // A user who has just pressed Esc gets a message, and is not continued in the same turn.
  if (endUnlisted(step, goal, request)) return { kind: 'allow' };
  const answer = answerTo(step, goal, decide(step.state, { isAlive }, goal), request);
  const isLeft = answer.kind === 'allow' && !hasAgents(goal);
  return isLeft && isWithDaemon(step.state, goal, isAlive) ? { kind: 'wait', goal } : answer;
}

/** Their end wakes the main agent. */
function hasAgents(goal: Goal): boolean {
  return activeRuns(goal).some((run) => subagentOf(run) && run.report === null);
}

function answerTo(
  step: Step,
  goal: Goal,
  commands: readonly Command[],
  request: StopRequest,
): StopAnswer {
  const awaited = commands.filter(isAwaited);
  if (awaited.length > 0) {
    const wakes = awaited.some(
      (one) => one.type === 'await_run' || isStillThere(goal, one, request),
    );
    return wakes ? { kind: 'allow' } : { kind: 'wait', goal };
  }
  const [first] = commands;
  switch (first?.type) {
    case 'complete_goal':
      return { kind: 'complete', goal };
    case 'pause_goal':
      pause(step, goal, first.because);
      return { kind: 'allow' };
    case 'start_node':
      return goOn(step, goal, request);
    default:
      return { kind: 'allow' };
  }
}

type Awaited = Extract<Command, { type: 'await_run' | 'await_report' }>;

function isAwaited(command: Command): command is Awaited {
  return command.type === 'await_run' || command.type === 'await_report';
}

/** An agent that was let go is listed for a moment more, and may have woken the main agent already. */
function isStillThere(
  goal: Goal,
  awaited: Extract<Command, { type: 'await_report' }>,
  request: StopRequest,
): boolean {
  const run = goal.runs[awaited.run];
  return awaited.held && run !== undefined && isListed(run, request);
}

function goOn(step: Step, goal: Goal, { sessionId }: StopRequest): StopAnswer {
  const offers = offer(step, goal, true);
  // What is ready a driver has to start.
  if (offers.length === 0) return { kind: 'allow' };
  step.emit({
    type: 'goal.continued',
    session_id: sessionId,
    goal_id: goal.id,
    payload: { stalls: goal.stalls + 1 },
  });
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
    const agent = subagentOf(run);
    if (!agent || nodeState(goal, run.node).status === 'verify') continue;
    if (isOffer(run)) bindStarted(step, goal, run, request);
    if (isOffer(run)) {
      dropOffer(step, goal, run, { kind: 'not-started' });
    } else if (isListed(run, request)) {
      if (agent.unlisted)
        step.emit({ type: 'run.unlisted', ...scopeOf(goal, run), payload: { again: true } });
    } else {
      if (agent.background && !agent.unlisted)
        step.emit({ type: 'run.unlisted', ...scopeOf(goal, run), payload: {} });
      else {
        stopRun(step, goal, run, { kind: 'agent-interrupted' });
        interrupted ||= !agent.background;
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
      const agent = subagentOf(run);
      if (agent?.client?.pid !== client.pid || agent.client.started !== client.started) continue;
      if (isOffer(run)) bindStarted(step, goal, run, request);
      if (isOffer(run) || agent.background || isListed(run, request)) continue;
      endInterrupted(step, goal, [agent.tool_use_id]);
    }
  }
}

function isListed(run: Run, request: StopRequest): boolean {
  const agent = subagentOf(run)?.agent_id;
  return typeof agent === 'string' && request.listed?.includes(agent) === true;
}

/** No hook saw the launch (it was killed): the client's files still show it. */
function bindStarted(step: Step, goal: Goal, run: Run, request: StopRequest): void {
  const keys = keysOf(run);
  const seen = request.started().find((agent) => keys.includes(agent.toolUseId));
  if (!seen) return;
  const background = request.listed?.includes(seen.agentId) === true;
  startRun(step, goal, run, { agentId: seen.agentId, background, via: 'Stop' });
}

function pause(
  step: Step,
  goal: Goal,
  because: Extract<Command, { type: 'pause_goal' }>['because'],
): void {
  if (because.kind === 'no-progress') stall(step, goal, because.reminders);
  else pauseCutShort(step, goal, because.skipped);
}

/** Every node is over, and the goal cannot be completed: a person decides. */
function pauseCutShort(step: Step, goal: Goal, skipped: readonly string[]): void {
  const nodes = [...skipped];
  pauseGoal(step, goal, { kind: 'last-nodes-skipped', nodes });
  tellOwner(step, goal, { kind: 'cut-short', goal: goal.id, nodes });
}

function stall(step: Step, goal: Goal, reminders: number): void {
  pauseGoal(step, goal, { kind: 'no-progress', reminders });
  const ready = frontier(goal, step.state.config).map(({ id, role }) => ({ id, role }));
  tellOwner(step, goal, { kind: 'no-progress', goal: goal.id, reminders, ready });
}
