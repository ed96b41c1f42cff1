// Whether anchors earn their keep: in which goals each was given, and in which a report named it.

import type { Fact, UnknownFact } from '../../model/facts/fact.ts';

export type Use = {
  /** Goals, by id, in the order of the log. */
  given: Set<string>;
  cited: Set<string>;
  /** First reports that cite it, and how many of these passed. */
  reports: { citing: number; passed: number };
  /** Of the goals it was given, those before a person was asked whether it may go, or kept it. */
  asked: number;
};

/** After so many goals that were given it in a row and none of which cited it, it is better removed. */
const UNUSED_GOALS = 20;

/** Fact by fact, as the log is read. */
export function countUse(uses: Map<string, Use>, fact: Fact | UnknownFact): void {
  if (fact.type === 'anchors.recalled') {
    for (const { anchors } of fact.payload.given) {
      for (const { id } of anchors) useOf(uses, id).given.add(fact.goal_id);
    }
  }
  if (fact.type === 'anchors.removal_proposed') {
    for (const { id } of fact.payload.anchors) ask(useOf(uses, id));
  }
  if (fact.type === 'anchors.kept') ask(useOf(uses, fact.payload.id));
  // One that comes back begins again.
  if (fact.type === 'anchors.removed') uses.delete(fact.payload.id);
  if (fact.type !== 'anchors.used') return;
  const { given, cited, passes } = fact.payload;
  // What a template names is given as well.
  for (const id of given) useOf(uses, id).given.add(fact.goal_id);
  for (const id of cited) {
    const use = useOf(uses, id);
    use.cited.add(fact.goal_id);
    use.reports.citing += 1;
    if (passes) use.reports.passed += 1;
  }
}

export function useOf(uses: Map<string, Use>, id: string): Use {
  const use = uses.get(id) ?? {
    given: new Set(),
    cited: new Set(),
    reports: { citing: 0, passed: 0 },
    asked: 0,
  };
  uses.set(id, use);
  return use;
}

function ask(use: Use): void {
  use.asked = use.given.size;
}

/** The goals it was given in since one cited it last. */
export function unusedGoals({ given, cited }: Use): number {
  const goals = [...given];
  return goals.length - 1 - goals.findLastIndex((goal) => cited.has(goal));
}

export function isUnused(use: Use): boolean {
  return unusedGoals(use) >= UNUSED_GOALS;
}

/** A person is to be asked whether it may go; twenty goals later again, if it is still cited by none. */
export function isDueForRemoval(use: Use): boolean {
  return Math.min(unusedGoals(use), use.given.size - use.asked) >= UNUSED_GOALS;
}
