import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Cause } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { namesCredential } from '../../model/telling-line.ts';
import type { NextAction } from '../../model/vocabulary.ts';
import { endedNode } from '../graph/ended-node.ts';
import { afterFailure, errorOf, planBFinished } from '../retries/after-failure.ts';
import { type PlanB, planB } from '../retries/plan-b.ts';
import { signatureOf } from '../retries/signature.ts';
import { switchByRule, switchEventOf } from '../retries/switch-rule.ts';
import { activeRuns, nodeState, specOf } from '../state/queries.ts';
import { headlessOf, isOrphan, keysOf, subagentOf } from '../state/run-by.ts';
import { canFail } from './settle.ts';
import type { Step } from './step.ts';
import { scopeOf, tellOwner } from './tell-owner.ts';
import { blockNode, settleAll, waitIfOpen } from './waiting-nodes.ts';

const MOST_OF_ERROR = 500;

/** Its executor says so by its code. */
function isLacking(because: Cause): boolean {
  return because.kind === 'agent-failed' && because.credential === true;
}

/** The agent of an offered run was seen: from here on the run is known by its agent id. */
export function startRun(
  step: Step,
  goal: Goal,
  run: Run,
  seen: Readonly<{ agentId: string; background: boolean; via: string }>,
): void {
  const agent = subagentOf(run);
  if (!agent || run.ended) return;
  if (agent.agent_id === seen.agentId && (agent.background || !seen.background)) return;
  step.emit({
    type: 'run.started',
    ...scopeOf(goal, run),
    payload: {
      agent_id: seen.agentId,
      background: seen.background,
      via: seen.via,
    },
  });
}

/** The session of the headless client that carries out a run is known from here on. */
export function clientStarted(
  step: Step,
  goal: Goal,
  run: Run,
  session: string,
  transcript: string,
): void {
  const headless = headlessOf(run);
  if (!headless || headless.session !== undefined || run.ended) return;
  const payload = { agent_id: session, background: false, via: 'SessionStart', transcript };
  step.emit({ type: 'run.started', ...scopeOf(goal, run), payload });
}

/**
 * The attempt is used up. The node is ready again while runs are left; then it fails if a branch
 * for that can still run, else it waits for a person, who gets one message.
 */
export function failRun(
  step: Step,
  goal: Goal,
  run: Run,
  because: Cause,
  findings: Remark[],
): void {
  if (run.ended) return;
  const scope = scopeOf(goal, run);
  const error = errorOf(because, findings);
  const signature = signatureOf(error);
  const failure = { signature, lacksCredential: isLacking(because) || namesCredential([error]) };
  const { next, times } = afterFailure(goal, run, failure, step.state.config);
  const isLast = next === 'used-up' || next === 'stuck';
  const isBranch = isLast && canFail(goal, run.node);
  step.emit({
    type: 'run.ended',
    ...scope,
    payload: {
      ...{ outcome: 'failed', because, counts: true, findings },
      error_signature: signature,
      error_message: error.slice(0, MOST_OF_ERROR),
      next_action: !isLast ? next : isBranch ? 'plan_b' : 'escalate',
    },
  });
  const spec = specOf(goal, run.node);
  const { status, attempts } = nodeState(goal, run.node);
  if (status !== 'running' && status !== 'verify') return;
  if (isLast && !isBranch) {
    const spent = { kind: 'runs-used-up', runs: attempts, last: because } as const;
    const untried = planBFinished(goal, run.node) ? {} : ({ untried: true } as const);
    const stuck = { kind: 'stuck', signature, times, last: because, ...untried } as const;
    blockNode(step, goal, run.node, next === 'stuck' ? stuck : spent);
    return;
  }
  const added = next === 'plan_b' && planB(goal, run, error, times);
  if (isBranch) step.emit({ type: 'node.failed', ...scope, payload: { because } });
  else if (added) goPlanB(step, goal, run, added);
  else readyAgain(step, goal, run, because);
  if (isBranch || added) settleAll(step, goal);
  const plan_b = added ? { plan_b: added.spec.id } : {};
  const end = { kind: 'failed', because, runs: attempts, of: spec.max_retries, ...plan_b } as const;
  tellOwner(step, goal, endedNode(goal, run, end, step.now), run.node);
}

function goPlanB(step: Step, goal: Goal, run: Run, { spec, edges }: PlanB): void {
  const text = `${spec.id} looks for another way to do ${run.node}, whose runs fail of the same error.`;
  const payload = { node: run.node, event: run.id, text, type: 'plan_b_activated' } as const;
  step.emit({ type: 'decision.made', ...scopeOf(goal, run), payload });
  step.emit({ type: 'node.added', goal_id: goal.id, node_id: spec.id, payload: { spec, edges } });
}

function readyAgain(step: Step, goal: Goal, run: Run, because: Cause): void {
  const switched = switchByRule(goal, run.node, switchEventOf(goal, run), step.state.config);
  if (switched) step.emit(switched);
  const attempt = nodeState(goal, run.node).attempts + 1;
  step.emit({ type: 'node.ready', ...scopeOf(goal, run), payload: { attempt, because } });
  waitIfOpen(step, goal, run.node);
}

/** The run ended through nobody's fault (its client was killed): no retry is spent. */
export function loseRun(step: Step, goal: Goal, run: Run, because: Cause): void {
  releaseRun(step, goal, run, 'lost', because);
}

/** Ends a run without spending an attempt; its node is ready again. */
export function releaseRun(
  step: Step,
  goal: Goal,
  run: Run,
  outcome: Uncounted['outcome'],
  because: Cause,
  seen?: string,
): void {
  if (run.ended) return;
  const sign = seen === undefined ? {} : { seen };
  endUncounted(step, goal, run, { outcome, because, next_action: 'retry', ...sign });
  const node = nodeState(goal, run.node);
  if (node.status === 'running' || node.status === 'verify') {
    readyAgain(step, goal, run, because);
  }
}

/** Nothing was wrong with it but its place: another run does it again, and no attempt is spent. */
export function startOver(
  step: Step,
  goal: Goal,
  run: Run,
  because: Cause,
  findings: Remark[],
): void {
  endUncounted(step, goal, run, { outcome: 'replaced', because, next_action: 'retry', findings });
  const { status } = nodeState(goal, run.node);
  if (status === 'running' || status === 'verify') readyAgain(step, goal, run, because);
}

type Uncounted = Readonly<{
  outcome: 'lost' | 'stopped' | 'replaced' | 'blocked';
  because: Cause;
  next_action: NextAction;
  unstarted?: true;
  /** Until when somebody saw it at work. */
  seen?: string;
  findings?: Remark[];
}>;

/** No attempt is spent. */
export function endUncounted(step: Step, goal: Goal, run: Run, ended: Uncounted): void {
  const payload = { findings: [], ...ended, counts: false };
  step.emit({ type: 'run.ended', ...scopeOf(goal, run), payload });
}

/** Offers in a row that may go nowhere before a person is asked. */
const MAX_UNSTARTED = 3;

/**
 * An offer whose agent never started costs no attempt, but it must not be repeated for ever: the
 * agent file may be missing, or a rule of the user may forbid it.
 */
export function dropOffer(step: Step, goal: Goal, run: Run, because: Cause): void {
  if (run.ended) return;
  const isLast = nodeState(goal, run.node).unstarted + 1 >= MAX_UNSTARTED;
  const next_action = isLast ? 'escalate' : 'retry';
  endUncounted(step, goal, run, { outcome: 'lost', because, next_action, unstarted: true });
  const node = nodeState(goal, run.node);
  if (node.status !== 'running') return;
  if (!isLast) {
    readyAgain(step, goal, run, because);
  } else {
    const times = { role: run.role, times: node.unstarted };
    blockNode(step, goal, run.node, { kind: 'never-started', ...times, last: because });
  }
}

/** The user stopped it: the node is held, not dispatched again until they say so. */
export function stopRun(
  step: Step,
  goal: Goal,
  run: Run,
  because: Extract<Cause, { kind: 'agent-stopped' | 'agent-interrupted' }>,
): void {
  if (run.ended) return;
  endUncounted(step, goal, run, { outcome: 'stopped', because, next_action: 'escalate' });
  blockNode(step, goal, run.node, because);
}

const LEASE_LOST = { kind: 'executor-ended', how: 'lease-lost' } as const;

/** Ends the runs that nobody can go on with. `isAlive` is measured at the edge. */
export function endOrphans(
  step: Step,
  goal: Goal,
  isAlive: (process: ProcessRef) => boolean,
): number {
  let ended = 0;
  for (const run of activeRuns(goal)) {
    const node = nodeState(goal, run.node);
    // A report that arrived is not lost with its sender: the node is verified again instead.
    if (node.status === 'verify' || !isOrphan(run, isAlive)) continue;
    const isDriven = run.by.kind === 'process';
    const because = isDriven ? LEASE_LOST : ({ kind: 'client-gone' } as const);
    loseRun(step, goal, run, because);
    ended += 1;
  }
  return ended;
}

/** Ends the runs known by these keys, which the user rejected; their nodes are ready again. */
export function endInterrupted(step: Step, goal: Goal, keys: readonly string[]): number {
  const interrupted = activeRuns(goal).filter(
    (run) =>
      keysOf(run).some((key) => keys.includes(key)) &&
      nodeState(goal, run.node).status === 'running',
  );
  for (const run of interrupted) {
    releaseRun(step, goal, run, 'stopped', { kind: 'user-interrupted' });
  }
  return interrupted.length;
}

/**
 * The client says that an agent has ended. A run that reported is judged by its report; one that
 * did not has used up an attempt, unless the user killed it.
 */
export function agentEnded(step: Step, goal: Goal, run: Run, because: Cause): void {
  if (run.ended || nodeState(goal, run.node).status === 'verify') return;
  if (because.kind === 'agent-stopped') stopRun(step, goal, run, because);
  else failRun(step, goal, run, because, [{ kind: 'ended', because }]);
}
