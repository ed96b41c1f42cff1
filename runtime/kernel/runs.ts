import type { Goal, ProcessRef, Run } from '../model/state.ts';
import type { BlockedKind } from '../model/words.ts';
import { allowHint } from './approval-list.ts';
import { fires } from './fires.ts';
import { edgesTo, failedNodes, inPlanOrder, MAX_NAMED, reachable } from './graph.ts';
import { failureBranches, isAbandoned, settle } from './settle.ts';
import { activeRuns, nodeState, specOf } from './state.ts';
import type { Step } from './step.ts';

/** The agent of an offered run was seen: from here on the run is known by its agent id. */
export function startRun(
  step: Step,
  goal: Goal,
  run: Run,
  seen: Readonly<{ agentId: string; background: boolean; via: string }>,
): void {
  const known = run.agent_id === seen.agentId && (run.background || !seen.background);
  if (run.ended || known) return;
  step.emit('run.started', scopeOf(goal, run), {
    agent_id: seen.agentId,
    background: seen.background,
    via: seen.via,
  });
}

/**
 * The attempt is used up. The node is ready again while runs are left; then it fails if a branch
 * for that can still run, else it waits for a person, who is told in one message.
 */
export function failRun(
  step: Step,
  goal: Goal,
  run: Run,
  reason: string,
  findings: string[],
): void {
  if (run.ended) return;
  const scope = scopeOf(goal, run);
  step.emit('run.ended', scope, { outcome: 'failed', reason, counts: true, findings });
  const spec = specOf(goal, run.node);
  const node = nodeState(goal, run.node);
  if (node.status !== 'running' && node.status !== 'verify') return;
  if (node.attempts < spec.max_retries) {
    readyAgain(step, goal, run, reason);
  } else if (failureBranches(goal, run.node).includes('pending')) {
    step.emit('node.failed', scope, { reason });
    settleAll(step, goal);
  } else {
    const spent = `Its ${node.attempts} runs are used up; the last failed: ${reason}`;
    blockNode(step, goal, run.node, 'retries', spent);
  }
}

/**
 * Draws the consequences of what was emitted. A node whose branch for its failure was skipped waits
 * for a person after all, and what was skipped because it failed waits for it again; but not while
 * a run goes on behind it.
 */
export function settleAll(step: Step, goal: Goal): void {
  for (;;) {
    settle(step, goal);
    const id = failedNodes(goal).find(
      (failed) => isAbandoned(goal, failed) && !isBeforeRun(goal, failed),
    );
    if (id === undefined) return;
    const skipped = inPlanOrder(goal, reachable(goal, id, true)).filter(
      (other) => nodeState(goal, other).status === 'skipped',
    );
    const reason = 'every branch for its failure was skipped';
    for (let at = 0; at < skipped.length; at += MAX_NAMED) {
      const between = skipped.slice(at, at + MAX_NAMED);
      const scope = { goal_id: goal.id, node_id: id };
      step.emit('node.reopened', scope, { reason, findings: [], between });
    }
    const { attempts } = nodeState(goal, id);
    blockNode(step, goal, id, 'retries', `${attempts} attempts failed, and ${reason}.`);
  }
}

function readyAgain(step: Step, goal: Goal, run: Run, because: string): void {
  const attempt = nodeState(goal, run.node).attempts + 1;
  step.emit('node.ready', scopeOf(goal, run), { attempt, because });
  waitIfOpen(step, goal, run.node);
}

/**
 * What a ready node needs may have been opened again while it was worked on, or waited for a person:
 * then it waits as well, or is skipped.
 */
export function waitIfOpen(step: Step, goal: Goal, id: string): void {
  const isFree = edgesTo(goal, id).every((edge) =>
    fires(edge.condition, nodeState(goal, edge.from).status),
  );
  if (isFree) return;
  const reason = 'what it needs is open again';
  const scope = { goal_id: goal.id, node_id: id };
  step.emit('node.reopened', scope, { reason, findings: [], between: [id] });
  settleAll(step, goal);
}

function isBeforeRun(goal: Goal, id: string): boolean {
  const ahead = reachable(goal, id, true);
  return activeRuns(goal).some((run) => ahead.has(run.node));
}

/** The run ended through nobody's fault (its client was killed): no retry is spent. */
export function loseRun(step: Step, goal: Goal, run: Run, reason: string): void {
  releaseRun(step, goal, run, 'lost', reason);
}

/** Ends a run without spending an attempt; its node is ready again. */
export function releaseRun(
  step: Step,
  goal: Goal,
  run: Run,
  outcome: 'lost' | 'stopped' | 'replaced',
  reason: string,
): void {
  if (run.ended) return;
  const scope = scopeOf(goal, run);
  step.emit('run.ended', scope, { outcome, reason, counts: false, findings: [] });
  const node = nodeState(goal, run.node);
  if (node.status === 'running' || node.status === 'verify') {
    readyAgain(step, goal, run, reason);
  }
}

/** Offers in a row that may go nowhere before a person is asked. */
const MAX_UNSTARTED = 3;

/**
 * An offer whose agent never started costs no attempt, but it must not be repeated for ever: the
 * agent file may be missing, or a rule of the user may forbid it.
 */
export function dropOffer(step: Step, goal: Goal, run: Run, reason: string): void {
  if (run.ended) return;
  const scope = scopeOf(goal, run);
  const ended = { outcome: 'lost', reason, counts: false, findings: [], unstarted: true };
  step.emit('run.ended', scope, ended);
  const node = nodeState(goal, run.node);
  if (node.status !== 'running') return;
  if (node.unstarted < MAX_UNSTARTED) {
    readyAgain(step, goal, run, reason);
  } else {
    const text = `The agent "${run.role}" could not be started ${node.unstarted} times: ${reason}.`;
    blockNode(step, goal, run.node, 'not-started', text);
  }
}

/** The user stopped it: the node is held, not dispatched again until they say so. */
export function stopRun(
  step: Step,
  goal: Goal,
  run: Run,
  kind: 'stopped' | 'interrupted',
  reason: string,
): void {
  if (run.ended) return;
  const scope = scopeOf(goal, run);
  step.emit('run.ended', scope, { outcome: 'stopped', reason, counts: false, findings: [] });
  blockNode(step, goal, run.node, kind, reason);
}

export function blockNode(
  step: Step,
  goal: Goal,
  nodeId: string,
  kind: BlockedKind,
  reason: string,
): void {
  step.emit('node.blocked', { goal_id: goal.id, node_id: nodeId }, { kind, reason });
  const owner = goal.owner?.session_id;
  if (owner) {
    const text = `Wukong: ${goal.id}/${nodeId} waits for you. ${reason} ${unblockHint(kind, goal, nodeId)}`;
    step.emit('notice.added', { session_id: owner, goal_id: goal.id, node_id: nodeId }, { text });
  }
}

/** Kinds that need no words of a person, only their leave to go on. */
export function isHeld(kind: BlockedKind): boolean {
  return ['stopped', 'interrupted', 'not-started', 'unguarded'].includes(kind);
}

export function unblockHint(kind: BlockedKind, goal: Goal, nodeId: string): string {
  const allow = allowHint(goal, nodeId, `/wukong_resume ${goal.id} ${nodeId} --approve`);
  return (allow && `${allow}. Otherwise: `) + goOnHint(kind, goal.id, nodeId);
}

function goOnHint(kind: BlockedKind, goalId: string, nodeId: string): string {
  if (kind === 'unguarded') {
    return `\`wukong doctor\` says what is wrong. When it is mended, type /wukong_resume ${goalId}.`;
  }
  if (isHeld(kind)) return `Type /wukong_resume ${goalId} to go on.`;
  return kind === 'questions'
    ? `Answer with /wukong_resume ${goalId} ${nodeId} <your answer>.`
    : `Type /wukong_resume ${goalId} ${nodeId} <what to do differently>, or \`wukong abort\`.`;
}

/** Ends the runs whose client process is gone. `isAlive` is measured at the edge. */
export function endOrphans(
  step: Step,
  goal: Goal,
  isAlive: (client: ProcessRef) => boolean,
): number {
  let ended = 0;
  for (const run of activeRuns(goal)) {
    const node = nodeState(goal, run.node);
    // A report that arrived is not lost with its client: the node is verified again instead.
    if (node.status === 'verify') continue;
    if (run.client && isAlive(run.client)) continue;
    loseRun(step, goal, run, 'its client process is gone');
    ended += 1;
  }
  return ended;
}

/** Ends the runs of these tool calls, which the user rejected; their nodes are ready again. */
export function endInterrupted(step: Step, goal: Goal, toolUses: readonly string[]): number {
  const interrupted = activeRuns(goal).filter(
    (run) => toolUses.includes(run.tool_use_id) && nodeState(goal, run.node).status === 'running',
  );
  for (const run of interrupted) releaseRun(step, goal, run, 'stopped', 'the user interrupted it');
  return interrupted.length;
}

export function scopeOf(goal: Goal, run: Run) {
  return { session_id: run.session_id, goal_id: goal.id, node_id: run.node, run_id: run.id };
}

/**
 * The client says that an agent has ended. A run that reported is judged by its report; one that
 * did not has used up an attempt, unless the user killed it.
 */
export function agentEnded(
  step: Step,
  goal: Goal,
  run: Run,
  end: 'completed' | 'failed' | 'killed',
  why: string,
): void {
  if (run.ended || nodeState(goal, run.node).status === 'verify') return;
  if (end === 'killed') stopRun(step, goal, run, 'stopped', 'You stopped its agent.');
  else if (end === 'completed') failRun(step, goal, run, 'the agent ended without a report', [why]);
  else failRun(step, goal, run, why, [why]);
}

/**
 * A usage limit or an outage: nobody's fault, no retry spent, and nothing to gain by going on. The
 * news that the agent has failed may have come first and cost an attempt: that is given back. A report
 * that arrived is judged all the same, and one that was judged stays so.
 */
export function parkGoal(step: Step, goal: Goal, run: Run | undefined, reason: string): void {
  if (run?.ended?.outcome === 'failed') {
    if (!run.outputs) excuseRun(step, goal, run, reason);
  } else if (run && !run.report) loseRun(step, goal, run, reason);
  if (goal.status !== 'running') return;
  step.emit('graph.paused', { goal_id: goal.id }, { reason });
  const session = goal.owner?.session_id;
  if (session) {
    const text = `Wukong: ${goal.id} is parked: ${reason}. Nothing is lost. Type /wukong_resume when it is over.`;
    step.emit('notice.added', { session_id: session, goal_id: goal.id }, { text });
  }
}

function excuseRun(step: Step, goal: Goal, run: Run, reason: string): void {
  step.emit('run.excused', scopeOf(goal, run), { reason });
  if (nodeState(goal, run.node).status === 'ready') waitIfOpen(step, goal, run.node);
}
