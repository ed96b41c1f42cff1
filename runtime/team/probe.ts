// What a database lets this machine do, tried without leaving anything there.

import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../model/failure.ts';
import type { Database } from './database.ts';
import { ORDERS_SCHEMA } from './pg-boss-queue.ts';
import { TEAM_SCHEMA } from './schema.ts';
import { usable } from './unusable.ts';

const PROBE = 'wukong_probe';
const HEARD_MS = 2_000;

/** A row is written and taken back. */
export async function mayWrite(db: Database): Promise<Result<undefined>> {
  const takenBack = Symbol('taken back');
  return usable(async () => {
    try {
      await db.inTransaction(async (query) => {
        await query(
          `insert into ${TEAM_SCHEMA}.machines (key, name, person, wukong, environment)
values ($1, '', '', '', '')`,
          [PROBE],
        );
        const [may] = await query(
          `select has_table_privilege('${ORDERS_SCHEMA}.job', 'insert')
  and has_table_privilege('${ORDERS_SCHEMA}.job', 'update')
  and has_table_privilege('${ORDERS_SCHEMA}.job', 'delete') as it`,
        );
        if (may?.it !== true) throw new Error(`permission denied for table ${ORDERS_SCHEMA}.job`);
        throw takenBack;
      });
    } catch (error) {
      if (error !== takenBack) throw error;
    }
    return undefined;
  });
}

/** False: what is said is not heard, as behind a pooler of transactions. */
export async function hears(db: Database): Promise<boolean> {
  const heard = new AbortController();
  try {
    const end = await db.listen(PROBE, () => heard.abort());
    await db.query(`notify ${PROBE}`);
    // Ends with what is heard.
    await delay(HEARD_MS, undefined, { signal: heard.signal }).catch(() => undefined);
    await end();
    return heard.signal.aborted;
  } catch {
    return false; // Refused: then it is looked for now and then.
  }
}

/** By how much the clock here is ahead of that of the server. */
export async function clockAheadMs({ query }: Database): Promise<number> {
  const before = Date.now();
  const [row] = await query('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Math.round((before + Date.now()) / 2 - Number(row?.ms));
}
