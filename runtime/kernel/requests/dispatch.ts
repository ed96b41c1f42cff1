import type { Lane } from '../../model/actors/lane.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Called } from '../../model/actors/run-by.ts';
import type { Cause, Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Role } from '../../model/vocabulary.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { expectedUse, roomFor } from '../budget/budget.ts';
import { noteBudget, recordUsage } from '../budget/record-usage.ts';
import { type Ready, runsOf } from '../graph/graph.ts';
import { finishedWork } from '../graph/proof.ts';
import { hasLane, mayHaveLane } from '../graph/write-sets.ts';
import { replacedBy, switchedFrom } from '../retries/switch-rule.ts';
import { runId } from '../state/ids.ts';
import {
  activeRuns,
  entry,
  focusOf,
  issueOf,
  nodeState,
  type RunAt,
  runOfToolUse,
  specOf,
} from '../state/queries.ts';
import { givenTo, isAgent, isForSession, processOf, subagentOf } from '../state/run-by.ts';
import { unitElsewhere, writerElsewhere } from '../state/runs-elsewhere.ts';
import type { DispatchAnswer, DispatchRequest, Refusal } from './dispatch-request.ts';
import { pauseForPerson } from './goals.ts';
import { holdForGuard, missedGuard } from './missed-guard.ts';
import { dispatchable, freePlaces, frontier } from './offer.ts';
import { loseRun } from './runs.ts';
import type { Step } from './step.ts';

/** What `dispatch` would choose, without changing anything: a writing role needs a tree first. */
export function peekDispatch(
  state: State,
  request: DispatchRequest,
  isAlive: (client: ProcessRef) => boolean,
): DispatchAnswer['kind'] {
  const goal = goalOf(state, request);
  if (goal?.status !== 'running') return 'untouched';
  if (isNameless(request.by)) return 'refused';
  if (choose(goal, request) === undefined || missedGuard(state, request.role)) return 'refused';
  if (freePlaces(goal, state.config) === 0) return 'refused';
  const node = choose(goal, request);
  const busy = node && !hasLane(goal, node.id) && writerElsewhere(state, goal, request);
  return busy && isLive(busy, isAlive) ? 'tree-busy' : 'bound';
}

/** The run that the one it would choose goes on from, where a rule switched the executor of its node. */
export function peekSwitched(state: State, request: DispatchRequest): Run | undefined {
  const goal = goalOf(state, request);
  const node = goal && choose(goal, request);
  return node && switchedFrom(goal, node.id);
}

/** An agent that works, or a verifier that measures what it did. */
export function isLive({ run }: RunAt, isAlive: (process: ProcessRef) => boolean): boolean {
  if (run.report) return isAlive(run.report.verifier);
  const process = processOf(run.by);
  return process === null || isAlive(process);
}

/** The goal that its session has in focus. Nobody else is given work yet. */
export function goalOf(state: State, { by }: DispatchRequest): Goal | undefined {
  return by.kind === 'subagent' ? focusOf(state, by.session_id) : undefined;
}

function earlierOf(state: State, by: Called): RunAt | undefined {
  return by.kind === 'subagent' ? runOfToolUse(state, by.tool_use_id) : undefined;
}

function isNameless(by: Called): boolean {
  return by.kind === 'subagent' && by.tool_use_id === '';
}

/** Binds a tool call to a ready node of that role, or says why not and what is ready. */
export function dispatch(
  step: Step,
  request: DispatchRequest,
  tree: string | null,
  isAlive: (client: ProcessRef) => boolean,
): DispatchAnswer {
  const { state } = step;
  const goal = goalOf(state, request);
  if (goal && request.used) recordUsage(step, goal, request.used);
  // The main agent may send out several at once; none is to work with words of its own.
  if (goal?.paused && PAUSES.includes(goal.paused.kind))
    return { kind: 'paused', goal, because: goal.paused };
  if (goal?.status !== 'running') return { kind: 'untouched' };
  if (isNameless(request.by)) return refused(state, goal, { kind: 'nameless' });
  const earlier = earlierOf(state, request.by);
  if (earlier) return { kind: 'bound', at: earlier, again: true };
  const node = choose(goal, request);
  if (!node) return refused(state, goal, notReady(goal, request.role));
  return give(step, goal, node.id, request, tree, isAlive);
}

/** A ready node, to whoever is to carry it out, unless something keeps it back. */
export function give(
  step: Step,
  goal: Goal,
  nodeId: string,
  request: DispatchRequest,
  tree: string | null,
  isAlive: (client: ProcessRef) => boolean,
): DispatchAnswer {
  const { state, now } = step;
  if (freePlaces(goal, state.config) === 0) {
    return refused(state, goal, {
      kind: 'enough-at-once',
      most: state.config.max_concurrent_work_items,
    });
  }
  const stop = reasonToStop(goal, nodeId, request, now);
  if (stop) {
    pauseForPerson(step, goal, stop);
    return { kind: 'paused', goal, because: stop };
  }
  noteBudget(step, goal);
  const room = roomFor(state, goal, nodeId, now);
  if (room.kind === 'reserved') return refused(state, goal, { kind: 'budget-reserved' });
  if (room.kind === 'budget-exceeded') {
    pauseForPerson(step, goal, room);
    return { kind: 'paused', goal, because: room };
  }
  const { executor } = specOf(goal, nodeId);
  const by = givenTo(request.by, executor);
  if (by === undefined) {
    return refused(state, goal, { kind: 'other-executor', node: nodeId, executor });
  }
  const missed = isAgent(by) ? missedGuard(state, request.role) : undefined;
  if (missed) {
    holdForGuard(step, goal, nodeId, request.role, missed);
    return refused(state, goal, { kind: 'unguarded', node: nodeId });
  }
  const issue = issueOf(goal, nodeId);
  const twin = unitElsewhere(state, goal, nodeId);
  if (twin && isLive(twin, isAlive)) return { kind: 'unit-busy', by: nameOf(twin), issue };
  const hasOwn = hasLane(goal, nodeId);
  const busy = hasOwn ? undefined : writerElsewhere(state, goal, request);
  const isBusy = busy !== undefined && isLive(busy, isAlive);
  const isBeside = isBusy && request.besideOthers === true && mayHaveLane(specOf(goal, nodeId));
  if (isBusy && !isBeside) return { kind: 'tree-busy', by: nameOf(busy) };
  const isApart = hasOwn || isBeside;
  for (const gone of [twin, isBusy ? undefined : busy]) {
    // A report that waits for a verifier is not lost; it does not touch the tree either.
    if (gone && !gone.run.report) loseRun(step, gone.goal, gone.run, { kind: 'client-gone' });
  }
  // What such a run changes could not be distinguished from what was there before.
  const isWriting = WRITING_ROLES.includes(request.role);
  if (isWriting && (tree === null || (isApart && request.lane === undefined))) {
    return { kind: 'no-tree', node: nodeId };
  }
  const lane: Lane = {
    // What an earlier run of this node left in the tree belongs to the node: a new run that finds the
    // work done has not "changed nothing".
    ...(isApart
      ? ownLane(request, tree)
      : { worktree: request.worktree, base: keptBase(goal, nodeId, request) ?? tree }),
    ...(tree !== null && request.head ? { head: request.head } : {}),
  };
  const { id, seq } = runId(state, request.role, seqOf(state, goal, issue), now);
  const replaced = replacedBy(goal, nodeId, id, request.left);
  if (replaced) step.emit(replaced);
  step.emit({
    type: 'run.dispatched',
    session_id: request.by.kind === 'subagent' ? request.by.session_id : undefined,
    goal_id: goal.id,
    node_id: nodeId,
    run_id: id,
    payload: {
      role: request.role,
      seq,
      number: runsOf(goal, nodeId).length + 1,
      by,
      lane,
      ...(room.reserved && { reserved: room.reserved }),
      expected: expectedUse(state, goal, nodeId),
    },
  });
  const run = entry(goal.runs, id);
  if (!run) throw new Error(`run ${id} was not made`);
  noteModel(step, goal, run, request.model);
  return { kind: 'bound', at: { goal, run } };
}

/** The configuration names a model for the role, and so the agent gets another one than it was called with. */
function noteModel(step: Step, goal: Goal, run: Run, asked: string | undefined): void {
  const model = step.state.config.models?.[run.role];
  if (model === undefined || model === asked || !subagentOf(run)) return;
  step.emit({
    type: 'decision.made',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload: {
      node: run.node,
      event: run.id,
      type: 'model_switched',
      text: `The configuration gives ${run.role} the model ${model}.`,
      because: 'models',
      ...(asked !== undefined && { alternatives: [asked] }),
    },
  });
}

/** What only a person can put right before anything is dispatched. */
function reasonToStop(
  goal: Goal,
  node: string,
  { gone, missing, planMode, worktree }: DispatchRequest,
  now: string,
): Cause | undefined {
  if (planMode) return { kind: 'plan-mode' };
  const { deadline } = goal.terms ?? {};
  if (deadline !== undefined && now > deadline) return { kind: 'deadline-passed', deadline };
  const files = goal.without_pack?.includes(node) ? [] : (missing?.(goal, node) ?? []);
  if (files.length > 0) return { kind: 'context-pack-missing', node, files: files.slice(0, 20) };
  if (!gone) return undefined;
  // Another report may have come since it was looked for.
  const work = finishedWork(goal, worktree);
  const isSo = gone.files.every(({ path, run }) =>
    work.some((one) => one.path === path && one.run.id === run),
  );
  return isSo ? gone : undefined;
}

/** What a dispatch finds out, and what the main agent is told at each further one. */
const PAUSES: readonly Reason['kind'][] = [
  'work-gone',
  'plan-mode',
  'deadline-passed',
  'budget-exceeded',
  'context-pack-missing',
];

function choose(goal: Goal, request: DispatchRequest): Ready | undefined {
  const named = /\bN-\d{3,}\b/.exec(request.prompt)?.[0];
  const fitting = dispatchable(goal).filter(({ role }) => role === request.role);
  const ours = fitting.filter(({ id }) => isForSession(specOf(goal, id).executor.type));
  return fitting.find(({ id }) => id === named) ?? ours[0] ?? fitting[0];
}

function refused(state: State, goal: Goal, because: Refusal): DispatchAnswer {
  return { kind: 'refused', goal, because, ready: frontier(goal, state.config) };
}

function notReady(goal: Goal, role: Role): Refusal {
  const first = activeRuns(goal).find((run) => run.role === role);
  if (!first) return { kind: 'none-ready', role };
  const { status } = nodeState(goal, first.node);
  return { kind: 'working', node: first.node, status, run: first.id };
}

function ownLane({ lane, worktree }: DispatchRequest, tree: string | null): Lane {
  const lands_in = worktree;
  return lane ? { ...lane, lands_in } : { worktree, base: tree, lands_in, awaited: true };
}

/**
 * Not from another working tree, nor from another branch that was switched to in the meantime: the whole
 * difference of two branches would be its change.
 */
function keptBase(goal: Goal, nodeId: string, request: DispatchRequest): string | null {
  const runs = runsOf(goal, nodeId);
  const last = runs.at(-1)?.lane;
  if (last?.worktree !== request.worktree || wasSwitched(last.head, request.head)) return null;
  return runs.every(leftNothing) ? null : nodeState(goal, nodeId).base;
}

/**
 * A program that changed nothing, and of which nothing is at work any more: while its node waited, other goals may
 * have changed the tree.
 */
function leftNothing({ by, outputs, ended, error_code }: Run): boolean {
  if (by.kind !== 'process') return false;
  if (outputs) return outputs.patch_files.length === 0;
  return ended?.outcome === 'lost' && error_code === LIMITED;
}

/** Another branch at another commit. A commit on the same branch, or a new branch made here, is work. */
export function wasSwitched(before: string | undefined, now: string | undefined): boolean {
  const [branch, commit] = (before ?? '').split(' ');
  const [otherBranch, otherCommit] = (now ?? '').split(' ');
  if (!branch || !otherBranch) return false;
  return branch !== otherBranch && commit !== otherCommit;
}

/** So it is lost only where it changed nothing. */
export const LIMITED = 'rate_limited';

/** The largest number that a run of the goal, or of the issue, had. */
function seqOf({ counters }: State, goal: Goal, issue: string): number {
  return Math.max(goal.issue_seq, counters.issue_seq[issue] ?? 0);
}

function nameOf({ goal, run }: RunAt): string {
  return `${goal.id}/${run.node}`;
}
