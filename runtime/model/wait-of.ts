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
} from './waits.ts';

const NONE: Row = {};
const LEAVE: Three = ['answer', 'leave-to-agent', 'cancel'];

/** Nothing is there to be taken back. */
function withoutRollBack([first, second, third]: Three): Three {
  return [
    first,
    second === 'roll-back' ? 'leave-to-agent' : second,
    third === 'roll-back' ? 'cancel' : third,
  ];
}

/** Its row. What an older log has in words has that of its kind, and no data that the row could ask for. */
function rowOf(because: Reason): Row {
  const { kind } = because;
  if (kind !== 'text') return (WAITS as Readonly<Record<string, Row>>)[kind] ?? NONE;
  const rows: readonly Row[] = Object.values(WAITS);
  const same = rows.find((row) => row.kind !== undefined && row.kind === because.waits);
  const { names, isSecret, offers, nextOf, pausedOf, ways, ...row }: Row = same ?? WAITS.text;
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
  const isSecret = lacksCredential(because) || namesCredential(more);
  return isSecret && row.asks ? 'missing_credential' : row.asks;
}

/** What stops it is nothing an agent can change. */
export function lacksCredential(because: Reason): boolean {
  const row = rowOf(because);
  return row.isSecret?.(because) === true || namesCredential(row.names?.(because) ?? []);
}

export function offersOf(because: Reason): readonly Offer[] {
  return rowOf(because).offers?.(because) ?? [];
}

/** Whether finished work that waits for it is done by this word. */
export function isAcceptedBy(because: Reason, what: AcceptedWork): boolean {
  if (rowOf(because).takes === what) return true;
  return offersOf(because).some((offer) => OFFERS[offer] === what);
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
 * for leave; `isSecret`: what is asked is a secret; `hasWork`: something was changed that can be taken back.
 */
export function waysOn(
  because: Reason,
  at: Readonly<{
    ofGoal: boolean;
    found: boolean;
    isLeave: boolean;
    isSecret: boolean;
    hasWork: boolean;
  }>,
): Three {
  if (at.isLeave) return ['allow-once', 'do-without-leave', 'cancel'];
  if (at.isSecret) return ['brought', 'stand-in', 'cancel'];
  const three = rowOf(because).ways?.(because, at) ?? LEAVE;
  return at.hasWork ? three : withoutRollBack(three);
}
