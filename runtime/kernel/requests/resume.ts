import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Terminal } from '../../model/actors/terminal.ts';
import type { Failure } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import { waitsForCheck } from '../../model/says-nothing.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { isHeld, waitKind } from '../../model/wait-of.ts';
import { isStillOver } from '../budget/still-over.ts';
import { escalationAt } from '../escalations/follow.ts';
import { blockedNodes } from '../graph/graph.ts';
import { type Claim, focusOfOwner, hasLivingOwner, isSameOwner } from '../state/owner.ts';
import { activeRuns, lostPlan, nodeState, specOf } from '../state/queries.ts';
import { signed, typedIn } from '../state/said.ts';
import { type Acceptance, type Accepted, acceptWork, isAwaited } from './accept-work.ts';
import { giveApprovals } from './approvals.ts';
import { decideByPerson, yesOrNo } from './ask-conditions.ts';
import { askedAbout, claimChanges, claimText, saysMine, whoAsks } from './claim-changes.ts';
import { openGoals, own, pauseGoal, setTerms } from './goals.ts';
import { trustGuard } from './missed-guard.ts';
import { endInterrupted, endOrphans, releaseRun } from './runs.ts';
import type { Step } from './step.ts';
import { gatesAgain } from './verify-again.ts';
import { settleAll, waitIfOpen } from './waiting-nodes.ts';

export type ResumeRequest = Readonly<{
  claim: Claim;
  goalId: string | null;
  nodeId: string | null;
  answer: string;
  /** What the blocked nodes ask leave for may happen, once each. */
  approve?: boolean;
  /** Finished work that is good as it is. */
  accept?: Acceptance | undefined;
  /** Paths whose changes are the person's own. */
  foreign?: readonly string[];
  /** What they say to why the goal itself is paused. */
  toPause?: string | undefined;
  /** What it has from now on. */
  terms?: Terms | undefined;
  /** Who says it. */
  by?: string;
  terminal?: Terminal | undefined;
  /** In which it was typed. */
  session?: string | undefined;
  take: boolean;
  /** Runs of this session whose tool call the user rejected, as the main transcript shows. */
  interrupted: readonly string[];
}>;

export type Resumed =
  | Readonly<{ kind: 'nothing-open' }>
  | Readonly<{ kind: 'unknown'; goalId: string }>
  | Readonly<{ kind: 'choose'; goals: Goal[] }>
  | Readonly<{ kind: 'owned'; goal: Goal }>
  /** Several nodes wait for words, and these are for one of them. */
  | Readonly<{ kind: 'choose-node'; goal: Goal; nodes: string[] }>
  /** Its plan can't be had. */
  | Readonly<{ kind: 'lost'; goal: Goal; failure: Failure }>
  /** Nothing waits to be accepted as that. */
  | Readonly<{ kind: 'not-asked'; goal: Goal; accept: Accepted }>
  | Readonly<{
      kind: 'resumed';
      goal: Goal;
      lost: number;
      unblocked: string[];
      accepted: readonly string[];
      waiting: string[];
      /** The goal of the session that pauses for it. */
      paused?: string;
    }>;

type Words = Readonly<{
  nodeId: string | null;
  answer: string;
  approve?: boolean;
  foreign?: readonly string[];
  /** What they say to why the goal itself is paused. */
  toPause?: string | undefined;
  by?: string;
  terminal?: Terminal | undefined;
  session?: string | undefined;
}>;
type Alive = (client: ProcessRef) => boolean;

/** Hands the frontier of an open goal to this session. Finished nodes are never touched. */
export function resumeGoal(step: Step, request: ResumeRequest, isAlive: Alive): Resumed {
  const picked = pick(step.state, request, isAlive);
  if (picked.kind !== 'one') return picked;
  const { goal } = picked;
  const failure = lostPlan(goal);
  if (failure) return { kind: 'lost', goal, failure };
  const { owner } = request.claim;
  const mine = isSameOwner(goal.owner, owner);
  const isTaken = !mine && hasLivingOwner(step.state, goal, isAlive);
  if (isTaken && !request.take) return { kind: 'owned', goal };
  const { accept, nodeId } = request;
  if (accept && !isAwaited(goal, accept, nodeId)) return { kind: 'not-asked', goal, accept };
  const nodes = addressees(goal, request);
  if (nodes.length > 1) return { kind: 'choose-node', goal, nodes };
  if (isTaken) replaceRuns(step, goal);
  const earlier = focusOfOwner(step.state, owner);
  if (earlier && earlier.id !== goal.id) {
    pauseGoal(step, earlier, { kind: 'goal-resumed', goal: goal.id });
    endInterrupted(step, earlier, request.interrupted);
  }
  own(step, goal, request.claim);
  const accepted = accept ? acceptWork(step, goal, nodeId, accept) : [];
  const { terms, by = '', terminal, session } = request;
  if (terms) setTerms(step, goal, terms, { by, terminal, session });
  runAgain(step, goal, request);
  const lost = endOrphans(step, goal, isAlive) + endInterrupted(step, goal, request.interrupted);
  const unblocked = unblock(step, goal, request);
  const paused = earlier && earlier.id !== goal.id ? { paused: earlier.id } : {};
  const waiting = blockedNodes(goal);
  return { kind: 'resumed', goal, lost, unblocked, accepted, waiting, ...paused };
}

/**
 * The same from the command line, where there is no session to own the goal: it runs again, held
 * nodes are free, and the next session that resumes it gets the work orders.
 */
export function resumeFromCli(step: Step, goal: Goal, words: Words, isAlive: Alive): Resumed {
  const failure = lostPlan(goal);
  if (failure) return { kind: 'lost', goal, failure };
  const nodes = addressees(goal, words);
  if (nodes.length > 1) return { kind: 'choose-node', goal, nodes };
  runAgain(step, goal, words);
  const lost = endOrphans(step, goal, isAlive);
  const unblocked = unblock(step, goal, words);
  return { kind: 'resumed', goal, lost, unblocked, accepted: [], waiting: blockedNodes(goal) };
}

/**
 * Whether it speaks for a person to let the goal go on so: words, leave, or what is asked of them where the
 * goal itself, or the guard of a role, waits. What was only stopped, interrupted or parked needs nobody.
 */
export function speaksForPerson(
  { escalations }: Pick<State, 'escalations'>,
  goal: Goal,
  { nodeId, answer, approve = false, foreign = [], toPause = '' }: Words,
): boolean {
  if (answer !== '' || toPause !== '' || approve || foreign.length > 0) return true;
  const isAsked = goal.status === 'paused' && !isStillOver(goal);
  if (isAsked && escalationAt({ escalations }, goal.id, null)) return true;
  return blockedNodes(goal).some((id) => {
    const node = nodeState(goal, id);
    if (node.status !== 'blocked' || (nodeId ?? id) !== id) return false;
    return waitKind(node.because) === 'unguarded';
  });
}

/**
 * What a person wrote into its file: the node is free, or the goal runs again that was paused for it. A goal
 * that a person paused stays so.
 */
export function answerFromFile(step: Step, goal: Goal, words: Words): void {
  if (words.nodeId === null) runAgain(step, goal, words);
  else unblock(step, goal, words);
}

function runAgain(step: Step, goal: Goal, words: Words | ResumeRequest): void {
  if (goal.status !== 'paused' || isStillOver(goal)) return;
  const { by = '', toPause = '' } = words;
  const payload = {
    ...(by !== '' && signed({ ...words, by })),
    ...(toPause !== '' && { answer: toPause.slice(0, 2000) }),
  };
  step.emit({ type: 'graph.resumed', goal_id: goal.id, ...typedIn(words), payload });
}

type Picked = Resumed | Readonly<{ kind: 'one'; goal: Goal }>;

/** The goal named, else this session's own, else the only one nobody works on. Never a guess. */
function pick(state: State, request: ResumeRequest, isAlive: Alive): Picked {
  const open = openGoals(state);
  if (request.goalId) {
    const goal = open.find((candidate) => candidate.id === request.goalId);
    return goal ? { kind: 'one', goal } : { kind: 'unknown', goalId: request.goalId };
  }
  const mine = focusOfOwner(state, request.claim.owner);
  if (mine) return { kind: 'one', goal: mine };
  const free = open.filter((goal) => !hasLivingOwner(state, goal, isAlive));
  const [first, second] = free.length > 0 ? free : open;
  if (!first) return { kind: 'nothing-open' };
  if (second) return { kind: 'choose', goals: free.length > 0 ? free : open };
  return { kind: 'one', goal: first };
}

function replaceRuns(step: Step, goal: Goal): void {
  for (const run of activeRuns(goal)) {
    releaseRun(step, goal, run, 'replaced', { kind: 'taken-over' });
  }
}

/** The nodes that wait for such words; none of them if there are no words. */
function addressees(goal: Goal, { nodeId, answer }: Words): string[] {
  if (answer === '') return [];
  return blockedNodes(goal).filter((id) => {
    const node = nodeState(goal, id);
    return (!nodeId || nodeId === id) && node.status === 'blocked' && !isHeld(node.because);
  });
}

/**
 * What was only held goes on by itself. What waits for words gets them: the answer stands in the
 * next work order, and one more run is allowed where the runs were used up. Nodes that were held get
 * them if no other waits for them.
 */
function unblock(step: Step, goal: Goal, request: Words): string[] {
  const unblocked: string[] = [];
  const { foreign = [], by = '', terminal, session } = request;
  const said = { by, terminal, session };
  const owner = request.nodeId ?? whoAsks(goal, foreign);
  if (foreign.length > 0 && (owner === null || !blockedNodes(goal).includes(owner))) {
    claimChanges(step, goal, owner, foreign, said);
  }
  const [asking] = addressees(goal, request);
  for (const id of blockedNodes(goal)) {
    const node = nodeState(goal, id);
    if (node.status !== 'blocked') continue;
    if (request.nodeId && request.nodeId !== id) continue;
    const scope = { goal_id: goal.id, node_id: id };
    const allowed = request.approve ? giveApprovals(step, goal, id, said) : [];
    const words = asking === undefined || asking === id ? request.answer : '';
    const claimed = claims(step, goal, id, words, request);
    const answer = [...allowed.map(youMay), ...claimed, words]
      .filter((text) => text !== '')
      .join('\n');
    const lacks = lacksCredential(step, goal, id) || waitsForCheck(node.because);
    const isYes = node.because.kind === 'edge-undecided' ? yesOrNo(words) : false;
    if (isYes === undefined) continue;
    if (!isHeld(node.because) && answer === '' && !lacks) continue;
    if (answer !== '') {
      step.emit({
        type: 'node.answered',
        ...scope,
        ...typedIn(request),
        payload: {
          answer: answer.slice(0, 2000),
          to: node.because,
          ...(by !== '' && signed(said)),
        },
      });
    }
    if (node.because.kind === 'edge-undecided') {
      decideByPerson(step, goal, id, node.because, isYes, said);
      unblocked.push(id);
      continue;
    }
    // To look whether it is there now costs no run; if it is not, the words are for the next one.
    if (lacks && gatesAgain(step, goal, id, answer)) {
      unblocked.push(id);
      continue;
    }
    if (!isHeld(node.because) && answer === '') continue;
    const { role, max_retries } = specOf(goal, id);
    if (waitKind(node.because) === 'unguarded') trustGuard(step, role);
    step.emit({ type: 'node.unblocked', ...scope, payload: { attempts: max_retries - 1 } });
    waitIfOpen(step, goal, id);
    unblocked.push(id);
  }
  // An older runtime may have left a failure that nothing makes up for.
  settleAll(step, goal);
  return unblocked;
}

/** What its gates lacked is there now, a person says: the work itself may be good. */
function lacksCredential(step: Step, goal: Goal, id: string): boolean {
  return escalationAt(step.state, goal.id, id)?.reason === 'missing_credential';
}

/** What the answer to a node makes the person's own, as a sentence for its next run. */
function claims(step: Step, goal: Goal, id: string, words: string, request: Words): string[] {
  const { foreign = [], by = '', terminal, session } = request;
  const asked = askedAbout(goal, id);
  const isFor = request.nodeId === id || whoAsks(goal, foreign) === id;
  const paths = foreign.length > 0 ? (isFor ? foreign : []) : saysMine(words) ? asked : [];
  if (paths.length === 0) return [];
  claimChanges(step, goal, id, paths, { by, terminal, session });
  return [claimText(paths)];
}

function youMay(action: string): string {
  return `Allowed, once and exactly so: ${action}`;
}
