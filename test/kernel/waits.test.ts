// What a reason to wait leads to: the table, held as values.

import { describe, expect, test } from 'vitest';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import {
  asksOf,
  isAcceptedBy,
  isFreedBy,
  isHeld,
  isSpent,
  offersOf,
  waitKind,
  waysOn,
} from '../../runtime/model/wait-of.ts';
import { BLOCKED_KINDS, OFFERS } from '../../runtime/model/waits.ts';
import { EVERY_REASON, NODE_WAITS } from './every-reason.ts';

const AT = { ofGoal: false, found: false, isLeave: false, isSecret: false };

describe('what a node waits for', () => {
  test('is asked of a person, or goes on when they resume', () => {
    for (const because of NODE_WAITS) {
      expect(asksOf(because) !== undefined || isHeld(because), because.kind).toBe(true);
    }
  });

  test('is done by each word that a person is told for it', () => {
    for (const because of NODE_WAITS) {
      for (const noTest of [true, false]) {
        for (const offer of offersOf(because, noTest)) {
          const flag = OFFERS[offer];
          if (flag !== 'unproven' && flag !== 'no-change') continue;
          expect(isAcceptedBy(because, flag, noTest), because.kind).toBe(true);
        }
      }
    }
  });

  test('has three ways on, one of which changes or gives something up', () => {
    for (const because of EVERY_REASON) {
      const three = waysOn(because, AT);
      expect(new Set(three).size, because.kind).toBe(3);
      expect(three.at(-1)).toMatch(/^(?:cancel|roll-back)$/);
    }
  });
});

test('what a log of before says in words is held, freed and accepted as it was', () => {
  const ofBefore = (kind: string): Reason => {
    const record = { v: 1, type: 'node.blocked', payload: { kind, reason: 'as it was' } };
    const { payload } = upcast(record as unknown as EventRecord);
    return (payload as { because: Reason }).because;
  };
  for (const kind of BLOCKED_KINDS) expect(waitKind(ofBefore(kind))).toBe(kind);
  for (const kind of ['stopped', 'interrupted', 'not-started', 'unguarded']) {
    expect(isHeld(ofBefore(kind)), kind).toBe(true);
  }
  expect(isHeld(ofBefore('questions'))).toBe(false);
  expect(isSpent(ofBefore('retries'))).toBe(true);
  expect(isFreedBy(ofBefore('retries'), 'executor')).toBe(true);
  expect(isAcceptedBy(ofBefore('not-shown'), 'unproven', false)).toBe(true);
  expect(offersOf(ofBefore('tests-changed'))).toEqual([]);
});
