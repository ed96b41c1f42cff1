// What a goal may use and has used. What is at work counts with what it is expected to use, so that two
// dispatches do not spend the same rest.

import type { NodeSpec } from '../../model/node.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal, Run, State } from '../../model/state.ts';
import type { Budgeted, Reserved, Spent } from '../../model/usage/usage.ts';
import { spentIn } from '../../usage/sums.ts';
import { activeRuns, entry, specOf } from '../state/queries.ts';

export const WARN_AT = 0.8;

export type Limit = Readonly<{ what: Budgeted; limit: number }>;

export function limitsOf({ terms }: Goal): Limit[] {
  const { max_tokens, max_cost_usd, max_hours } = terms?.budget ?? {};
  const all = { tokens: max_tokens, usd: max_cost_usd, hours: max_hours };
  return (Object.keys(all) as Budgeted[]).flatMap((what) => {
    const limit = all[what];
    return limit === undefined ? [] : [{ what, limit }];
  });
}

export function hasTokenLimit({ terms }: Goal): boolean {
  return terms?.budget?.max_tokens !== undefined;
}

export function spentOf(goal: Goal): Spent {
  return spentIn(goal.usage?.models ?? {});
}

/** Work is while at least one run is active: a goal that waits for a person spends no hours. */
export function hoursOf({ usage }: Goal, now: string): number {
  if (!usage) return 0;
  const running = usage.since === undefined ? 0 : Date.parse(now) - Date.parse(usage.since);
  return (usage.worked_ms + Math.max(0, running)) / 3_600_000;
}

export function spentOn(goal: Goal, now: string): Readonly<Record<Budgeted, number>> {
  const { tokens, usd } = spentOf(goal);
  return { tokens, usd, hours: hoursOf(goal, now) };
}

/** The limit that is used most. Hours count up to the last sign of life: it asks no clock. */
export function nearestLimit(goal: Goal): Readonly<{ what: Budgeted; share: number }> | undefined {
  const spent = spentOn(goal, goal.usage?.seen ?? goal.created_at);
  const shares = limitsOf(goal).map(({ what, limit }) => ({ what, share: spent[what] / limit }));
  return shares.sort((a, b) => b.share - a.share)[0];
}

/** Nothing more may be dispatched; undefined while there is something left of every limit. */
export function budgetSpent(goal: Goal, now: string): Exceeded | undefined {
  const spent = spentOn(goal, now);
  const over = limitsOf(goal).find(({ what, limit }) => spent[what] >= limit);
  return over && { kind: 'budget-exceeded', ...over, spent: spent[over.what] };
}

type Exceeded = Extract<Cause, { kind: 'budget-exceeded' }>;

export type Room =
  | Readonly<{ kind: 'enough'; reserved?: Reserved }>
  /** It would not be enough if nothing else was at work. */
  | Exceeded
  /** Runs at work may use up the rest. */
  | Readonly<{ kind: 'reserved' }>;

/** Whether what is left will do for one more run of this node. */
export function roomFor(state: State, goal: Goal, nodeId: string, now: string): Room {
  const limits = limitsOf(goal);
  if (limits.length === 0) return { kind: 'enough' };
  const over = budgetSpent(goal, now);
  if (over) return over;
  const spent = spentOn(goal, now);
  const reserved = expectedUse(state, goal, nodeId);
  const needs = { ...reserved, hours: 0 };
  const held = { ...reservedIn(goal), hours: 0 };
  const short = limits.find(({ what, limit }) => spent[what] + needs[what] > limit);
  if (short) {
    const { what } = short;
    return { kind: 'budget-exceeded', ...short, spent: spent[what], needs: needs[what] };
  }
  const isHeld = limits.some(({ what, limit }) => spent[what] + held[what] + needs[what] > limit);
  return isHeld ? { kind: 'reserved' } : { kind: 'enough', reserved };
}

/** By its plan, else by the median of the past runs of its role; nothing where there are none. */
function expectedUse(state: State, goal: Goal, nodeId: string): Reserved {
  const { role } = specOf(goal, nodeId);
  const past = entry(state.role_usage ?? {}, role) ?? [];
  const tokens = median(past.map((one) => one.tokens)) ?? 0;
  return { tokens, usd: costEstimate(state, specOf(goal, nodeId)) ?? 0 };
}

/** Dollars a run of the node is expected to cost; null if nobody knows. */
export function costEstimate(
  { role_usage = {} }: Pick<State, 'role_usage'>,
  { role, cost_estimate }: Pick<NodeSpec, 'role' | 'cost_estimate'>,
): number | null {
  const past = entry(role_usage, role) ?? [];
  return cost_estimate ?? median(past.flatMap(({ usd }) => usd ?? [])) ?? null;
}

function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** What runs at work have not used yet of what was reserved for them. */
function reservedIn(goal: Goal): Reserved {
  const sum = (of: (use: Reserved) => number): number =>
    activeRuns(goal).reduce((total, run) => total + leftOf(run, of), 0);
  return { tokens: sum(({ tokens }) => tokens), usd: sum(({ usd }) => usd) };
}

function leftOf({ reserved, usage }: Run, of: (use: Reserved) => number): number {
  return Math.max(0, of(reserved ?? NONE) - of(usage ? spentIn(usage.models) : NONE));
}

/** Dollars that a run at work may use at most: what is left beside what others at work may need. */
export function mostUsd(goal: Goal, run: Run): number | undefined {
  const limit = goal.terms?.budget?.max_cost_usd;
  if (limit === undefined) return undefined;
  const others = reservedIn(goal).usd - leftOf(run, ({ usd }) => usd);
  return Math.max(0, limit - spentOf(goal).usd - others);
}

const NONE: Reserved = { tokens: 0, usd: 0 };
