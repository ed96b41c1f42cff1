// What waits for a person in open goals: why, what to type, and the ways on that there are.

import { escalationAt } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { askedOf } from '../../kernel/requests/approval-list.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { type Waiting, waitingAt } from '../../kernel/requests/waiting-at.ts';
import { parkedUntil } from '../../kernel/retries/parking.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { isUsedUp, type Raise, raiseFor } from '../../model/ways.ts';
import { askedNow } from '../../words/escalation/meaning.ts';
import { optionsOf, wayIn } from '../../words/escalation/options.ts';
import { isPower } from '../../words/escalation/page.ts';
import { ENGLISH_PAGE } from '../../words/escalation/page-words.ts';
import type { Asked, Option } from '../../words/escalation/way.ts';
import { asSentence, oneLine, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { nextText, pausedNext, waitsText } from '../../words/waiting.ts';

export type Wait = Readonly<{
  /** ESC-0001, while a person is asked. */
  id: string | null;
  goal: string;
  /** Null: the goal itself is paused. */
  node: string | null;
  why: string;
  /** What to type elsewhere. */
  next: string;
  asked: Asked | undefined;
  ways: ReadonlyArray<Option & Readonly<{ description: string }>>;
  /** What was used up: only more of it carries the goal on. */
  raise: Raise | undefined;
  /** As it is now. */
  stamp: string;
}>;

/** In the order of goals and of their plans; what goes on by itself waits for nobody. */
export function waitsIn(state: State): Wait[] {
  return openGoals(state).flatMap((goal) => {
    const isParked = parkedUntil(goal) !== undefined;
    return waitsOf(state, goal).filter(({ node }) => node !== null || !isParked);
  });
}

export function waitsOf(state: State, goal: Goal): Wait[] {
  const nodes = blockedNodes(goal).map((node) => waitAt(state, goal, node));
  return goal.paused === null ? nodes : [...nodes, waitAt(state, goal, null)];
}

function waitAt(state: State, goal: Goal, node: string | null): Wait {
  const one = escalationAt(state, goal.id, node);
  const asked = one && askedNow(state, one);
  const waiting = node === null ? undefined : waitingAt(goal, node);
  const said = waiting ? ofNode(waiting) : ofGoal(goal, one?.id);
  const because = node === null ? goal.paused : null;
  return {
    id: one?.id ?? null,
    goal: goal.id,
    node,
    ...said,
    asked,
    ways: asked ? optionsOf(asked).map((way) => described(way, asked)) : [],
    raise: isUsedUp(because) ? raiseFor(because) : undefined,
    stamp: stampAt(state, goal.id, node),
  };
}

function described(way: Option, asked: Asked): Wait['ways'][number] {
  return { ...way, description: wayIn(ENGLISH_PAGE.ways, way, asked).description };
}

function ofNode(waiting: Waiting): Pick<Wait, 'why' | 'next'> {
  return { why: wholeLine(waitsText(waiting)), next: nextText(waiting, 'shell', oneLine) };
}

function ofGoal({ id, paused }: Goal, asked: string | undefined): Pick<Wait, 'why' | 'next'> {
  if (!paused) return { why: '', next: '' };
  const why = wholeLine(asSentence(reasonText(paused)));
  return { why, next: wholeLine(pausedNext(id, paused, asked, 'shell')) };
}

/** By this a person was shown what waits as it is: the question, its reason, and what leave is asked for. */
export function stampAt(state: State, goalId: string, node: string | null): string {
  const goal = entry(state.goals, goalId);
  const at = node === null ? undefined : goal && entry(goal.nodes, node);
  const because = node === null ? goal?.paused : at?.status === 'blocked' ? at.because : undefined;
  const asked = goal && node !== null ? askedOf(goal, node) : [];
  return JSON.stringify([escalationAt(state, goalId, node)?.id, because, asked]);
}

export function nameOf({ id, goal, node }: Pick<Wait, 'id' | 'goal' | 'node'>): string {
  return id ?? (node === null ? goal : `${goal}/${node}`);
}

/** The ways on, each as a person chooses it. */
export function wayLines({ ways }: Wait): string[] {
  return ways.map((way, i) => {
    const power = isPower(way) ? ' (you are asked before it counts)' : '';
    return `  ${i + 1} (${way.option})  ${wholeLine(way.description)}${power}`;
  });
}

export function waitLines(wait: Wait): string[] {
  const { id, goal, node, why, next, ways } = wait;
  const where = node === null ? goal : `${goal}/${node}`;
  const how = ways.length === 0 ? next : `To answer: wukong answer ${id} <number, letter or words>`;
  return [`${id === null ? '' : `${id}  `}${where}  ${why}`, ...wayLines(wait), `  ${how}`];
}

/** For programs. */
export function waitView({ id, goal, node, why, next, ways }: Wait) {
  return {
    escalation: id,
    goal,
    node,
    why,
    next,
    ways: ways.map((way) => ({
      option: way.option,
      description: way.description,
      does: way.does.kind,
      widens: isPower(way),
    })),
  };
}
