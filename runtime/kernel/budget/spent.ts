// What a goal, a node and a run have used: what transcripts show, and what executors say beyond that, which
// holds as well.

import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Budgeted, ByModel, Reserved, Spent } from '../../model/usage/usage.ts';
import { allAdded, roundedUsd, spentIn, withClaimed } from '../../usage/sums.ts';
import { runsOf } from '../graph/graph.ts';
import { usesHours } from '../state/run-by.ts';

/** Of the whole goal, or of the runs of one node. */
export function spentOf(goal: Goal, node?: string): Spent {
  const runs = node === undefined ? Object.values(goal.runs) : runsOf(goal, node);
  const seen = node === undefined ? (goal.usage?.models ?? {}) : modelsOf(runs);
  return withClaims(spentIn(seen), runs);
}

export function spentByRuns(runs: readonly Run[]): Spent {
  return withClaims(spentIn(modelsOf(runs)), runs);
}

function modelsOf(runs: readonly Run[]): ByModel {
  return runs.reduce((sum: ByModel, { usage }) => allAdded(sum, usage?.models ?? {}), {});
}

function withClaims(seen: Spent, runs: readonly Run[]): Spent {
  let spent = seen;
  for (const run of runs) {
    if (!run.claimed) continue;
    const names = run.usage ? [] : spentIn(run.claimed).unpriced;
    spent = withClaimed(spent, claimedBeyond(run));
    spent = { ...spent, unpriced: [...new Set([...spent.unpriced, ...names])] };
  }
  return spent;
}

/** What its executor says it used beyond what was seen. */
function claimedBeyond({ claimed = {}, usage }: Run): Reserved {
  const [said, seen] = [spentIn(claimed), spentIn(usage?.models ?? {})];
  return {
    tokens: Math.max(0, said.tokens - seen.tokens),
    usd: Math.max(0, roundedUsd(said.usd - seen.usd)),
  };
}

/** Work is while at least one run is active: a goal that waits for a person spends no hours. */
export function hoursOf({ usage }: Goal, now: string): number {
  if (!usage) return 0;
  const running = usage.since === undefined ? 0 : Date.parse(now) - Date.parse(usage.since);
  return (usage.worked_ms + Math.max(0, running)) / 3_600_000;
}

/** A node has one run at a time, and one that was lost ended with its last sign of life. */
function hoursOfNode(goal: Goal, node: string, now: string): number {
  const ms = runsOf(goal, node)
    .filter(usesHours)
    .map(({ dispatched_at, ended, seen }) => {
      const end = ended ? (seen ?? dispatched_at) : now;
      return Math.max(0, Date.parse(end) - Date.parse(dispatched_at));
    });
  return ms.reduce((sum, one) => sum + one, 0) / 3_600_000;
}

export type SpentOn = Readonly<Record<Budgeted, number>> &
  Readonly<{
    /** The part of it that nobody saw. */
    claimed: Readonly<Record<Budgeted, number>>;
  }>;

export function spentOn(goal: Goal, now: string, node?: string): SpentOn {
  const { tokens, usd, claimed = NONE } = spentOf(goal, node);
  const hours = node === undefined ? hoursOf(goal, now) : hoursOfNode(goal, node, now);
  return { tokens, usd, hours, claimed: { ...claimed, hours: 0 } };
}

const NONE: Reserved = { tokens: 0, usd: 0 };
