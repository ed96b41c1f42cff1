// What keeps a report from being enough: a hindrance that only a person can take away, a fault that is not shown,
// criteria that are open, evidence that is too little. And what is asked for then.

import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Cause } from '../../model/reason.ts';
import type { Shortfall } from '../../model/shortfall.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { EvidenceLevel } from '../../model/vocabulary.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { NodeWait } from '../../model/waits.ts';
import { criterionAsk, judgesCriteria, type OpenCriterion } from '../graph/criteria.ts';
import { faultOf, lastWriter, owesFault, proofOf } from '../graph/proof.ts';
import { reproduces } from '../graph/reproduced.ts';
import { specOf } from '../state/queries.ts';
import type { FaultSeen, Judged } from './judged.ts';
import { failedGates } from './stuck-gate.ts';

type HindranceKind = 'denied' | 'order-replaced' | 'work-gone' | 'gate-stuck';

/** What the next run would meet as well, and only a person can put right: outside the agent's reach. */
export function hindrance(
  goal: Goal,
  run: Run,
  judged: Judged,
): Extract<Cause, { kind: HindranceKind }> | undefined {
  const { status, passes, level, denied, questions, notGiven, gone, unable, fault, dir } = judged;
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  // What no gate can show is asked of whoever owes it.
  const isOwed = fault?.noCheck === true && unshownFault(goal, run, judged) !== undefined;
  if (unable && status === 'done' && ((!passes && level < required) || isOwed)) {
    return { kind: 'gate-stuck', how: 'unable', ...unable, dir };
  }
  if (status === 'done' && passes) return undefined;
  if (notGiven) return { kind: 'order-replaced' };
  if (gone) return gone;
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
  const isFirst = reproduces(goal, run.node) && !proofOf(goal).unproven;
  const isOwed = isFirst || owesFault(goal, run.node);
  return (passes ? isOwed : fault.isAll) ? fault : undefined;
}

/** All that keeps a good report from being enough. */
export type Ask = Readonly<{
  missing: readonly string[];
  /** The same as a person is told it. */
  lacks: Shortfall;
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
  const { ask: missing, noCheck } = fault;
  const because = notShown(goal, fault);
  return {
    missing,
    lacks: { why: [`${because.why}.`] },
    about: { only_fault: true },
    isAsked: canTryAgain ? false : noCheck ? run.sent_back > 0 : run.asked_to_show === true,
    because,
  };
}

type NotShown = Extract<NodeWait & Cause, { kind: 'fault-not-shown' }>;

function notShown(goal: Goal, { why, saying }: Pick<FaultSeen, 'why' | 'saying'>): NotShown {
  const singly = goal.template.risk === 'high' && { singly: true as const };
  return {
    kind: 'fault-not-shown',
    why: why.slice(0, 1000),
    ...(saying && { saying }),
    ...singly,
  };
}

/** Of a node that changed nothing and was the last to show the fault: as it was judged for whoever changed something. */
export function owedCause(goal: Goal, nodeId: string): NotShown | undefined {
  const fault = faultOf(goal);
  if (fault?.kind !== 'not-shown' || fault.accepted !== null) return undefined;
  const isOwed = lastWriter(goal, []) !== undefined && owesFault(goal, nodeId);
  return isOwed ? notShown(goal, fault) : undefined;
}

/** Whoever made the change is no judge of it: then a person is asked, and not its agent. */
export function toMeet(goal: Goal, run: Run, open: readonly OpenCriterion[]): Ask {
  const because = { kind: 'criteria-open' as const, open: [...open] };
  const isJudge = judgesCriteria(goal, run.node);
  const about = isJudge ? { criteria: open.map(({ number }) => number) } : {};
  return {
    missing: isJudge ? open.map(criterionAsk) : [],
    lacks: { why: open.slice(0, MOST_NAMED).map(criterionText) },
    about,
    isAsked: run.asked_criteria === true,
    because,
  };
}

const MOST_NAMED = 4;

function criterionText({ number, text, why }: OpenCriterion): string {
  return `Criterion ${number} (${text}) is open: ${why}.`;
}

/** What a person is told of it: the gates that failed, else what was not seen; and criteria that are open. */
export function lacksOf(
  goal: Goal,
  run: Run,
  judged: Judged,
  open: readonly OpenCriterion[] = [],
): Shortfall {
  const { status, gates, printed, reasons, changed, outside = [], seen } = judged;
  const failed = failedGates(gates, printed).slice(0, MOST_NAMED);
  const saysOf = (name: string) => gates.find(({ gate }) => gate === name)?.error;
  const required = specOf(goal, run.node).quality.evidence_level_required;
  const unmet = reasons.filter(({ met, level }) => !met && level <= required);
  const isIdle = CHANGING_ROLES.includes(run.role) && changed.length === 0;
  const unseen = [
    ...(unmet.length === 0 && seen !== undefined ? [seen] : unmet.map(({ why }) => why)),
    ...(isIdle ? ['It changed no file.'] : []),
    ...(outside.length > 0
      ? [`It changed files outside of its paths: ${outside.join(', ')}.`]
      : []),
  ];
  const why = [
    ...(status === 'blocked' ? ['Its agent says that it is blocked, and asks nothing.'] : []),
    ...(failed.length > 0 ? [] : unseen),
    ...open.map(criterionText),
  ].slice(0, MOST_NAMED);
  const told = failed.map(({ gate, printed: line }) => {
    const says = line ?? saysOf(gate);
    return { gate, ...(says && { says: says.slice(0, MOST_OF_SAID) }) };
  });
  return { ...(told.length > 0 && { failed: told }), ...(why.length > 0 && { why }) };
}

const MOST_OF_SAID = 300;

/** The first that are missing, without what a gate printed. */
export function lacking(
  goal: Goal,
  run: Run,
  level: EvidenceLevel,
  { missing, lacks }: Readonly<{ missing: readonly string[]; lacks: Shortfall }>,
): Extract<Cause, { kind: 'too-little-evidence' }> {
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  const first = missing.slice(0, MOST_NAMED).map((text) => text.split('\n', 1)[0] ?? '');
  return { kind: 'too-little-evidence', level, required, missing: first, ...lacks };
}
