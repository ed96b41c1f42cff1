// Where a goal stands, as far as a line or a few of a session tell it.

import type { Caught, StepName } from '../../model/notice.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import type { Budgeted } from '../../model/usage/usage.ts';
import type { Role } from '../../model/vocabulary.ts';
import { nearestLimit } from '../budget/budget.ts';
import { spentOf } from '../budget/spent.ts';
import { openEscalations } from '../escalations/follow.ts';
import { stepOf } from '../graph/ended-node.ts';
import { blockedNodes, countOf } from '../graph/graph.ts';
import { stepsOf } from '../graph/growth.ts';
import { activeRuns, focusOf, goalsOf, isOpen } from '../state/queries.ts';
import { laneShown } from './lane-shown.ts';

export type Standing = Readonly<{
  goal: Goal;
  /** The session that asks works on it. */
  isHere: boolean;
  /** Another session, or a process, has it. */
  isElsewhere: boolean;
  done: number;
  total: number;
  working: readonly Working[];
  /** Nodes that wait for a person. */
  waiting: readonly string[];
  /** What is asked of them: by node, or by the empty word for the goal itself. */
  asked: Readonly<Record<string, string>>;
  paused: Reason | null;
  /** Of what has a price. */
  usd: number;
  /** The limit that is used most. Hours count up to the last run that ended. */
  nearest: Readonly<{ what: Budgeted; share: number }> | undefined;
}>;

export type Working = Readonly<{
  step: StepName;
  role: Role;
  since: string;
  /** Its report came, and is looked at. */
  isJudged: boolean;
  /** How often, and why the first time. */
  sent_back: number;
  caught: Caught | undefined;
  /** The folder of its own that it works in. */
  lane: string | undefined;
}>;

/** The goal of the session; in one that has none, all that are open, the newest first. */
export function standings(state: State, sessionId: string): Standing[] {
  const focus = focusOf(state, sessionId);
  const goals = focus ? [focus] : goalsOf(state).filter(isOpen).toReversed();
  return goals.map((goal) => standingOf(state, goal, sessionId));
}

function standingOf(state: State, goal: Goal, sessionId: string): Standing {
  const { owner } = goal;
  const isHere = owner.kind === 'session' && owner.session_id === sessionId;
  return {
    goal,
    isHere,
    isElsewhere: !isHere && owner.kind !== 'nobody',
    done: countOf(goal, 'done'),
    total: stepsOf(goal).length,
    working: activeRuns(goal).map((run) => ({
      step: stepOf(goal, run.node),
      role: run.role,
      since: run.dispatched_at,
      isJudged: run.report !== null,
      sent_back: run.sent_back,
      caught: run.caught,
      lane: laneShown(run),
    })),
    waiting: blockedNodes(goal),
    asked: Object.fromEntries(
      openEscalations(state)
        .filter((one) => one.goal === goal.id)
        .map(({ id, node }) => [node ?? '', id]),
    ),
    paused: goal.paused,
    usd: spentOf(goal).usd,
    nearest: nearestLimit(goal),
  };
}
