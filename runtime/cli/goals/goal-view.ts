// An open goal as `wukong status` shows it: what programs get, and what the words are made from.

import type { NoExecutor } from '../../engine/drive/executor-for.ts';
import type { GateRunner } from '../../engine/gates/gate-runner.ts';
import { type SpentView, spentView } from '../../kernel/budget/spent-view.ts';
import { isLeft, isProposal } from '../../kernel/daemon.ts';
import { escalationAt } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { drivenNodes, isWithDaemon, waitsForDriver } from '../../kernel/requests/offer.ts';
import { waitingAt } from '../../kernel/requests/waiting-at.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { hasLivingOwner, sessionOfOwner } from '../../kernel/state/owner.ts';
import { lostPlan, nodeState, specOf } from '../../kernel/state/queries.ts';
import { laneShown } from '../../kernel/views/lane-shown.ts';
import { stepsOfPeople } from '../../kernel/views/steps-of-people.ts';
import type { Elsewhere } from '../../model/actors/lease.ts';
import type { Beside, Decided, Fault } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { PersonAnswer } from '../../model/state/person-answer.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { NodeStatus } from '../../model/vocabulary.ts';
import { offersOf, pausedOf, waitKind } from '../../model/wait-of.ts';
import type { GoalHead, NodeHead } from '../../result/goal-result.ts';
import { headOf } from '../../result/head-of.ts';
import { drivenHow, handedHow, handedTo } from '../../words/driven.ts';
import { leftHow } from '../../words/driving.ts';
import { explain } from '../../words/explain-failure.ts';
import { ownerText, type UsedOf } from '../../words/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { shortfallText } from '../../words/shortfall.ts';
import { acceptGoalText, nextText, pausedNext, toGoOn, waitsText } from '../../words/waiting.ts';
import { isAlive } from '../../workspace/processes.ts';
import { joined } from '../frame/outcome.ts';
import { type CriteriaView, viewOfCriteria } from './criteria-view.ts';
import { lastSaid } from './last-said.ts';
import { type VerifyView, viewOfClosing, viewOfVerify } from './verify-view.ts';

export type LastWord = Readonly<{ kind: 'said' | 'missing'; text: string }>;

export type NodeView = Readonly<{
  id: string;
  role: string;
  title: string;
  /** An issue of its own; null: that of its goal. */
  issue_ref: string | null;
  status: NodeStatus;
  level: string | null;
  attempts: number;
  max_retries: number;
  run: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** How often an agent of it was sent back, in all its runs. */
  sent_back: number;
  /** What its last agent said, or what it was sent back with. */
  last_word: LastWord | null;
  verify: VerifyView | null;
  /** Gates that failed and did not keep it from passing. */
  warnings: readonly string[];
  /** The folder of its own that its run works in. */
  lane: string | null;
  /** Of a run for the team: who has it, or nobody yet. Null: it is at work here. */
  worker: Elsewhere | 'none' | null;
}>;

export type GoalView = Readonly<{
  id: string;
  title: string;
  status: string;
  paused: string | null;
  /** It waits for the end of a limit or an outage, and goes on by itself after this time. */
  parked_until: string | null;
  created_at: string;
  /** Nothing is dispatched after it. */
  deadline: string | null;
  spent: SpentView;
  /** Of its budget, and of those that nodes have of their own, what has a limit. */
  limits: readonly UsedOf[];
  /** Whether the fault was shown, as far as it came; null before the first change, or if nobody asks. */
  fault: Fault | null;
  beside: Beside | null;
  criteria: CriteriaView | null;
  /** The session that owns it. */
  owner: Readonly<{ session_id: string; alive: boolean }> | null;
  owned_by: string;
  nodes: readonly NodeView[];
  /** Why one of its nodes writes at a time, though its plan has room for more. */
  one_writer: string | null;
  /** What counts because a person said so. */
  decided: readonly Decided[];
  /** What persons said to what it asked, and from where; of all goals the last 16. */
  answered: readonly PersonAnswer[];
  waiting: ReadonlyArray<
    Readonly<{
      node: string;
      kind: string;
      reason: string;
      next: string;
      /** ESC-0001, which has a file. */
      escalation: string | null;
    }>
  >;
  /** Of a goal that is paused for a person. */
  escalation: string | null;
  closing: VerifyView | null;
  next: string;
  /** What it came to so far. */
  result: GoalHead;
}>;

export type SeenHere = Readonly<{
  runners: readonly GateRunner[];
  /** What the home of its log is called, in a mirror. Whether a process lives there is not known here. */
  home?: string | undefined;
  /** Why nobody can carry out what is next for a program. */
  lacking?: NoExecutor | undefined;
}>;

export function viewOf(state: State, goal: Goal, { runners, home, lacking }: SeenHere): GoalView {
  const now = new Date().toISOString();
  const isOwnerAlive = hasLivingOwner(state, goal, isAlive);
  const isGone = home === undefined && goal.owner.kind !== 'nobody' && !isOwnerAlive;
  const session = sessionOfOwner(goal.owner);
  const result = headOf(goal, now);
  const lastRuns = new Map(Object.values(goal.runs).map((run) => [run.node, run]));
  const nodes = result.nodes.map((node) =>
    nodeView(state, goal, node, { runners, last: lastRuns.get(node.id) }),
  );
  const blocked = blockedNodes(goal).flatMap((id) => {
    const at = waitingAt(goal, id);
    if (!at) return [];
    const escalation = escalationAt(state, goal.id, id)?.id ?? null;
    const next = nextText(at, 'shell', oneLine);
    return [{ node: id, kind: waitKind(at.because), reason: waitsText(at), next, escalation }];
  });
  const waiting = [...blocked, ...handedNodes(goal)];
  const asked = escalationAt(state, goal.id, null)?.id;
  return {
    id: goal.id,
    title: goal.title,
    status: goal.status,
    paused: result.paused && reasonText(result.paused),
    parked_until: parkedUntil(goal) ?? null,
    created_at: goal.created_at,
    deadline: goal.terms?.deadline ?? null,
    spent: spentView(goal, now),
    limits: result.used.limits,
    fault: result.fault,
    beside: result.beside,
    criteria: viewOfCriteria(result),
    owner: session === undefined ? null : { session_id: session, alive: isOwnerAlive },
    owned_by: ownerText(goal.owner) + (isGone ? ' (gone)' : ''),
    nodes,
    one_writer: goal.writers?.why ?? null,
    decided: result.decided,
    answered: (state.answered ?? []).filter((one) => one.goal === goal.id),
    waiting,
    escalation: asked ?? null,
    closing: viewOfClosing(goal, runners),
    next:
      home === undefined
        ? nextStep(state, goal, { isWaiting: waiting.length > 0, isOwnerAlive, asked, lacking })
        : `It is driven on ${oneLine(home, 60)}. To move it here: wukong team take`,
    result,
  };
}

function nodeView(
  state: State,
  goal: Goal,
  { id, role, title, status, level, sent_back, warnings }: NodeHead,
  { runners, last }: Readonly<{ runners: readonly GateRunner[]; last: Run | undefined }>,
): NodeView {
  const node = nodeState(goal, id);
  const { max_retries, issue_ref = null } = specOf(goal, id);
  const run = 'run' in node ? node.run : null;
  const { attempts, started_at, finished_at } = node;
  return {
    ...{ id, role, title, issue_ref, status, level, attempts, max_retries, run },
    ...{ started_at, finished_at, sent_back },
    last_word: lastWord(state, last),
    worker: workerOf(run === null ? undefined : goal.runs[run]),
    verify: viewOfVerify(goal, run, runners),
    warnings,
    lane: (last && laneShown(last)) ?? null,
  };
}

function workerOf(run: Run | undefined): NodeView['worker'] {
  if (run?.lease?.process !== null) return null;
  return run.lease.elsewhere ?? 'none';
}

function lastWord(state: State, run: Run | undefined): LastWord | null {
  if (!run) return null;
  const said = run.outputs?.summary.trim() ?? '';
  if (said !== '') return { kind: 'said', text: said };
  const missing = shortfallText(run.lacks ?? {});
  if (missing !== '') return { kind: 'missing', text: missing };
  const live = run.ended ? null : lastSaid(state, run);
  return live === null ? null : { kind: 'said', text: live };
}

/** Nodes that a person carries out: where their order lies, and how its result is handed in. */
export function handedNodes(goal: Goal): GoalView['waiting'] {
  return stepsOfPeople(goal).map((step) => {
    const { node } = step;
    return {
      node,
      kind: 'person',
      reason: handedTo(step),
      next: handedHow(step),
      escalation: null,
    };
  });
}

export function waitsForPerson({ waiting, status, nodes, parked_until }: GoalView): boolean {
  const isMoving = nodes.some((node) => MOVING.includes(node.status));
  return waiting.length > 0 || (status === 'paused' && parked_until === null && !isMoving);
}

const MOVING: readonly NodeStatus[] = ['running', 'verify'];

type Seen = Pick<SeenHere, 'lacking'> &
  Readonly<{ isWaiting: boolean; isOwnerAlive: boolean; asked: string | undefined }>;

function nextStep(
  state: State,
  goal: Goal,
  { isWaiting, isOwnerAlive, asked, lacking }: Seen,
): string {
  const lost = lostPlan(goal);
  if (lost) return joined([explain(lost).message, explain(lost).hint]);
  if (isWaiting) return 'Answer what waits for you: wukong answer';
  if (goal.paused && offersOf(goal.paused).length > 0)
    return `${acceptGoalText(goal.id, 'shell', goal.paused)}.`;
  if (goal.paused?.kind === 'settings-changed') {
    return `Put that back, or let it count: wukong trust. ${toGoOn(goal)}`;
  }
  // More than a word carries it on.
  if (goal.paused && pausedOf(goal.paused) !== undefined)
    return pausedNext(goal.id, goal.paused, asked, 'shell');
  if (goal.status === 'paused') return toGoOn(goal);
  const [driven] = drivenNodes(goal);
  const isForDriver = driven && (waitsForDriver(goal) || !isOwnerAlive);
  if (isForDriver && lacking) return joined([lacking.why, lacking.hint]);
  if (isWithDaemon(state, goal, isAlive)) return 'The daemon carries it out: wukong daemon';
  const isDaemonThere = state.daemon !== undefined && isAlive(state.daemon.process);
  if (!isOwnerAlive && goal.queued !== undefined && isDaemonThere) {
    if (isLeft(goal) && goal.left && driven === undefined)
      return `The daemon leaves it: ${leftHow(goal.id, goal.left)}`;
    return isProposal(goal, state)
      ? `Nobody was at a terminal when it was queued. To let the daemon carry it out: wukong goal admit ${goal.id}`
      : 'The daemon takes it up in its turn: wukong daemon';
  }
  if (isForDriver) {
    return drivenHow(goal.id, specOf(goal, driven.id).executor, 'shell');
  }
  if (isOwnerAlive) {
    const who = sessionOfOwner(goal.owner) === undefined ? ownerText(goal.owner) : 'its session';
    return `Nothing to do: ${who} works on it.`;
  }
  return `Nobody works on it. ${toGoOn(goal)}`;
}
