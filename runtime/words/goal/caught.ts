// What the runtime caught in a goal, what was asked, and what was answered: from its facts, in their
// order. Pure.

import { waitingAt } from '../../kernel/requests/waiting-at.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import { asSentence } from '../plain-text.ts';
import { reasonText } from '../reason.ts';
import { remarkText } from '../remark.ts';
import { nextText } from '../waiting.ts';

export type Caught = Readonly<{
  event: string;
  at: string;
  node: string | null;
  what: string;
  items: readonly string[];
}>;

export type Question = Readonly<{
  node: string;
  /** ESC-0001, where a person was asked in a file. */
  escalation?: string;
  at: string;
  asked: string;
  /** Null while it waits. */
  answer: Readonly<{ at: string; text: string }> | null;
  /** What to type, while it waits. */
  next: string | null;
}>;

/** The facts this is made from: a goal has many others. */
export const TOLD_FACTS: readonly string[] = [
  'evidence.graded',
  'run.sent_back',
  'run.refused',
  'run.ended',
  'guard.missed',
  'approval.asked',
  'node.reopened',
  'node.blocked',
  'node.answered',
  'node.unblocked',
  'gate.finished',
  'settings.uncounted',
];

export function caughtIn(facts: readonly Recorded[]): Caught[] {
  /** By run: what was claimed beside what was seen, at the judgement before. */
  const judged = new Map<string, string>();
  return facts.flatMap((fact) => {
    if (fact.type === 'evidence.graded') {
      const { claimed, level, overclaimed } = fact.payload;
      judged.set(fact.run_id, overclaimed ? `claimed ${claimed}, seen ${level}` : '');
      // One that is sent back is told there.
      return overclaimed && fact.payload.passes
        ? [caught(fact, `passed, but claimed ${claimed}, seen ${level}`)]
        : [];
    }
    if (fact.type === 'run.sent_back') {
      const claim = judged.get(fact.run_id ?? '');
      return [caught(fact, claim ? `sent back: ${claim}` : 'sent back', fact.payload.missing)];
    }
    return caughtOf(fact);
  });
}

function caughtOf(fact: Recorded): Caught[] {
  switch (fact.type) {
    case 'run.ended': {
      const { outcome, because } = fact.payload;
      const isUsual = outcome === 'success' || outcome === 'replaced' || outcome === 'blocked';
      return isUsual
        ? []
        : [caught(fact, `run ended: ${outcome}`, [asSentence(reasonText(because))])];
    }
    case 'run.refused': {
      const { names, because } = fact.payload;
      return names === undefined
        ? [caught(fact, 'a late report was refused', [reasonText(because)])]
        : [caught(fact, `a result was refused that names the run ${names}`)];
    }
    case 'guard.missed':
      return [
        caught(fact, `the guard of ${fact.payload.role} did not run: its work does not count`),
      ];
    case 'approval.asked':
      return [caught(fact, `held until a person allows it: ${fact.payload.action}`)];
    case 'settings.uncounted':
      return [caught(fact, 'settings changed meanwhile, and count for nothing', fact.payload.what)];
    case 'node.reopened': {
      const { because, findings } = fact.payload;
      const isAsked = because.kind === 'rework' || because.kind === 'final-gate';
      return isAsked
        ? [caught(fact, `opened again: ${reasonText(because)}`, findings.map(remarkText))]
        : [];
    }
    case 'gate.finished': {
      const { gate, outcome, error } = fact.payload;
      const isCaught = outcome === 'fail' || outcome === 'timeout';
      return isCaught ? [caught(fact, `gate ${gate}: ${outcome}`, error ? [error] : [])] : [];
    }
    default:
      return [];
  }
}

function caught(fact: Recorded, what: string, items: readonly string[] = []): Caught {
  const { event_id: event, timestamp: at, node_id: node = null } = fact;
  return { event, at, node, what, items };
}

/** Each time a node waited for a person, and what the person said. */
export function questionsIn(goal: Goal, facts: readonly Recorded[]): Question[] {
  const found: Question[] = [];
  for (const fact of facts) {
    const { node_id: node, timestamp: at } = fact;
    if (node === undefined) continue;
    const isOpen = (one: Question): boolean => one.node === node && one.answer === null;
    const last = found.findLastIndex(isOpen);
    if (fact.type === 'node.blocked') {
      const asked = reasonText(fact.payload.because);
      found.push({ node, at, asked, answer: null, next: null });
    }
    const open = found[last];
    if (!open) continue;
    if (fact.type === 'escalation.opened') found[last] = { ...open, escalation: fact.payload.id };
    if (fact.type === 'node.answered') {
      found[last] = { ...open, answer: { at, text: fact.payload.answer } };
    }
    if (fact.type === 'node.unblocked') {
      found[last] = { ...open, answer: { at, text: '(resumed without words)' } };
    }
  }
  return found.map((one, i) => {
    const waiting = one.answer === null ? waitingAt(goal, one.node) : undefined;
    const isLast = found.findLastIndex(({ node }) => node === one.node) === i;
    return waiting && isLast ? { ...one, next: nextText(waiting, 'shell') } : one;
  });
}
