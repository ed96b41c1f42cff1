// What keeps a report from being enough: a hindrance that only a person can take away, a fault that is not shown,
// criteria that are open, evidence that is too little. And what is asked for then.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Cause } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { EvidenceLevel } from '../../model/vocabulary.ts';
import type { NodeWait } from '../../model/waits.ts';
import { criterionAsk, judgesCriteria, type OpenCriterion } from '../graph/criteria.ts';
import { owesFault } from '../graph/proof.ts';
import { reproduces } from '../graph/reproduced.ts';
import { specOf } from '../state/queries.ts';
import type { FaultSeen, Judged } from './judged.ts';

/** What the next run would meet as well, and only a person can put right: outside the agent's reach. */
export function hindrance(
  goal: Goal,
  run: Run,
  judged: Judged,
): Extract<Cause, { kind: 'denied' | 'order-replaced' | 'work-gone' }> | undefined {
  const { status, passes, level, denied, questions, notGiven, gone } = judged;
  if (status === 'done' && passes) return undefined;
  if (notGiven) return { kind: 'order-replaced' };
  if (gone) return gone;
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  if (!denied || (status === 'done' && level >= required)) return undefined;
  return { kind: 'denied', ...denied, questions: [...questions] };
}

/**
 * What keeps a good report from being enough: the fault is not shown, and nobody else will show it. The
 * node that was last to change something may not have been so yet when it was judged.
 */
export function unshownFault(goal: Goal, run: Run, judged: Judged): FaultSeen | undefined {
  const { status, passes, fault } = judged;
  if (status !== 'done' || !fault || fault.shown) return undefined;
  if (passes && fault.documentation) return undefined;
  return (passes ? owesFault(goal, run.node) : fault.isAll) ? fault : undefined;
}

/** All that keeps a good report from being enough. */
export type Ask = Readonly<{
  missing: readonly string[];
  about: Partial<PayloadOf<'run.sent_back'>>;
  isAsked: boolean;
  because: NodeWait & Cause;
}>;

/** Where no check can run, an agent that was sent back for anything has had its try. */
export function toShow(
  goal: Goal,
  run: Run,
  fault: FaultSeen,
  changed: readonly string[] = [],
): Ask {
  // A test that shows nothing yet can be made one that does, as often as any work is sent back.
  const canTryAgain = reproduces(goal, run.node) && changed.length > 0;
  const { why, saying, ask: missing, noCheck } = fault;
  const singly = goal.template.risk === 'high' && { singly: true as const };
  const said = { why: why.slice(0, 1000), ...(saying && { saying }), ...singly };
  const because = { kind: 'fault-not-shown', ...said } as const;
  return {
    missing,
    about: { only_fault: true },
    isAsked: canTryAgain ? false : noCheck ? run.sent_back > 0 : run.asked_to_show === true,
    because,
  };
}

/** Whoever made the change is no judge of it: then a person is asked, and not its agent. */
export function toMeet(goal: Goal, run: Run, open: readonly OpenCriterion[]): Ask {
  const because = { kind: 'criteria-open' as const, open: [...open] };
  const isJudge = judgesCriteria(goal, run.node);
  const about = isJudge ? { criteria: open.map(({ number }) => number) } : {};
  return {
    missing: isJudge ? open.map(criterionAsk) : [],
    about,
    isAsked: run.asked_criteria === true,
    because,
  };
}

const MOST_NAMED = 4;

/** The first that are missing, without what a gate printed. */
export function lacking(
  goal: Goal,
  run: Run,
  level: EvidenceLevel,
  missing: readonly string[],
): Extract<Cause, { kind: 'too-little-evidence' }> {
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  const first = missing.slice(0, MOST_NAMED).map((text) => text.split('\n', 1)[0] ?? '');
  return { kind: 'too-little-evidence', level, required, missing: first };
}
