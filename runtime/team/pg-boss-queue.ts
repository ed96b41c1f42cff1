// Orders and leases in PostgreSQL, by pg-boss. All times are those of the server, so that clocks may differ. What
// pg-boss retries is a lease that was lost, never work that failed: that is a new run, by its home.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../model/failure.ts';
import { loadPgBoss } from './load-pg-boss.ts';
import type { Json, Lease, NewOrder, OrderEnd, OrderQueue, OrderState } from './order-queue.ts';
import type { JobState, PgBoss } from './pg-boss-types.ts';
import { type Unusable, unusable } from './unusable.ts';

export const ORDERS_SCHEMA = 'wukong_orders';

/** As long as the log's. A holder gives a sign several times as often. */
const LEASE_SEC = 60;
/** Until a lease that is over is seen as such, beyond its own time. */
const LOOK_SEC = 5;
const ANSWER_MS = 15_000;

const QUEUE = {
  // One of a key is held at a time.
  policy: 'singleton',
  heartbeatSeconds: LEASE_SEC,
  // As often as it is lost, it is given out again at once.
  retryLimit: 2_147_483_647,
  retryDelay: 0,
  // The longest there is; whoever works on an order longer has a home that ends it.
  expireInSeconds: 24 * 3_600,
  // Kept until its home has read it, and longer than any holiday.
  retentionSeconds: 365 * 24 * 3_600,
  deleteAfterSeconds: 90 * 24 * 3_600,
} as const;

export type PgBossOptions = Readonly<{
  url: string;
  schema?: string;
  /** Where pg-boss is installed. */
  from: string;
  /** Makes what is not there yet, or is of an older version. */
  migrate?: boolean;
  /** Until an answer comes never: nobody is at the other end. */
  answerMs?: number;
  /** Trouble beside what was asked for; the next call meets it, too. */
  onTrouble?: (error: Error) => void;
}>;

export async function pgBossQueue(options: PgBossOptions): Promise<Result<OrderQueue, Unusable>> {
  const { url, schema = ORDERS_SCHEMA, from, migrate = false, answerMs = ANSWER_MS } = options;
  const loaded = await loadPgBoss(from);
  if (!loaded.ok) return loaded;
  const boss = new loaded.value.PgBoss({
    ...{ connectionString: url, schema, migrate, createSchema: migrate },
    // For no longer on one connection: its server may have become one that only reads.
    ...{
      max: 2,
      keepAlive: true,
      maxLifetimeSeconds: 60,
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
    },
    ...{ superviseIntervalSeconds: LOOK_SEC, monitorIntervalSeconds: LOOK_SEC },
    ...{ schedule: false, registerInstance: false, reindex: false, monitorVacuum: false },
  });
  boss.on('error', options.onTrouble ?? (() => undefined));
  try {
    await boss.start();
  } catch (error) {
    await boss.stop(AT_ONCE);
    return fail(unusable(error));
  }
  return ok(queueOf(boss));
}

const AT_ONCE = { graceful: false, close: true } as const;

function queueOf(boss: PgBoss): OrderQueue {
  const places = new Set<string>();
  /** Made by whoever names it first; to make it again changes nothing. */
  const made = async (place: string): Promise<void> => {
    if (places.has(place)) return;
    await boss.createQueue(place, QUEUE);
    places.add(place);
  };
  return {
    async enqueue({ id, place, key, priority, body }) {
      await made(place);
      // Without a key it shares one with nobody.
      const options = { id: jobId(id), priority, singletonKey: keyOf(key ?? id) };
      return (await boss.send(place, { id, body }, options)) !== null;
    },
    async claim(place) {
      await made(place);
      const [job] = await boss.fetch(place);
      if (!job) return undefined;
      const attempt = job.retryCount;
      const row = rowOf(job.id, job.data);
      if (row === undefined) return { id: job.id, place, attempt, body: null, malformed: job.id };
      return { ...row, place, attempt };
    },
    async heartbeat(lease) {
      return (await boss.touch(lease.place, jobOf(lease))).affected === 1;
    },
    complete: (lease, result) => settle(boss, lease, { kind: 'completed', result }),
    fail: (lease, why) => settle(boss, lease, { kind: 'failed', why }),
    async release(lease) {
      // What has failed for pg-boss is tried again at once, by a lease with the next number.
      return (await boss.fail(lease.place, jobOf(lease))).affected === 1;
    },
    async cancel({ id, place }) {
      await made(place);
      return (await boss.cancel(place, jobId(id))).affected === 1;
    },
    look: (order) => look(boss, order),
    close: () => boss.stop(AT_ONCE),
  };
}

/** True also where it was taken before, and the answer to that was lost. */
async function settle(boss: PgBoss, lease: Lease, end: OrderEnd): Promise<boolean> {
  const output = { ...end, attempt: lease.attempt };
  const { affected } = await boss.complete(lease.place, jobOf(lease), output);
  if (affected === 1) return true;
  if (lease.malformed !== undefined) return false;
  const now = await look(boss, lease);
  return now.kind === end.kind && 'attempt' in now && now.attempt === lease.attempt;
}

const OPEN: Readonly<
  Record<Exclude<JobState, 'completed'>, OrderState['kind'] & ('waits' | 'held' | 'cancelled')>
> = {
  created: 'waits',
  retry: 'waits',
  active: 'held',
  cancelled: 'cancelled',
  // Not even so many leases are lost.
  failed: 'cancelled',
};

async function look(
  boss: PgBoss,
  { id, place }: Pick<NewOrder, 'id' | 'place'>,
): Promise<OrderState> {
  const job = await boss.getJobById(place, jobId(id));
  if (!job) return { kind: 'unknown' };
  if (job.state !== 'completed') return { kind: OPEN[job.state] };
  return job.output as OrderEnd & Readonly<{ attempt: number }>;
}

function jobOf({ id, attempt, malformed }: Lease) {
  return { id: malformed ?? jobId(id), retryCount: attempt };
}

/** Undefined: it holds no order, or that of another row, by which it could never be ended. */
export function rowOf(job: string, data: unknown): Pick<Lease, 'id' | 'body'> | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { id, body } = data as Readonly<{ id?: unknown; body?: Json }>;
  if (typeof id !== 'string' || body === undefined || jobId(id) !== job) return undefined;
  return { id, body };
}

/** The same for the same order, so that nobody has to keep it: a UUID of version 8. */
export function jobId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** pg-boss takes few letters. */
function keyOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}
