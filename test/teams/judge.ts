// Whether a history of several workers with one queue is one that the queue promises: each order ends once, none is
// lost, none given out twice at the same attempt, no result taken from a lease that was over. Pure. What was asked
// and answered has two times, of one clock: only what was surely before something else is held against it.

import type { OrderState } from '../../runtime/team/order-queue.ts';

export type Asked =
  | Readonly<{ kind: 'enqueue'; order: string; key?: string | undefined }>
  | Readonly<{ kind: 'claim'; got?: Readonly<{ order: string; attempt: number }> | undefined }>
  | Readonly<{ kind: 'complete' | 'fail'; order: string; attempt: number; taken?: boolean }>
  /** Ends a lease, and no order: with a later result of it, the next claim tells. */
  | Readonly<{ kind: 'release'; order: string; attempt: number }>
  | Readonly<{ kind: 'cancel'; order: string; taken?: boolean }>;

/** `ended`: when its answer came; null where none did, and nobody knows whether it was done. */
export type Op = Readonly<{ by: string; began: number; ended: number | null }> & Asked;

export type HistoryFault = Readonly<{
  kind:
    | 'lost'
    | 'ended-twice'
    | 'late-taken'
    | 'not-held'
    | 'same-attempt'
    | 'given-when-cancelled'
    | 'other-end'
    | 'two-of-a-key';
  order: string;
  attempt?: number;
}>;

export type Judged = Readonly<{
  orders: number;
  ended: number;
  /** Results that were refused. */
  refused: number;
  faults: readonly HistoryFault[];
}>;

type Claim = Readonly<{ by: string; attempt: number; began: number; ended: number }>;
type End = Readonly<{
  by: string;
  attempt?: number;
  began: number;
  ended: number | null;
  taken?: boolean | undefined;
}>;
type Order = { key?: string | undefined; claims: Claim[]; ends: End[] };

/** `left`: each order as the queue itself tells of it afterwards. */
export function judgeHistory(ops: readonly Op[], left: ReadonlyMap<string, OrderState>): Judged {
  const orders = ordersOf(ops);
  const faults = [...orders].flatMap(([order, seen]) =>
    faultsOf(seen, left.get(order) ?? { kind: 'unknown' }).map((fault) => ({ ...fault, order })),
  );
  const ends = [...orders.values()].map(({ ends: its }) => its);
  return {
    orders: orders.size,
    ended: ends.filter((its) => its.some(({ taken }) => taken)).length,
    refused: ends.flat().filter(({ taken }) => taken === false).length,
    faults: [...faults, ...sharedKeys(orders)],
  };
}

function ordersOf(ops: readonly Op[]): Map<string, Order> {
  const orders = new Map<string, Order>();
  const at = (order: string): Order => {
    const found = orders.get(order) ?? { claims: [], ends: [] };
    orders.set(order, found);
    return found;
  };
  for (const op of ops) {
    const { by, began, ended } = op;
    if (op.kind === 'enqueue') at(op.order).key = op.key;
    else if (op.kind !== 'claim' && op.kind !== 'release') at(op.order).ends.push({ ...op });
    else if (op.kind === 'claim' && op.got && ended !== null) {
      at(op.got.order).claims.push({ by, began, ended, attempt: op.got.attempt });
    }
  }
  return orders;
}

type Fault = Omit<HistoryFault, 'order'>;

function faultsOf({ claims, ends }: Order, left: OrderState): Fault[] {
  const taken = ends.filter((end) => end.taken);
  const [first] = taken;
  const faults: Fault[] = [];
  if (!['completed', 'failed', 'cancelled'].includes(left.kind)) faults.push({ kind: 'lost' });
  if (taken.length > 1) faults.push({ kind: 'ended-twice' });
  if (!isAsLeft(ends, left)) faults.push({ kind: 'other-end' });
  const kept = 'attempt' in left ? [left.attempt] : [];
  for (const attempt of new Set([...taken.map((end) => end.attempt), ...kept])) {
    if (attempt === undefined) continue;
    // Whenever it was asked: before the next claim, that one would have been given nothing.
    if (claims.some((claim) => claim.attempt > attempt)) {
      faults.push({ kind: 'late-taken', attempt });
    }
    const end = taken.find((one) => one.attempt === attempt);
    if (end && !claims.some((claim) => claim.attempt === attempt && claim.by === end.by)) {
      faults.push({ kind: 'not-held', attempt });
    }
  }
  claims.forEach(({ attempt, began }, i) => {
    if (claims.slice(0, i).some((other) => other.attempt === attempt)) {
      faults.push({ kind: 'same-attempt', attempt });
    }
    const isCancelled = first?.attempt === undefined && first?.ended != null;
    if (isCancelled && began > first.ended) faults.push({ kind: 'given-when-cancelled', attempt });
  });
  return faults;
}

/** It ended as it was told to whoever ended it; or as somebody would have ended it whose answer never came. */
function isAsLeft(ends: readonly End[], left: OrderState): boolean {
  const attempt = 'attempt' in left ? left.attempt : undefined;
  const isOpen = left.kind === 'waits' || left.kind === 'held' || left.kind === 'unknown';
  const taken = ends.filter((end) => end.taken);
  if (isOpen) return taken.length === 0;
  if (taken.length > 0) return taken.some((end) => end.attempt === attempt);
  return ends.some((end) => end.taken === undefined && end.attempt === attempt);
}

/** Held for certain from the answer to its claim until it was ended with that lease. */
function sharedKeys(orders: ReadonlyMap<string, Order>): HistoryFault[] {
  const byKey = new Map<string, [string, Order][]>();
  for (const [id, order] of orders) {
    if (order.key === undefined) continue;
    byKey.set(order.key, [...(byKey.get(order.key) ?? []), [id, order]]);
  }
  return [...byKey.values()].flatMap((same) =>
    same.flatMap(([id, order]) =>
      heldBy(order).flatMap(({ from, until }) =>
        same
          .filter(([other]) => other !== id)
          .filter(([, { claims }]) => claims.some((one) => one.began > from && one.ended < until))
          .map(([other]): HistoryFault => ({ kind: 'two-of-a-key', order: other })),
      ),
    ),
  );
}

function heldBy({ claims, ends }: Order): Readonly<{ from: number; until: number }>[] {
  return ends.flatMap((end) => {
    const claim = claims.find((one) => one.attempt === end.attempt && one.by === end.by);
    return end.taken && claim ? [{ from: claim.ended, until: end.began }] : [];
  });
}
