// What a goal, and each of its nodes, may use, and what is left of that. What is at work counts with what it
// is expected to use, so that two dispatches do not spend the same rest.

import type { NodeBudget } from '../../model/goal-terms.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Budgeted, Expected, PastUse, Reserved } from '../../model/usage/usage.ts';
import { activeRuns, entry, specOf } from '../state/queries.ts';
import { type SpentOn, spentByRuns, spentOf, spentOn } from './spent.ts';

export const WARN_AT = 0.8;

/** `node`: whose own it is; without one it is of the whole goal. */
type Limit = Readonly<{ what: Budgeted; limit: number; node?: string }>;

/** Those of the goal, or of one node beside them. */
export function limitsOf(goal: Goal, node?: string): Limit[] {
  const budget = node === undefined ? goal.terms?.budget : nodeBudget(goal, node);
  const { max_tokens, max_cost_usd, max_hours } = budget ?? {};
  const all = { tokens: max_tokens, usd: max_cost_usd, hours: max_hours };
  return (Object.keys(all) as Budgeted[]).flatMap((what) => {
    const limit = all[what];
    return limit === undefined ? [] : [{ what, limit, ...(node !== undefined && { node }) }];
  });
}

/** As its plan says; what a person set since then goes before it. */
export function nodeBudget(goal: Goal, node: string): NodeBudget {
  const planned = goal.specs.find(({ id }) => id === node)?.budget;
  return { ...planned, ...entry(goal.terms?.nodes ?? {}, node) };
}

/** Nodes with a budget of their own. */
export function limitedNodes({ specs, terms }: Goal): string[] {
  const set = terms?.nodes ?? {};
  return specs.flatMap(({ id, budget }) => (budget || entry(set, id) ? [id] : []));
}

/** All limits that a goal and its nodes have, with what is used of each. */
export function usedOfLimits(goal: Goal, now: string): Array<Limit & Used> {
  return [undefined, ...limitedNodes(goal)].flatMap((node) => {
    const limits = limitsOf(goal, node);
    if (limits.length === 0) return [];
    const spent = spentOn(goal, now, node);
    return limits.map((one) => ({ ...one, ...usedOf(spent, one.what) }));
  });
}

/** `claimed`: the part of it that executors say, if there is one. */
type Used = Readonly<{ spent: number; claimed?: number }>;

function usedOf(spent: SpentOn, what: Budgeted): Used {
  const claimed = spent.claimed[what];
  return { spent: spent[what], ...(claimed > 0 && { claimed }) };
}

/** Limits that a run of this node may reach by tokens. */
export function tokenLimits(goal: Goal, node: string): Limit[] {
  const limits = [...limitsOf(goal), ...limitsOf(goal, node)];
  return limits.filter(({ what }) => what === 'tokens');
}

/** The limit that is used most. Hours count up to the last sign of life: it asks no clock. */
export function nearestLimit(goal: Goal): Readonly<{ what: Budgeted; share: number }> | undefined {
  const spent = spentOn(goal, goal.usage?.seen ?? goal.created_at);
  const shares = limitsOf(goal).map(({ what, limit }) => ({ what, share: spent[what] / limit }));
  return shares.sort((a, b) => b.share - a.share)[0];
}

/** Nothing more may be dispatched; undefined while there is something left of every limit. */
export function budgetSpent(goal: Goal, now: string): Exceeded | undefined {
  return exceeded(limitsOf(goal), spentOn(goal, now));
}

/** Nothing more may be dispatched of this node, by the limits it has of its own. */
export function nodeSpent(goal: Goal, node: string, now: string): Exceeded | undefined {
  const limits = limitsOf(goal, node);
  return limits.length === 0 ? undefined : exceeded(limits, spentOn(goal, now, node));
}

type Exceeded = Extract<Cause, { kind: 'budget-exceeded' }>;

function exceeded(limits: readonly Limit[], spent: SpentOn): Exceeded | undefined {
  const over = limits.find(({ what, limit }) => spent[what] >= limit);
  return over && { kind: 'budget-exceeded', ...over, ...usedOf(spent, over.what) };
}

type Room =
  | Readonly<{ kind: 'enough'; reserved?: Reserved }>
  /** It would not be enough if nothing else was at work. */
  | Exceeded
  /** Runs at work may use up the rest. */
  | Readonly<{ kind: 'reserved' }>;

/** Whether what is left will do for one more run of this node. */
export function roomFor(state: State, goal: Goal, nodeId: string, now: string): Room {
  const over = budgetSpent(goal, now) ?? nodeSpent(goal, nodeId, now);
  if (over) return over;
  const limits = limitsOf(goal);
  if (limits.length === 0) return { kind: 'enough' };
  const spent = spentOn(goal, now);
  const expected = expectedUse(state, goal, nodeId);
  const own = leftOfLimits(goal, now, nodeId);
  const needs = {
    tokens: Math.min(expected.tokens ?? 0, own.tokens),
    usd: Math.min(expected.usd ?? 0, own.usd),
    hours: 0,
  };
  const short = limits.find(({ what, limit }) => spent[what] + needs[what] > limit);
  if (short) {
    const { what } = short;
    return { kind: 'budget-exceeded', ...short, ...usedOf(spent, what), needs: needs[what] };
  }
  const rest = leftOfLimits(goal, now);
  // Of what nobody can expect it may use all that its node has left.
  const mayUse = (what: keyof Reserved): number =>
    expected[what] === null && own[what] < Infinity ? Math.min(own[what], rest[what]) : needs[what];
  const reserved = { tokens: mayUse('tokens'), usd: mayUse('usd') };
  const asked = { ...reserved, hours: 0 };
  const held = { ...reservedIn(goal), hours: 0 };
  const isHeld = limits.some(
    ({ what, limit }) => held[what] > 0 && spent[what] + held[what] + asked[what] > limit,
  );
  return isHeld ? { kind: 'reserved' } : { kind: 'enough', reserved };
}

/** What is left of the limits of the goal, or of those that the node has of its own. */
function leftOfLimits(goal: Goal, now: string, node?: string): Readonly<Record<Budgeted, number>> {
  const left = { tokens: Infinity, usd: Infinity, hours: Infinity };
  const limits = limitsOf(goal, node);
  if (limits.length === 0) return left;
  const spent = spentOn(goal, now, node);
  for (const { what, limit } of limits) left[what] = Math.max(0, limit - spent[what]);
  return left;
}

/** By its plan, else by the past runs of its role; null where there are none. */
export function expectedUse(state: State, goal: Goal, nodeId: string): Expected {
  const spec = specOf(goal, nodeId);
  const past = entry(state.role_usage ?? {}, spec.role) ?? [];
  return { tokens: usual(past, ({ tokens }) => tokens), usd: costEstimate(state, spec) };
}

/** Dollars a run of the node is expected to cost; null if nobody knows. */
export function costEstimate(
  { role_usage = {} }: Pick<State, 'role_usage'>,
  { role, cost_estimate }: Pick<NodeSpec, 'role' | 'cost_estimate'>,
): number | null {
  const past = entry(role_usage, role) ?? [];
  return cost_estimate ?? usual(past, ({ usd }) => usd);
}

/** The median of what was seen, or of that with what executors said, if that is more: a claim frees nothing. */
function usual(past: readonly PastUse[], of: (one: PastUse) => number | null): number | null {
  const all = median(past.flatMap((one) => of(one) ?? []));
  const seen = median(past.flatMap((one) => (one.claimed ? [] : (of(one) ?? []))));
  return all === undefined ? null : Math.max(all, seen ?? 0);
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

function leftOf(run: Run, of: (use: Reserved) => number): number {
  return Math.max(0, of(run.reserved ?? NONE) - of(spentByRuns([run])));
}

/** Dollars that a run at work may use at most: what is left beside what others at work may need. */
export function mostUsd(goal: Goal, run: Run): number | undefined {
  const others = reservedIn(goal).usd - leftOf(run, ({ usd }) => usd);
  const limit = goal.terms?.budget?.max_cost_usd;
  const ofGoal = limit === undefined ? Infinity : limit - spentOf(goal).usd - others;
  const own = nodeBudget(goal, run.node).max_cost_usd;
  const ofNode = own === undefined ? Infinity : own - spentOf(goal, run.node).usd;
  const most = Math.max(0, Math.min(ofGoal, ofNode));
  return most === Infinity ? undefined : most;
}

const NONE: Reserved = { tokens: 0, usd: 0 };
