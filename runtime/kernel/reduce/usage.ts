import type { FactOf, Timed } from '../../model/facts/fact.ts';
import type { UsageFact } from '../../model/facts/usage.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Budgeted, ByModel, GoalUsage } from '../../model/usage/usage.ts';
import type { Role } from '../../model/vocabulary.ts';
import { allAdded, largestOf, spentIn } from '../../usage/sums.ts';
import { activeRuns, entry } from '../state/queries.ts';
import { usesHours } from '../state/run-by.ts';
import { goalOf, type Meanings, ON_RECORD, withRun } from './meaning.ts';

/** Past runs of a role that tell what the next one will use. */
const KEPT_PAST = 15;

export const USAGE_MEANINGS: Meanings<UsageFact> = {
  'usage.recorded': { shown: true, apply: addUsage },
  'usage.claimed': {
    apply: withRun(({ run }, { payload }) => {
      run.claimed = largestOf(run.claimed ?? {}, payload.models);
    }),
  },
  'budget.warned': { apply: (state, fact) => note(goalOf(state, fact), fact.payload, 'warned') },
  'budget.exceeded': {
    apply: (state, fact) => note(goalOf(state, fact), fact.payload, 'exceeded'),
  },
  'budget.overshot': ON_RECORD,
};

function addUsage(state: State, fact: Timed<FactOf<'usage.recorded'>>): void {
  const { models, read, final } = fact.payload;
  tellAtEnd(state, fact);
  const goal = goalOf(state, fact) ?? closedGoal(state, fact.goal_id);
  if (!goal) return;
  const usage = usageOf(goal);
  usage.models = allAdded(usage.models, models);
  const run = entry(goal.runs, fact.run_id);
  if (!run) {
    if (usage.main) usage.main.read = read;
    return;
  }
  run.usage = {
    models: allAdded(run.usage?.models ?? {}, models),
    read,
    ...((final || run.usage?.final) && { final: true as const }),
  };
  if (usage.since !== undefined) usage.seen = fact.timestamp;
  if (!run.ended) run.seen = fact.timestamp;
  if (final) learn(state, run);
}

/** What the main agent says last comes when its goal is closed. */
function closedGoal({ finished }: State, id: string): Goal | undefined {
  return finished?.id === id ? finished : undefined;
}

/** Whoever was not told yet that the goal is complete is told all of it. */
function tellAtEnd(state: State, fact: Timed<FactOf<'usage.recorded'>>): void {
  for (const { notices } of Object.values(state.sessions)) {
    for (const notice of notices) {
      if (notice.kind !== 'goal-completed' || notice.goal !== fact.goal_id || !notice.usage)
        continue;
      notice.usage.models = allAdded(notice.usage.models, fact.payload.models);
      if (fact.run_id === undefined) notice.usage.read = fact.payload.read;
    }
  }
}

function learn(state: State, { role, usage }: Run): void {
  if (usage) keepPast(state, role, usage.models);
}

/** Of a run whose transcript nobody has, what it said is all there is. */
export function learnClaim(state: State, { role, usage, claimed }: Run): void {
  if (!usage && claimed) keepPast(state, role, claimed, true);
}

/** Claims do not push out what was seen. */
function keepPast(state: State, role: Role, models: ByModel, claimed?: true): void {
  if (Object.keys(models).length === 0) return;
  const { tokens, usd, unpriced } = spentIn(models);
  const used = { tokens, usd: unpriced.length > 0 ? null : usd, ...(claimed && { claimed }) };
  const past = entry(state.role_usage ?? {}, role) ?? [];
  const others = past.filter((one) => one.claimed !== claimed);
  const kept = [...past.filter((one) => one.claimed === claimed), used].slice(-KEPT_PAST);
  state.role_usage = { ...state.role_usage, [role]: [...others, ...kept] };
}

function note(
  goal: Goal | undefined,
  { what, limit, node }: Readonly<{ what: Budgeted; limit: number; node?: string | undefined }>,
  at: 'warned' | 'exceeded',
): void {
  if (!goal) return;
  const usage = usageOf(goal);
  const noted = { [what]: { limit, at } };
  if (node === undefined) usage.noted = { ...usage.noted, ...noted };
  else usage.noted_of = { ...usage.noted_of, [node]: { ...usage.noted_of?.[node], ...noted } };
}

function usageOf(goal: Goal): GoalUsage {
  goal.usage ??= { models: {}, worked_ms: 0 };
  return goal.usage;
}

/** The main agent counts from where the conversation is when the goal comes into focus. */
export function countFrom(goal: Goal, session_id: string, at_byte: number | undefined): void {
  if (at_byte === undefined) delete goal.usage?.main;
  else usageOf(goal).main = { session_id, read: { bytes: at_byte } };
}

export function workBegins(goal: Goal, at: string): void {
  const usage = usageOf(goal);
  usage.since ??= at;
  usage.seen = at;
}

/** A lost run ended when nobody looked: its last sign of life counts, not when it was found. */
export function workEnds(goal: Goal, at: string, isLost: boolean): void {
  const { usage } = goal;
  if (usage?.since === undefined || activeRuns(goal).some(usesHours)) return;
  const end = isLost ? (usage.seen ?? usage.since) : at;
  usage.worked_ms += Math.max(0, Date.parse(end) - Date.parse(usage.since));
  delete usage.since;
  delete usage.seen;
}
