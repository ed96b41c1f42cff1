// What the suite needs of a queue to try it, whichever it is.

import type { Lease } from '../../runtime/team/order-queue.ts';
import type { Relay } from './relay.ts';
import type { Worker } from './worker.ts';

export type How = Readonly<{ aheadMs?: number; isHasty?: boolean }>;

export type Bench = AsyncDisposable &
  Readonly<{
    /** Orders that go side by side, and those that write in one tree. */
    place: Readonly<{ reads: string; writes: string }>;
    /** Who is never cut off. */
    home: () => Promise<Worker>;
    /** `aheadMs`: its clock before that of this machine; `isHasty`: it gives up a line after seconds. */
    worker: (how?: How) => Promise<Worker>;
    /** What lies between all others and the store, where there is a line to cut. */
    relay?: Relay;
    /** The store is killed, and there again; where it is one of the test. */
    restart?: (() => Promise<void>) | undefined;
  }>;

const LIMIT_MS = 60_000;
const EACH_MS = 20;

/** Asks until there is an answer; a lease that is over is seen as such within seconds. */
export async function claimed(worker: Worker, place: string): Promise<Lease> {
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    const lease = await worker.claim(place);
    if (lease) return lease;
    if (performance.now() > until) throw new Error(`${worker.name} is given nothing of ${place}`);
    await new Promise((resolve) => setTimeout(resolve, EACH_MS));
  }
}
