// The head of a summary: its verdict in one bar, and what a reader should not take on trust.

import { criteriaOf } from '../../kernel/graph/criteria.ts';
import { countedGates, passedGates } from '../../kernel/graph/ended-node.ts';
import { lastJudged } from '../../kernel/graph/graph.ts';
import { asksRedGreen, isOfOther, proofOf } from '../../kernel/graph/proof.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { Fault, HunksTried } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { warningOf } from '../../words/counts-text.ts';
import { besideText } from '../../words/fault.ts';
import { hunkDoubts } from '../../words/goal/hunk-doubts.ts';
import { asSentence } from '../../words/plain-text.ts';
import type { FinalCheck } from './final-check.ts';
import type { Sources } from './summary-sources.ts';

/** `fixed: red 1 → green · held 7 of 9 · gates 3/3 · 1 waits for you`. Nothing but words of ours and numbers. */
export function verdictBar(goal: Goal, { fault, beside, final, memory }: Sources): string {
  const gates = countedGates(goal, final).length;
  const waiting = memory.waiting.length + memory.removals.length;
  const { unseen = 0 } = beside ?? {};
  const { hunks } = final;
  const criteria = proofOf(goal).criteria ? criteriaOf(goal) : [];
  const met = criteria.filter(({ standing }) => standing.is === 'met').length;
  const counts = [
    unseen > 0 && `${unseen} ${unseen === 1 ? 'criterion' : 'criteria'} nobody looked at`,
    fault?.kind === 'shown' && `red ${redToGreen(goal, hunks)} → green`,
    hunks && !hunks.too_slow && `held ${hunks.held} of ${hunks.hunks}`,
    criteria.length > 0 && `criteria ${met}/${criteria.length}`,
    gates > 0 && `gates ${passedGates(goal, final).length}/${gates}`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`,
  ].filter((count) => typeof count === 'string');
  const word = wordOf(goal, fault);
  return counts.length === 0 ? word : `${word}: ${counts.join(' · ')}`;
}

function wordOf(goal: Goal, fault: Fault | undefined): string {
  switch (fault?.kind) {
    case undefined:
      return 'done';
    case 'shown': {
      const word = asksRedGreen(goal) ? 'fixed' : 'done';
      return fault.limit === undefined ? word : `${word}, shown to L2`;
    }
    case 'same': {
      const { broken = 0, gone = 0 } = fault;
      return broken + gone > 0 ? 'done, not the same as before' : 'done, the same as before';
    }
    case 'not-shown':
      return 'done, the fault was not shown';
    case 'nothing-changed':
      return 'nothing changed';
    case 'documentation':
      return 'documentation only';
    case 'not-asked':
      return fault.why === undefined
        ? 'done, nothing shown to fail before'
        : 'done, nothing was shown';
  }
}

/** Single tests where they are named for programs, else commands. */
function redToGreen(goal: Goal, hunks: HunksTried | undefined): number {
  const checks = proofOf(goal).checks.filter(({ red, green }) => red === 'red' && green !== null);
  return hunks?.cases?.caught || Math.max(1, checks.length);
}

/** One sentence each. What the sentence about the fault says is not said again. */
export function doubtsOf(goal: Goal, { records, final, beside }: Sources): string[] {
  const { hunks } = final;
  const open = criteriaOf(goal).filter(({ standing }) => standing.is !== 'met');
  const untold = [
    besideText(beside),
    open.length > 0
      ? `Not seen to hold: ${open.map(({ criterion }) => `criterion ${criterion.number}`).join(', ')}.`
      : '',
    ...(hunks ? hunkDoubts(hunks) : []),
    ...final.outcomes.flatMap((gate) => {
      if (gate.outcome !== 'unavailable') return warningOf(gate) ?? [];
      return asSentence(
        `The gate "${gate.gate}" could not run${gate.error ? `: ${gate.error}` : ''}`,
      );
    }),
    ...goal.specs.flatMap(({ id }) => lastJudged(goal, id)?.outputs?.warnings ?? []),
    ...staleNodes(goal, final),
    ...unresolved(records),
  ];
  return [...new Set(untold.filter((text) => text !== ''))];
}

/** Its evidence was measured on another tree than the final one, and not renewed on it. */
export function isStaleAtEnd(goal: Goal, nodeId: string, { tree, renews }: FinalCheck): boolean {
  const run = lastJudged(goal, nodeId);
  return run !== undefined && tree !== null && !renews && isOfOther(run, tree);
}

function staleNodes(goal: Goal, final: FinalCheck): string[] {
  const stale = goal.specs.map(({ id }) => id).filter((id) => isStaleAtEnd(goal, id, final));
  return stale.length === 0 ? [] : [`Measured on an older tree: ${stale.join(', ')}.`];
}

export type Citations = Readonly<{ resolved: number; total: number }>;

/** By node: what its last graded report cited. Older logs don't say. */
export function citationsOf(records: readonly Recorded[]): ReadonlyMap<string, Citations> {
  const cited = new Map<string, Citations>();
  for (const fact of records) {
    if (fact.type !== 'evidence.graded' || !fact.payload.citations) continue;
    cited.set(fact.node_id, fact.payload.citations);
  }
  return cited;
}

function unresolved(records: readonly Recorded[]): string[] {
  return [...citationsOf(records)]
    .filter(([, { resolved, total }]) => resolved < total)
    .map(
      ([node, { resolved, total }]) =>
        `${node}: ${total - resolved} of ${total} cited places do not resolve.`,
    );
}
