// What follows from a reason to wait, asked of the table (waits.ts).

import type { AcceptedWork } from './proof.ts';
import type { Reason } from './reason.ts';
import { namesCredential } from './telling-line.ts';
import type { EscalationReason } from './vocabulary.ts';
import {
  type BlockedKind,
  type Next,
  OFFERS,
  type Offer,
  type Pause,
  type Row,
  type Three,
  type Tried,
  WAITS,
  type WaitKind,
} from './waits.ts';

/** The reason that says the same today, of what a log of before has in words. */
const OF_BEFORE: Readonly<Record<BlockedKind, WaitKind>> = {
  questions: 'questions',
  retries: 'runs-used-up',
  stopped: 'agent-stopped',
  interrupted: 'agent-interrupted',
  'not-started': 'never-started',
  'no-change': 'no-change',
  rejected: 'rejected',
  'tests-changed': 'tests-changed',
  'not-shown': 'fault-not-shown',
  'criteria-open': 'criteria-open',
  'gate-stuck': 'gate-stuck',
  denied: 'denied',
  'order-replaced': 'order-replaced',
  'work-gone': 'work-gone',
  unguarded: 'guard-unproven',
};

const NONE: Row = {};

/** Its row; what is only words has no data that a row could ask for. */
function rowOf(because: Reason): Row {
  const { kind } = because;
  if (kind !== 'text') return (WAITS as Readonly<Record<string, Row>>)[kind] ?? NONE;
  const of = (OF_BEFORE as Readonly<Record<string, WaitKind>>)[because.waits ?? ''] ?? kind;
  const { names, offers, nextOf, pausedOf, ways, ...row }: Row = WAITS[of];
  return row;
}

/** As programs are told it, and as the log has it. */
export function waitKind(because: Reason): BlockedKind {
  return (rowOf(because).kind as BlockedKind | undefined) ?? 'retries';
}

/** It needs no words of a person: the node goes on when they resume the goal. */
export function isHeld(because: Reason): boolean {
  return rowOf(because).held === true;
}

export function isSpent(because: Reason): boolean {
  return rowOf(because).spent === true;
}

export function isTried(because: Reason): because is Tried {
  return rowOf(because).tried === true && because.kind !== 'text';
}

export function isFreedBy(because: Reason, what: 'executor' | 'tests'): boolean {
  return rowOf(because).freedBy?.includes(what) === true;
}

/** What a person is asked, if anything. `more`: what else may name a secret. */
export function asksOf(
  because: Reason,
  more: readonly string[] = [],
): EscalationReason | undefined {
  const row = rowOf(because);
  const isSecret = namesCredential([...(row.names?.(because) ?? []), ...more]);
  return isSecret && row.asks ? 'missing_credential' : row.asks;
}

/** What stops it is nothing an agent can change. */
export function lacksCredential(because: Reason): boolean {
  return namesCredential(rowOf(because).names?.(because) ?? []);
}

export function offersOf(because: Reason, noTest = false): readonly Offer[] {
  return rowOf(because).offers?.(because, noTest) ?? [];
}

/** Whether finished work that waits for it is done by this word. */
export function isAcceptedBy(because: Reason, what: AcceptedWork, noTest: boolean): boolean {
  if (rowOf(because).takes === what) return true;
  return offersOf(because, noTest).some((offer) => OFFERS[offer] === what);
}

/** How a node goes on that waits for it. */
export function nextOf(because: Reason): Next {
  const row = rowOf(because);
  return row.nextOf?.(because) ?? row.next ?? (row.held ? 'resume' : 'differently');
}

/** How a goal goes on that is paused for it; undefined: by the word alone. */
export function pausedOf(because: Reason): Pause | undefined {
  const row = rowOf(because);
  return row.pausedOf?.(because) ?? row.paused;
}

/**
 * Three ways on, the one to take first at the top. `found`: a run of plan B found three; `isLeave`: an action waits
 * for leave; `isSecret`: what is asked is a secret.
 */
export function waysOn(
  because: Reason,
  at: Readonly<{ ofGoal: boolean; found: boolean; isLeave: boolean; isSecret: boolean }>,
): Three {
  if (at.isLeave) return ['allow-once', 'do-without-leave', 'cancel'];
  if (at.isSecret) return ['brought', 'stand-in', 'cancel'];
  return rowOf(because).ways?.(because, at) ?? ['answer', 'leave-to-agent', 'cancel'];
}
