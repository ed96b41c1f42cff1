// The two schemas in the database of a team: pg-boss's with the orders, and Wukong's own. Each goes forward only; one
// of a newer version is left alone.

import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import type { Database, Query } from './database.ts';
import { loadPgBoss, ordersVersion } from './load-pg-boss.ts';
import { ORDERS_SCHEMA, pgBossQueue } from './pg-boss-queue.ts';
import { migration, SCHEMA_VERSION, schemaVersion, TEAM_SCHEMA } from './schema.ts';
import { unusable, usable } from './unusable.ts';

/** By schema its version; 0: it is not there. */
export type Versions = Readonly<{ team: number; orders: number }>;

export async function versionsThere(query: Query): Promise<Versions> {
  const table = `${ORDERS_SCHEMA}.version`;
  const [there] = await query('select to_regclass($1) as name', [table]);
  const [orders] = there?.name == null ? [] : await query(`select version from ${table}`);
  return { team: await schemaVersion(query), orders: Number(orders?.version ?? 0) };
}

/** What this Wukong, and the pg-boss beside it, work with. */
export function versionsHere(from: string): Result<Versions> {
  const orders = ordersVersion(from);
  return orders.ok ? ok({ team: SCHEMA_VERSION, orders: orders.value }) : orders;
}

export function tooNew(there: Versions, here: Versions): Failure | undefined {
  if (there.team > here.team) return newer(TEAM_SCHEMA, there.team, here.team, 'Update Wukong.');
  if (there.orders <= here.orders) return undefined;
  return newer(ORDERS_SCHEMA, there.orders, here.orders, 'Update the pg-boss beside Wukong.');
}

function newer(schema: string, there: number, here: number, hint: string): Failure {
  const message = `The schema ${schema} in the database is of version ${there}, and this machine knows it up to ${here}.`;
  return { kind: 'refused', message, hint };
}

/** What would be carried out, for psql as well; empty: nothing is missing. */
export async function migrationSql(
  from: string,
  there: Versions,
  here: Versions,
): Promise<Result<string>> {
  const loaded = await loadPgBoss(from);
  if (!loaded.ok) return loaded;
  const { getConstructionPlans, getMigrationPlans } = loaded.value;
  const orders = (): string =>
    there.orders === 0
      ? getConstructionPlans(ORDERS_SCHEMA)
      : getMigrationPlans(ORDERS_SCHEMA, there.orders);
  const ours = migration(there.team);
  return ok(
    [
      ...(there.orders < here.orders ? [`-- ${ORDERS_SCHEMA}: pg-boss\n${orders().trim()}`] : []),
      ...(ours === '' ? [] : [`-- ${TEAM_SCHEMA}\nbegin;\n${LOCK};\n${ours}\ncommit;`]),
    ].join('\n\n'),
  );
}

/** Of two at once the second waits here, and finds that it is done. */
const LOCK = `select pg_advisory_xact_lock(hashtext('${TEAM_SCHEMA}'))`;

/** What was there before. */
export async function migrate(
  db: Database,
  { url, from }: Readonly<{ url: string; from: string }>,
): Promise<Result<Versions>> {
  const here = versionsHere(from);
  if (!here.ok) return here;
  const there = await usable(() => versionsThere(db.query));
  if (!there.ok) return there;
  const refused = tooNew(there.value, here.value);
  if (refused) return fail(refused);
  const queue = await pgBossQueue({ url, from, migrate: true });
  if (!queue.ok) return queue;
  await queue.value.close();
  try {
    return await db.inTransaction(async (query) => {
      await query(LOCK);
      const now = await versionsThere(query);
      const tooLate = tooNew(now, here.value);
      if (tooLate) return fail(tooLate);
      const sql = migration(now.team);
      if (sql !== '') await query(sql);
      return ok(there.value);
    });
  } catch (error) {
    return fail(unusable(error));
  }
}
