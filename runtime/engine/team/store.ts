// What a process of a team has open: the database, and the orders in it. Both are made when they are first asked for,
// and again after they could not be had.

import { ok, type Result } from '../../model/failure.ts';
import { type Database, openDatabase } from '../../team/database.ts';
import type { OrderQueue } from '../../team/order-queue.ts';
import { pgBossQueue } from '../../team/pg-boss-queue.ts';
import { isAway, type Unusable, unusable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import type { TeamHere } from './team-here.ts';

export type Store = Readonly<{ database: Database; queue: OrderQueue }>;

export async function openStore({ url, from }: TeamHere): Promise<Result<Store, Unusable>> {
  const database = await openDatabase({ url, from });
  if (!database.ok) return database;
  const queue = await pgBossQueue({ url, from });
  if (queue.ok) return ok({ database: database.value, queue: queue.value });
  await database.value.close();
  return queue;
}

/** Opened when it is first asked for, and again after it could not be had. */
export type StoreOf = Readonly<{
  /** Rejects with why it cannot be had. */
  opened: () => Promise<Store>;
  open: () => Store | undefined;
  close: () => Promise<void>;
}>;

export function storeOf(here: TeamHere): StoreOf {
  let there: Store | undefined;
  return {
    async opened() {
      if (there) return there;
      const opened = await openStore(here);
      if (!opened.ok) throw new NotOpened(opened.error);
      there = opened.value;
      return there;
    },
    open: () => there,
    async close() {
      const was = there;
      there = undefined;
      if (was) await closeStore(was);
    },
  };
}

/** In words for who is told that a run could not be begun. */
export class NotOpened extends Error {
  readonly isAway: boolean;

  constructor(failure: Unusable) {
    super(explain(failure).message);
    this.name = 'NotOpened';
    this.isAway = failure.isAway === true;
  }
}

/** Whether it may be otherwise a moment later. */
export function isAwayNow(error: unknown): boolean {
  return error instanceof NotOpened ? error.isAway : isAway(error);
}

/** In words for who waits for it. */
export function whyAway(error: unknown): string {
  return error instanceof NotOpened ? error.message : explain(unusable(error)).message;
}

export async function closeStore({ database, queue }: Store): Promise<void> {
  await Promise.all([database.close(), queue.close()]);
}

export async function serverTime({ query }: Database): Promise<Date> {
  const [row] = await query('select now() as now');
  return new Date(String(row?.now instanceof Date ? row.now.toISOString() : row?.now));
}
