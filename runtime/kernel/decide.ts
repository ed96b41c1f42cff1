import type { ProcessRef } from '../model/actors/process-ref.ts';
import type { Goal } from '../model/state/goal.ts';
import type { State } from '../model/state/state.ts';
import type { ExecutorType, Role } from '../model/vocabulary.ts';
import { deadVerifiers, isHeldFor } from './reports/verifier.ts';
import { canComplete } from './requests/goals.ts';
import { dispatchable, freePlaces } from './requests/offer.ts';
import { isCutShort, lastNodes } from './requests/settle.ts';
import { activeRuns, goalsOf, specOf } from './state/queries.ts';

/** What only this moment shows. */
type Now = Readonly<{ isAlive: (process: ProcessRef) => boolean }>;

/**
 * What comes next, for every driver of a goal: the Stop of its session, or a process. Data alone: a
 * driver carries out what it can, and says what it has to say in its own words.
 */
export type Command =
  /** A report that nobody verifies: its verifier is gone. The agent's work is not repeated. */
  | Readonly<{ type: 'verify_report'; goal: string; node: string; run: string }>
  /** `held`: the agent is still there, and can be sent back. */
  | Readonly<{ type: 'await_report'; goal: string; node: string; run: string; held: boolean }>
  | Readonly<{ type: 'await_run'; goal: string; node: string; run: string }>
  /** Every node ended well. What is left are gates and files. */
  | Readonly<{ type: 'complete_goal'; goal: string }>
  /**
   * Reminded so often, nobody has started what is ready; or nothing is left to run, and the goal cannot
   * be completed.
   */
  | Readonly<{
      type: 'pause_goal';
      goal: string;
      because:
        | Readonly<{ kind: 'no-progress'; reminders: number }>
        | Readonly<{ kind: 'cut-short'; skipped: readonly string[] }>;
    }>
  | Readonly<{ type: 'start_node'; goal: string; node: string; role: Role; by: ExecutorType }>;

/** Of one goal, or of all. Nothing for a goal that is paused or over. */
export function decide(state: State, now: Now, only?: Goal): Command[] {
  const goals = only ? [only] : goalsOf(state);
  return goals
    .filter(({ status }) => status === 'running')
    .flatMap((goal) => [...left(goal, now), ...next(state, goal)]);
}

/** For runs that were started. */
function left(goal: Goal, { isAlive }: Now): Command[] {
  const dead = deadVerifiers(goal, isAlive);
  return activeRuns(goal).map((run): Command => {
    const at = { goal: goal.id, node: run.node, run: run.id };
    if (run.report === null) return { type: 'await_run', ...at };
    if (dead.includes(run.id)) return { type: 'verify_report', ...at };
    return { type: 'await_report', ...at, held: isHeldFor(run, isAlive) };
  });
}

function next(state: State, goal: Goal): Command[] {
  if (canComplete(goal)) return [{ type: 'complete_goal', goal: goal.id }];
  if (isCutShort(goal)) {
    const because = { kind: 'cut-short', skipped: lastNodes(goal) } as const;
    return [{ type: 'pause_goal', goal: goal.id, because }];
  }
  const ready = dispatchable(goal).slice(0, freePlaces(goal, state.config));
  const reminders = goal.stalls;
  const isStalled = reminders >= state.config.no_progress_stops && activeRuns(goal).length === 0;
  if (isStalled && ready.length > 0) {
    return [{ type: 'pause_goal', goal: goal.id, because: { kind: 'no-progress', reminders } }];
  }
  return ready.map(({ id, role }) => {
    const by = specOf(goal, id).executor.type;
    return { type: 'start_node', goal: goal.id, node: id, role, by };
  });
}
