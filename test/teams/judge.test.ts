// The judge of histories by itself, with histories that nobody may have: it must see each fault, and no other.

import { describe, expect, test } from 'vitest';
import type { OrderState } from '../../runtime/team/order-queue.ts';
import { type Asked, judgeHistory, type Op } from './judge.ts';

/** One after the other, each a moment long; `[from, to]`: at that time. */
function history(
  ...steps: readonly (readonly [by: string, what: Asked, at?: [number, number | null]])[]
): Op[] {
  return steps.map(([by, what, at], i): Op => {
    const [began, ended] = at ?? [i * 10, i * 10 + 5];
    return { ...what, by, began, ended };
  });
}

const enqueue = (order: string, key?: string): Asked => ({ kind: 'enqueue', order, key });
const claim = (order: string, attempt: number): Asked => ({
  kind: 'claim',
  got: { order, attempt },
});
const none: Asked = { kind: 'claim' };
const complete = (order: string, attempt: number, taken?: boolean): Asked => ({
  ...{ kind: 'complete', order, attempt },
  ...(taken !== undefined && { taken }),
});
const cancel = (order: string): Asked => ({ kind: 'cancel', order, taken: true });
const done = (attempt: number): OrderState => ({ kind: 'completed', attempt, result: null });
const left = (states: Record<string, OrderState>) => new Map(Object.entries(states));

describe('a history is found good', () => {
  test.each<[string, Op[], Record<string, OrderState>, number]>([
    [
      'where each order is given out and ended once',
      history(
        ['h', enqueue('a')],
        ['w', claim('a', 0)],
        ['w', complete('a', 0, true)],
        ['w', none],
      ),
      { a: done(0) },
      0,
    ],
    [
      'where a lease is lost and the next one ends it, and the first comes too late',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['w', claim('a', 1)],
        ['v', complete('a', 0, false)],
        ['w', complete('a', 1, true)],
      ),
      { a: done(1) },
      1,
    ],
    [
      'where it was ended by somebody who was killed before the answer',
      history(['h', enqueue('a')], ['w', claim('a', 0)], ['w', complete('a', 0), [20, null]]),
      { a: done(0) },
      0,
    ],
    [
      'where it was cancelled',
      history(['h', enqueue('a')], ['h', cancel('a')]),
      { a: { kind: 'cancelled' } },
      0,
    ],
    [
      'where a result is on its way while its lease is given to the next',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['v', complete('a', 0, false), [20, 40]],
        ['w', claim('a', 1), [15, 30]],
        ['w', complete('a', 1, true)],
      ),
      { a: done(1) },
      1,
    ],
    [
      'where a key goes from one to the next',
      history(
        ['h', enqueue('a', 'tree')],
        ['h', enqueue('b', 'tree')],
        ['v', claim('a', 0)],
        ['v', complete('a', 0, true)],
        ['w', claim('b', 0)],
        ['w', complete('b', 0, true)],
      ),
      { a: done(0), b: done(0) },
      0,
    ],
  ])('%s', (_, ops, states, refused) => {
    expect(judgeHistory(ops, left(states))).toMatchObject({ faults: [], refused });
  });
});

describe('a history is found bad', () => {
  test.each<[string, Op[], Record<string, OrderState>, unknown[]]>([
    [
      'where an order waits for ever',
      history(['h', enqueue('a')]),
      { a: { kind: 'waits' } },
      [{ kind: 'lost', order: 'a' }],
    ],
    ['where an order is gone', history(['h', enqueue('a')]), {}, [{ kind: 'lost', order: 'a' }]],
    [
      'where two results are taken',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['w', claim('a', 1), [16, 45]],
        ['v', complete('a', 0, true)],
        ['w', complete('a', 1, true)],
      ),
      { a: done(1) },
      [
        { kind: 'ended-twice', order: 'a' },
        { kind: 'late-taken', order: 'a', attempt: 0 },
      ],
    ],
    [
      'where a result is taken after the order was given to somebody else',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['w', claim('a', 1)],
        ['v', complete('a', 0, true)],
      ),
      { a: done(0) },
      [{ kind: 'late-taken', order: 'a', attempt: 0 }],
    ],
    [
      'where a result that was asked for before is taken and the order given out all the same',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['v', complete('a', 0, true), [20, 40]],
        ['w', claim('a', 1), [15, 30]],
        ['w', complete('a', 1, false)],
      ),
      { a: done(0) },
      [{ kind: 'late-taken', order: 'a', attempt: 0 }],
    ],
    [
      'where a result is taken of somebody who never had it',
      history(['h', enqueue('a')], ['v', claim('a', 0)], ['w', complete('a', 0, true)]),
      { a: done(0) },
      [{ kind: 'not-held', order: 'a', attempt: 0 }],
    ],
    [
      'where two have the same lease',
      history(
        ['h', enqueue('a')],
        ['v', claim('a', 0)],
        ['w', claim('a', 0)],
        ['v', complete('a', 0, true)],
      ),
      { a: done(0) },
      [{ kind: 'same-attempt', order: 'a', attempt: 0 }],
    ],
    [
      'where it is given out after it was cancelled',
      history(['h', enqueue('a')], ['h', cancel('a')], ['w', claim('a', 0)]),
      { a: { kind: 'cancelled' } },
      [{ kind: 'given-when-cancelled', order: 'a', attempt: 0 }],
    ],
    [
      'where a result that was taken is not kept',
      history(['h', enqueue('a')], ['v', claim('a', 0)], ['v', complete('a', 0, true)]),
      { a: { kind: 'cancelled' } },
      [{ kind: 'other-end', order: 'a' }],
    ],
    [
      'where a result is kept that was refused',
      history(['h', enqueue('a')], ['v', claim('a', 0)], ['v', complete('a', 0, false)]),
      { a: done(0) },
      [{ kind: 'other-end', order: 'a' }],
    ],
    [
      'where two of one key are held at once',
      history(
        ['h', enqueue('a', 'tree')],
        ['h', enqueue('b', 'tree')],
        ['v', claim('a', 0)],
        ['w', claim('b', 0)],
        ['v', complete('a', 0, true)],
        ['w', complete('b', 0, true)],
      ),
      { a: done(0), b: done(0) },
      [{ kind: 'two-of-a-key', order: 'b' }],
    ],
  ])('%s', (_, ops, states, faults) => {
    expect(judgeHistory(ops, left(states)).faults).toEqual(faults);
  });
});
