// What every queue of orders promises, over workers in processes of their own. The same for the log's and for
// pg-boss; what only one of them has is in its own file.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Lease } from '../../runtime/team/order-queue.ts';
import { rounds } from '../crash/tally.ts';
import { type Bench, claimed, type How } from './bench.ts';
import { historyOf } from './history.ts';
import type { Worker } from './worker.ts';

const HOUR_MS = 3_600_000;
let orders = 0;

type Suite = Readonly<{
  title: string;
  isThere: boolean;
  make: () => Promise<Bench>;
  /** Of the history: in `npm test`, and in the soak. */
  operations: readonly [quick: number, full: number];
  /** What only this one promises. */
  more?: (bench: () => Bench) => void;
}>;

export function queueSuite({ title, isThere, make, operations, more }: Suite): void {
  describe.skipIf(!isThere)(title, () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await make();
    });
    afterAll(async () => {
      await bench?.[Symbol.asyncDispose]();
    });

    const worker = async (how?: How): Promise<Worker> => {
      const made = await bench.worker(how);
      onTestFinished(() => made.kill());
      return made;
    };
    const workers = (count: number): Promise<Worker[]> =>
      Promise.all(Array.from({ length: count }, () => worker()));
    const given = async (home: Worker, more: { priority?: number; writes?: boolean } = {}) => {
      orders += 1;
      const { priority = 50, writes = false } = more;
      const place = writes ? bench.place.writes : bench.place.reads;
      const order = { id: `o-${orders}`, place, priority, body: { n: orders } };
      expect(await home.enqueue({ ...order, ...(writes && { key: 'tree' }) })).toBe(true);
      return order;
    };

    test('gives an order to one of many who ask at once, with all that stands in it', async () => {
      const [home, ...others] = await workers(4);
      if (!home) throw new Error('no worker');
      const { id, place, body } = await given(home);
      const got = await Promise.all([home, ...others].map((one) => one.claim(place)));
      const leases = got.filter((lease) => lease !== undefined);
      expect(leases).toMatchObject([{ id, place, body }]);
      await end(got, [home, ...others]);
    });

    test('gives the most urgent first, and of equals the oldest', async () => {
      const home = await worker();
      const made = [];
      for (const priority of [10, 90, 50, 90]) made.push(await given(home, { priority }));
      const [low, high, middle, second] = made.map(({ id }) => id);
      const got: string[] = [];
      for (const _ of made) {
        const lease = await claimed(home, bench.place.reads);
        got.push(lease.id);
        await home.complete(lease, 'done');
      }
      expect(got).toEqual([high, second, middle, low]);
    });

    test('keeps a result with the lease it came of, and gives the order to nobody again', async () => {
      const [home, other] = await workers(2);
      if (!home || !other) throw new Error('no worker');
      const { id, place } = await given(home);
      const lease = await claimed(other, place);
      expect(await other.heartbeat(lease)).toBe(true);
      expect(await other.complete(lease, { made: 'it' })).toBe(true);
      const { attempt } = lease;
      expect((await home.states())[id]).toMatchObject({ kind: 'completed', attempt });
      expect(await home.claim(place)).toBeUndefined();
      expect(await other.heartbeat(lease)).toBe(false);
    });

    test('gives to nobody what its holder could not do, and takes no result after that', async () => {
      const home = await worker();
      const { id, place } = await given(home);
      const lease = await claimed(home, place);
      expect(await home.fail(lease, 'no compiler here')).toBe(true);
      expect((await home.states())[id]).toMatchObject({ kind: 'failed' });
      expect(await home.claim(place)).toBeUndefined();
      expect(await home.complete(lease, 'done')).toBe(false);
    });

    test('gives out again at once what its holder gives back, and takes no result of that lease', async () => {
      const [home, other] = await workers(2);
      if (!home || !other) throw new Error('no worker');
      const { id, place } = await given(home);
      const left = await claimed(home, place);
      expect(await home.release(left)).toBe(true);
      const lease = await claimed(other, place);
      expect(lease.id).toBe(id);
      expect(lease.attempt).toBeGreaterThan(left.attempt);
      expect(await home.complete(left, 'late')).toBe(false);
      expect(await home.release(left)).toBe(false);
      expect(await other.complete(lease, 'done')).toBe(true);
    });

    test('gives to nobody what was cancelled, and tells whoever has it', async () => {
      const [home, other] = await workers(2);
      if (!home || !other) throw new Error('no worker');
      const held = await given(home);
      const lease = await claimed(other, held.place);
      const waiting = await given(home);
      expect(await home.cancel(held)).toBe(true);
      expect(await home.cancel(waiting)).toBe(true);
      expect(await other.heartbeat(lease)).toBe(false);
      expect(await other.complete(lease, 'done')).toBe(false);
      expect(await other.claim(held.place)).toBeUndefined();
      const states = await home.states();
      expect([held.id, waiting.id].map((id) => states[id]?.kind)).toEqual([
        'cancelled',
        'cancelled',
      ]);
    });

    test('has one writer in a tree at a time, and the next one when that has ended', async () => {
      const [home, other] = await workers(2);
      if (!home || !other) throw new Error('no worker');
      const first = await given(home, { writes: true });
      const second = await given(home, { writes: true });
      const lease = await claimed(home, first.place);
      expect(lease.id).toBe(first.id);
      expect(await other.claim(second.place)).toBeUndefined();
      expect(await home.complete(lease, 'done')).toBe(true);
      const next = await claimed(other, second.place);
      expect(next.id).toBe(second.id);
      expect(await other.complete(next, 'done')).toBe(true);
    });

    test('gives out again what somebody had who was killed', async () => {
      const [home, other, third] = await workers(3);
      if (!home || !other || !third) throw new Error('no worker');
      const { id, place } = await given(home);
      const lost = await claimed(other, place);
      await other.kill();
      await home.age(lost);
      const lease = await claimed(third, place);
      expect(lease.id).toBe(id);
      expect(lease.attempt).toBeGreaterThan(lost.attempt);
      expect(await third.complete(lease, 'done')).toBe(true);
    });

    test('refuses the result of a lease that was over while its holder was frozen', async () => {
      const [home, frozen, next] = await workers(3);
      if (!home || !frozen || !next) throw new Error('no worker');
      const { id, place } = await given(home);
      const lost = await claimed(frozen, place);
      frozen.freeze();
      const late = frozen.complete(lost, 'late');
      await home.age(lost);
      const lease = await claimed(next, place);
      expect(lease).toMatchObject({ id });
      frozen.thaw();
      expect(await late).toBe(false);
      expect(await frozen.heartbeat(lost)).toBe(false);
      expect(await next.heartbeat(lease)).toBe(true);
      expect(await next.complete(lease, 'done')).toBe(true);
      const { attempt } = lease;
      expect((await home.states())[id]).toMatchObject({ kind: 'completed', attempt });
    });

    test('takes one result where clocks are an hour apart, whoever is ahead', async () => {
      const [early, late] = await Promise.all(
        [-HOUR_MS, HOUR_MS].map((aheadMs) => worker({ aheadMs })),
      );
      if (!early || !late) throw new Error('no worker');
      for (const [first, second] of [
        [early, late],
        [late, early],
      ] as const) {
        const { id, place } = await given(first);
        const lease = await claimed(first, place);
        const other = await second.claim(place);
        const taken = [await first.complete(lease, 1), other && (await second.complete(other, 2))];
        expect(taken.filter((one) => one === true)).toHaveLength(1);
        expect((await first.states())[id]).toMatchObject({ kind: 'completed' });
      }
    });

    more?.(() => bench);

    test('ends each order once, whatever several workers go through', () =>
      historyOf(bench, title, rounds(...operations)));
  });
}

/** What a test held is nothing for the next one. */
async function end(leases: readonly (Lease | undefined)[], by: readonly Worker[]): Promise<void> {
  for (const [i, lease] of leases.entries()) {
    if (lease) expect(await by[i]?.complete(lease, 'done')).toBe(true);
  }
}
