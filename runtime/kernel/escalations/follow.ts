// What a person is asked follows from the facts: it opens when something begins to wait for them, and
// closes when it waits no more. One place for every request, so that each is opened once and closed once.

import type { Fact } from '../../model/facts/fact.ts';
import type { Reason } from '../../model/reason.ts';
import type { OpenEscalation, State } from '../../model/state/state.ts';
import { isSpent } from '../../model/wait-of.ts';
import { escalationId } from '../state/ids.ts';
import { entry } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import { packetOf } from './packet.ts';
import { escalationReason, urgencyOf } from './which.ts';

export type AskedAt = OpenEscalation & Readonly<{ id: string }>;

export function openEscalations({ escalations = {} }: Pick<State, 'escalations'>): AskedAt[] {
  return Object.entries(escalations).map(([id, one]) => ({ id, ...one }));
}

/** What is asked of a person at a node, or, `null`, of the goal itself. */
export function escalationAt(
  state: Pick<State, 'escalations'>,
  goal: string,
  node: string | null,
): AskedAt | undefined {
  return openEscalations(state).find((one) => one.goal === goal && one.node === node);
}

/** Before the fact counts: what is answered, or not asked any more, by it. `step`: the facts before it. */
export function closedBy(state: State, fact: Fact, step: readonly Fact[]): Fact[] {
  if (state.escalations === undefined) return [];
  return openEscalations(state)
    .filter((one) => endsBy(state, one, fact))
    .map((one) => closed(one, fact, step));
}

/** After the fact counts: what only a person can answer now. */
export function openedBy(state: State, fact: Fact): Fact[] {
  if (fact.type === 'node.blocked') {
    return opened(state, fact.goal_id, fact.node_id, fact.payload.because);
  }
  if (fact.type === 'graph.paused') {
    return opened(state, fact.goal_id, null, fact.payload.because);
  }
  return [];
}

/** A node that is asked about and blocked once more is asked about still. */
function opened(state: State, goalId: string, node: string | null, because: Reason): Fact[] {
  const goal = entry(state.goals, goalId);
  if (!goal || escalationAt(state, goalId, node)) return [];
  const packet = packetOf(goal, node, because);
  const findings = node === null ? [] : (entry(goal.nodes, node)?.findings ?? []);
  const reason = escalationReason(because, { asked: packet.asked, findings });
  if (reason === undefined) return [];
  const id = escalationId((state.counters.escalations ?? 0) + 1);
  const scope = { goal_id: goalId, ...(node !== null && { node_id: node }) };
  const payload = { id, reason, urgency: urgencyOf(reason), packet };
  return [{ type: 'escalation.opened', ...scope, payload }];
}

function endsBy(state: State, { goal, node }: AskedAt, fact: Fact): boolean {
  if (!('goal_id' in fact) || fact.goal_id !== goal) return false;
  switch (fact.type) {
    case 'node.unblocked':
    case 'node.done':
    case 'node.cancelled':
    case 'verify.repeated':
    case 'edge.decided':
      return node !== null && fact.node_id === node;
    // One that is opened again and blocked again by a judge waits for the same answer.
    case 'node.reopened': {
      const { because, between = [] } = fact.payload;
      if (node === null) return false;
      const isMoot = waitsForEdge(state, goal, node) && because.kind === 'reopened-before';
      if (because.kind !== 'rolled-back' && !isMoot) return false;
      return fact.node_id === node || between.includes(node);
    }
    // The attempt is given back, and with it what it used up.
    case 'run.excused': {
      const at = node === null ? undefined : entry(state.goals[goal]?.nodes ?? {}, node);
      return fact.node_id === node && at?.status === 'blocked' && isSpent(at.because);
    }
    case 'graph.resumed':
      return node === null;
    case 'graph.completed':
    case 'graph.aborted':
      return true;
    default:
      return false;
  }
}

function waitsForEdge(state: State, goal: string, node: string): boolean {
  const at = entry(state.goals[goal]?.nodes ?? {}, node);
  return at?.status === 'blocked' && at.because.kind === 'edge-undecided';
}

/** What a person allows or accepts. */
const TAKEN = [
  'approval.given',
  'work.accepted',
  'criterion.accepted',
  'tests.accepted',
  'doubts.accepted',
  'changes.claimed',
  'settings.pinned',
  'goal.set',
] as const satisfies ReadonlyArray<Fact['type']>;

type Taken = Extract<Fact, { type: (typeof TAKEN)[number] }>;

function closed({ id, goal, node }: AskedAt, fact: Fact, step: readonly Fact[]): Fact {
  const near = step.filter((one) => isAbout(one, goal, node));
  const said = near.findLast((one) => one.type === 'node.answered');
  const taken = near.filter(isTaken);
  const resumed = fact.type === 'graph.resumed' ? fact.payload : undefined;
  const words = said?.payload.answer ?? resumed?.answer;
  const by = taken.at(-1)?.payload.by ?? said?.payload.by ?? resumed?.by;
  const terminal = taken.at(-1)?.payload.terminal ?? said?.payload.terminal ?? resumed?.terminal;
  const typed = near.findLast((one) => isTaken(one) || one.type === 'node.answered') ?? fact;
  const session_id = typed.session_id;
  const isUnasked = near.some(({ type }) => type === 'work.rolled_back');
  const isAnswered =
    said !== undefined ||
    taken.length > 0 ||
    resumed !== undefined ||
    fact.type === 'node.unblocked' ||
    fact.type === 'verify.repeated';
  const took = [...new Set(taken.map(({ type }) => type))];
  const response = {
    ...(words !== undefined && words !== '' && { words }),
    ...(took.length > 0 && { took }),
  };
  return {
    type: 'escalation.closed',
    goal_id: goal,
    ...(node !== null && { node_id: node }),
    ...(session_id !== undefined && { session_id }),
    payload: {
      id,
      how: isAnswered && !isUnasked ? 'answered' : 'dropped',
      ...(by !== undefined && { by }),
      ...(terminal && { terminal }),
      ...(Object.keys(response).length > 0 && { response }),
    },
  };
}

function isAbout(fact: Fact, goal: string, node: string | null): boolean {
  if (!('goal_id' in fact) || fact.goal_id !== goal) return false;
  const at = 'node_id' in fact ? fact.node_id : undefined;
  return at === undefined || at === node;
}

function isTaken(fact: Fact): fact is Taken {
  return TAKEN.some((type) => type === fact.type);
}

export type Ignored = Said & Readonly<{ id: string; why: string }>;

/** A person says that it needs no answer; what it asks about waits on. */
export function ignoredBy(state: State, { id, why, ...said }: Ignored): Fact | undefined {
  const one = entry(state.escalations ?? {}, id);
  if (!one) return undefined;
  const { goal, node } = one;
  const scope = { goal_id: goal, ...(node !== null && { node_id: node }) };
  const response = { words: why.slice(0, 2000) };
  const payload = { id, how: 'ignored' as const, ...signed(said), response };
  return { type: 'escalation.closed', ...scope, payload };
}
