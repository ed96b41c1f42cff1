import type { Goal, ProcessRef, State } from '../model/state.ts';
import type { Role } from '../model/words.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { type Ready, runsOf } from './graph.ts';
import { holdForGuard, missedGuard } from './guards.ts';
import { runId } from './ids.ts';
import { eachDispatchable, frontier, type Offered } from './offer.ts';
import { loseRun, unblockHint } from './runs.ts';
import {
  activeRuns,
  busyGoals,
  focusOf,
  nodeState,
  type RunAt,
  runAt,
  runOfToolUse,
  specOf,
} from './state.ts';
import type { Step } from './step.ts';

export type DispatchRequest = Readonly<{
  sessionId: string;
  toolUseId: string;
  role: Role;
  /** What the main agent wrote; only a node id in it is looked at, to choose among equals. */
  prompt: string;
  worktree: string;
  /** `<branch> <commit>` there, for roles that write. */
  head?: string | undefined;
  client: ProcessRef | null;
}>;

export type DispatchAnswer =
  /** No goal, or paused: a role agent called by hand. */
  | Readonly<{ kind: 'untouched' }>
  | Readonly<{ kind: 'refused'; reason: string; ready: Offered[] }>
  /** Another session writes in this working tree: ask again later. */
  | Readonly<{ kind: 'tree-busy'; by: string }>
  /** It was not to be had when the tree was looked for, and is now: ask again, for a tree first. */
  | Readonly<{ kind: 'no-tree'; node: string }>
  | Readonly<{ kind: 'bound'; at: RunAt }>;

/** What `dispatch` would choose, without changing anything: a writing role needs a tree first. */
export function peekDispatch(
  state: State,
  request: DispatchRequest,
  isAlive: (client: ProcessRef) => boolean,
): DispatchAnswer['kind'] {
  const goal = focusOf(state, request.sessionId);
  if (goal?.status !== 'running') return 'untouched';
  if (request.toolUseId === '') return 'refused';
  if (choose(goal, request) === undefined || missedGuard(state, request.role)) return 'refused';
  const busy = writerElsewhere(state, goal, request);
  return busy && isLive(busy, isAlive) ? 'tree-busy' : 'bound';
}

/** An agent that works, or a verifier that measures what it did. */
function isLive({ run }: RunAt, isAlive: (process: ProcessRef) => boolean): boolean {
  if (run.report) return isAlive(run.report.verifier);
  return run.client === null || isAlive(run.client);
}

const NO_CALL =
  'The client gave this call no tool_use_id, so its agent could not be told from others.';

/** Binds a tool call to a ready node of that role, or says why not and what is ready. */
export function dispatch(
  step: Step,
  request: DispatchRequest,
  tree: string | null,
  isAlive: (client: ProcessRef) => boolean,
): DispatchAnswer {
  const { state, now } = step;
  const goal = focusOf(state, request.sessionId);
  if (goal?.status !== 'running') return { kind: 'untouched' };
  if (request.toolUseId === '') return { kind: 'refused', reason: NO_CALL, ready: frontier(goal) };
  const earlier = runOfToolUse(state, request.toolUseId);
  if (earlier) return { kind: 'bound', at: earlier };
  const node = choose(goal, request);
  if (!node) return { kind: 'refused', reason: refusal(goal, request.role), ready: frontier(goal) };
  const missed = missedGuard(state, request.role);
  if (missed) {
    const reason = holdForGuard(step, goal, node.id, request.role, missed);
    return {
      kind: 'refused',
      reason: `${reason} ${unblockHint('unguarded', goal, node.id)}`,
      ready: frontier(goal),
    };
  }
  const busy = writerElsewhere(state, goal, request);
  if (busy) {
    if (isLive(busy, isAlive)) return { kind: 'tree-busy', by: `${busy.goal.id}/${busy.run.node}` };
    // A report that waits for a verifier is not lost; it does not touch the tree either.
    if (!busy.run.report) loseRun(step, busy.goal, busy.run, 'its client process is gone');
  }
  // What such a run changes could not be told from what was there before.
  if (tree === null && WRITING_ROLES.includes(request.role)) {
    return { kind: 'no-tree', node: node.id };
  }
  const { id, seq } = runId(state, request.role, goal.issue_seq, now);
  step.emit(
    'run.dispatched',
    { session_id: request.sessionId, goal_id: goal.id, node_id: node.id, run_id: id },
    {
      role: request.role,
      seq,
      number: runsOf(goal, node.id).length + 1,
      tool_use_id: request.toolUseId,
      worktree: request.worktree,
      client: request.client,
      // What an earlier run of this node left in the tree belongs to the node: a new run that finds
      // the work done has not "changed nothing".
      tree: keptBase(goal, node.id, request) ?? tree,
      ...(tree !== null && request.head ? { head: request.head } : {}),
    },
  );
  const run = runAt(goal, node.id, id);
  if (!run) throw new Error(`run ${id} was not made`);
  return { kind: 'bound', at: { goal, run } };
}

function choose(goal: Goal, request: DispatchRequest): Ready | undefined {
  const named = /\bN-\d{3,}\b/.exec(request.prompt)?.[0];
  let chosen: Ready | undefined;
  eachDispatchable(goal, (ready) => {
    if (ready.role !== request.role) return true;
    const isNamed = ready.id === named;
    if (isNamed || !chosen) chosen = ready;
    return named !== undefined && !isNamed;
  });
  return chosen;
}

function refusal(goal: Goal, role: Role): string {
  const running = activeRuns(goal).filter((run) => run.role === role);
  const [first] = running;
  if (first) {
    const { status } = nodeState(goal, first.node);
    return `${first.node} (${specOf(goal, first.node).title}) is already ${status} as run ${first.id}.`;
  }
  return `No ${role} node of ${goal.id} is ready.`;
}

/**
 * Not from another working tree, nor from another branch that was switched to in the meantime: the whole
 * difference of two branches would be its change.
 */
function keptBase(goal: Goal, nodeId: string, request: DispatchRequest): string | null {
  const last = runsOf(goal, nodeId).at(-1);
  if (last?.worktree !== request.worktree || wasSwitched(last.head, request.head)) return null;
  return nodeState(goal, nodeId).base;
}

/** Another branch at another commit. A commit on the same branch, or a new branch made here, is work. */
function wasSwitched(before: string | undefined, now: string | undefined): boolean {
  const [branch, commit] = (before ?? '').split(' ');
  const [otherBranch, otherCommit] = (now ?? '').split(' ');
  if (!branch || !otherBranch) return false;
  return branch !== otherBranch && commit !== otherCommit;
}

/** A writing run of another goal in the same working tree. */
function writerElsewhere(state: State, goal: Goal, request: DispatchRequest): RunAt | undefined {
  if (!WRITING_ROLES.includes(request.role)) return undefined;
  for (const other of busyGoals(state)) {
    if (other.id === goal.id) continue;
    const run = activeRuns(other).find(
      (candidate) =>
        WRITING_ROLES.includes(candidate.role) && candidate.worktree === request.worktree,
    );
    if (run) return { goal: other, run };
  }
  return undefined;
}
