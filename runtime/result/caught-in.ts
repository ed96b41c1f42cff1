// What the runtime caught in a goal, what was asked, and what was answered: from its facts, in their order.

import { waitingAt } from '../kernel/requests/waiting-at.ts';
import type { Recorded } from '../model/facts/fact.ts';
import type { Decided } from '../model/proof.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Caught, Question } from './goal-result.ts';
import { type GradedFact, gradedOf, type SentBack, sentBackOf } from './runs-in.ts';

export function caughtIn(facts: readonly Recorded[]): Caught[] {
  /** By run: the judgement before. */
  const judged = new Map<string, GradedFact>();
  return facts.flatMap((fact) => {
    const { event_id: event, timestamp: at, node_id: node = null } = fact;
    const found = caughtBy(fact, judged);
    return found ? [{ event, at, node, ...found }] : [];
  });
}

type Found = Caught extends infer One
  ? One extends Caught
    ? Omit<One, 'event' | 'at' | 'node'>
    : never
  : never;

function caughtBy(fact: Recorded, judged: Map<string, GradedFact>): Found | undefined {
  switch (fact.type) {
    case 'evidence.graded': {
      const graded = gradedOf(fact.event_id, fact.payload);
      judged.set(fact.run_id, graded);
      const { claimed, level, overclaimed, passes } = graded;
      // One that is sent back is told there.
      return overclaimed && passes ? { kind: 'claim', claimed, level } : undefined;
    }
    case 'run.sent_back': {
      const graded = judged.get(fact.run_id ?? '');
      return sentBack(sentBackOf(fact.event_id, fact.payload, graded), graded);
    }
    case 'run.ended': {
      const { outcome, because } = fact.payload;
      const isUsual = outcome === 'success' || outcome === 'replaced' || outcome === 'blocked';
      return isUsual ? undefined : { kind: 'run-ended', outcome, because };
    }
    case 'run.refused': {
      const { names, because } = fact.payload;
      return names === undefined ? { kind: 'late-report', because } : { kind: 'other-run', names };
    }
    case 'guard.missed':
      return { kind: 'no-guard', role: fact.payload.role };
    case 'approval.asked':
      return { kind: 'held', action: fact.payload.action };
    case 'settings.uncounted':
      return { kind: 'settings', what: fact.payload.what };
    case 'node.reopened': {
      const { because, findings } = fact.payload;
      const isAsked = because.kind === 'rework' || because.kind === 'final-gate';
      return isAsked ? { kind: 'reopened', because, findings } : undefined;
    }
    case 'gate.finished': {
      const { gate, outcome, error = null, excused } = fact.payload;
      const isCaught = !excused && (outcome === 'fail' || outcome === 'timeout');
      return isCaught ? { kind: 'gate', gate, outcome, error } : undefined;
    }
    default:
      return undefined;
  }
}

function sentBack({ event: _, ...one }: SentBack, graded: GradedFact | undefined): Found {
  return { kind: 'sent-back', overclaimed: graded?.overclaimed ?? false, ...one };
}

/** Each time a node waited for a person, and what the person said. */
export function questionsIn(
  goal: Goal,
  facts: readonly Recorded[],
  decided: readonly Decided[],
): Question[] {
  const found: Question[] = [];
  for (const fact of facts) {
    const { node_id: node, timestamp: at } = fact;
    if (node === undefined) continue;
    const isOpen = (one: Question): boolean => one.node === node && one.answer === null;
    const last = found.findLastIndex(isOpen);
    if (fact.type === 'node.blocked') {
      const asked = fact.payload.because;
      found.push({ node, escalation: null, at, asked, answer: null, ended: null, waiting: null });
    }
    const open = found[last];
    if (!open) continue;
    if (fact.type === 'escalation.opened') found[last] = { ...open, escalation: fact.payload.id };
    if (fact.type === 'node.answered') {
      found[last] = { ...open, answer: { at, text: fact.payload.answer } };
    }
    if (fact.type === 'node.unblocked') found[last] = { ...open, answer: { at, text: null } };
  }
  return found.map((one, i) => {
    const isLast = found.findLastIndex(({ node }) => node === one.node) === i;
    const waiting = one.answer === null && isLast ? (waitingAt(goal, one.node) ?? null) : null;
    return { ...one, ended: one.answer?.at ?? decidedAt(one, decided), waiting };
  });
}

function decidedAt({ node, at }: Question, decided: readonly Decided[]): string | null {
  return decided.find((one) => one.node === node && one.at >= at)?.at ?? null;
}
