// The database of a team beside its orders: who is in it, and what was mirrored of the logs. One connection, made
// again when it was lost; all times are those of the server.

import { fail, ok, type Result } from '../model/failure.ts';
import { loadPg } from './load-pg-boss.ts';
import type { PgClient, PgModule, Row } from './pg-boss-types.ts';
import { isAway, type Unusable, unusable } from './unusable.ts';

export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A method rejects where the database cannot be reached or refuses; of a transaction it is not known then whether it counts. */
export type Database = Readonly<{
  query: Query;
  /** All of it or nothing. One at a time. */
  inTransaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Rejects where nothing can be heard: behind a pooler of transactions. What it gives ends it. */
  listen: (channel: string, heard: () => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}>;

export type DatabaseOptions = Readonly<{
  url: string;
  /** Where pg-boss is installed. */
  from: string;
  answerMs?: number;
}>;

const ANSWER_MS = 15_000;

/** Fails where it cannot be reached now. */
export async function openDatabase(options: DatabaseOptions): Promise<Result<Database, Unusable>> {
  const loaded = loadPg(options.from);
  if (!loaded.ok) return loaded;
  const pg = loaded.value;
  let kept: PgClient | undefined;
  const client = async (): Promise<PgClient> => {
    if (kept) return kept;
    const made = await connected(pg, options);
    const lose = (): void => {
      if (kept === made) kept = undefined;
    };
    made.on('error', lose);
    made.on('end', lose);
    kept = made;
    return made;
  };
  /** Of two at once the second waits: what one begins the other must not end. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      const on = await client();
      return work(async (sql, values) => (await on.query(sql, values)).rows);
    });
    // What may not be written on it now, a server that took over may take on another one.
    last = next.catch((error: unknown) => (isAway(error) ? drop() : undefined));
    return next;
  };
  try {
    await client();
  } catch (error) {
    return fail(unusable(error));
  }
  return ok({
    query: (sql, values) => inTurn((query) => query(sql, values)),
    inTransaction: (work) =>
      inTurn(async (query) => {
        await query('begin');
        try {
          const value = await work(query);
          await query('commit');
          return value;
        } catch (error) {
          // What cannot even be taken back is not there with its connection.
          await query('rollback').catch(() => drop());
          throw error;
        }
      }),
    async listen(channel, heard) {
      const ears = await connected(pg, options);
      ears.on('error', heard);
      ears.on('notification', heard);
      await ears.query(`listen ${channel}`);
      return () => ears.end();
    },
    async close() {
      await last;
      await drop();
    },
  });

  async function drop(): Promise<void> {
    const was = kept;
    kept = undefined;
    // One that is broken has no end of its own.
    await was?.end().catch(() => undefined);
  }
}

/** For one piece of work, and closed then. */
export async function withDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await openDatabase(options);
  if (!opened.ok) return opened;
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}

async function connected(
  pg: PgModule,
  { url, answerMs = ANSWER_MS }: DatabaseOptions,
): Promise<PgClient> {
  const client = new pg.Client({
    ...{ connectionString: url, keepAlive: true, application_name: 'wukong' },
    ...{ query_timeout: answerMs, connectionTimeoutMillis: answerMs },
  });
  try {
    await client.connect();
  } catch (error) {
    // A line that never was needs no end.
    void client.end().catch(() => undefined);
    throw error;
  }
  return client;
}
