// What a process of a team has open: the database, and the orders in it. Both are made when they are first asked for,
// and again after they could not be had.

import { ok, type Result } from '../../model/failure.ts';
import { type Database, openDatabase } from '../../team/database.ts';
import type { OrderQueue } from '../../team/order-queue.ts';
import { pgBossQueue } from '../../team/pg-boss-queue.ts';
import { TEAM_SCHEMA } from '../../team/schema.ts';
import { isAway, type Unusable } from '../../team/unusable.ts';
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
class NotOpened extends Error {
  readonly isAway: boolean;

  constructor(failure: Unusable) {
    super('message' in failure ? failure.message : failure.kind);
    this.name = 'NotOpened';
    this.isAway = failure.isAway === true;
  }
}

/** Whether it may be otherwise a moment later. */
export function isAwayNow(error: unknown): boolean {
  return error instanceof NotOpened ? error.isAway : isAway(error);
}

export async function closeStore({ database, queue }: Store): Promise<void> {
  await Promise.all([database.close(), queue.close()]);
}

export async function serverTime({ query }: Database): Promise<Date> {
  const [row] = await query('select now() as now');
  return new Date(String(row?.now instanceof Date ? row.now.toISOString() : row?.now));
}

/** What a clone says of itself to the others. */
export type Machine = Readonly<{
  roles: readonly string[];
  labels: readonly string[];
  /** The order it works on. */
  run: string | null;
}>;

export async function sayHere(
  { query }: Database,
  { key, name, person }: Pick<TeamHere, 'key' | 'name' | 'person'>,
  { roles, labels, run }: Machine,
  about: Readonly<{ wukong: string; environment: string }>,
): Promise<void> {
  await query(
    `insert into ${TEAM_SCHEMA}.machines (key, name, person, wukong, environment, roles, labels, run)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (key) do update set (name, person, wukong, environment, roles, labels, run, seen_at) =
       (excluded.name, excluded.person, excluded.wukong, excluded.environment, excluded.roles,
        excluded.labels, excluded.run, now())`,
    [key.id, name, person, about.wukong, about.environment, roles, labels, run],
  );
}

/** Who says that it works on that order. */
export async function holderOf(
  { query }: Database,
  run: string,
): Promise<Readonly<{ machine: string; person: string }> | undefined> {
  const sql = `select name, person from ${TEAM_SCHEMA}.machines where run = $1 order by seen_at desc`;
  const [row] = await query(sql, [run]);
  return row && { machine: String(row.name), person: String(row.person) };
}
