// Who is in a team, and what lies in its database, as rows. How long ago is by the clock of the server.

import type { Query } from './database.ts';
import type { MachineKey } from './machine-key.ts';
import type { NewOrder } from './order-queue.ts';
import { ORDERS_SCHEMA } from './pg-boss-queue.ts';
import type { Row } from './pg-boss-types.ts';
import { TEAM_SCHEMA } from './schema.ts';
import { orderId } from './travelling.ts';

export type Machine = Readonly<{
  key: string;
  name: string;
  person: string;
  wukong: string;
  environment: string;
  roles: readonly string[];
  labels: readonly string[];
  run: string | null;
  seenSec: number;
}>;

/** As many as are in one state at one place. */
export type Orders = Readonly<{ place: string; state: string; count: number }>;

/** Again: what is said of it now, and its work stays what it is. */
export async function register(
  query: Query,
  { id }: MachineKey,
  { name, person, wukong }: Readonly<Pick<Machine, 'name' | 'person' | 'wukong'>>,
): Promise<void> {
  await query(
    `insert into ${TEAM_SCHEMA}.machines (key, name, person, wukong, environment)
values ($1, $2, $3, $4, $5)
on conflict (key) do update set name = $2, person = $3, wukong = $4, environment = $5, seen_at = now()`,
    [id, name, person, wukong, environmentHere()],
  );
}

export function environmentHere(): string {
  return `${process.platform}-${process.arch}, Node ${process.versions.node}`;
}

/** What a worker says of itself. `run`: the order it has, as the queue knows it. */
export async function sayAtWork(
  query: Query,
  { id }: MachineKey,
  { roles, labels, run }: Pick<Machine, 'roles' | 'labels' | 'run'>,
): Promise<void> {
  await query(
    `update ${TEAM_SCHEMA}.machines set roles = $2, labels = $3, run = $4, seen_at = now()
where key = $1`,
    [id, roles, labels, run],
  );
}

/** Who says that it has that order; nobody signed it, and it is kept. */
export async function holderOf(
  query: Query,
  run: string,
): Promise<Readonly<{ machine: string; person: string }> | undefined> {
  const [row] = await query(
    `select name, person from ${TEAM_SCHEMA}.machines where run = $1 order by seen_at desc`,
    [run],
  );
  const said = (column: string): string => text(row ?? {}, column).slice(0, MOST_SAID);
  return row && { machine: said('name'), person: said('person') };
}

/** As much as a worker may say in a result. */
const MOST_SAID = 200;

/** False: it is the home of logs, which name it. */
export async function unregister(query: Query, key: string): Promise<boolean> {
  const [homes] = await query(
    `select count(*)::int as count from ${TEAM_SCHEMA}.logs where home = $1`,
    [key],
  );
  if (Number(homes?.count) > 0) return false;
  await query(`delete from ${TEAM_SCHEMA}.machines where key = $1`, [key]);
  return true;
}

export async function readMachines(query: Query): Promise<Machine[]> {
  const rows = await query(
    `select *, extract(epoch from now() - seen_at)::float8 as seen_sec
from ${TEAM_SCHEMA}.machines order by name, key`,
  );
  return rows.map((row) => ({
    key: text(row, 'key'),
    name: text(row, 'name'),
    person: text(row, 'person'),
    wukong: text(row, 'wukong'),
    environment: text(row, 'environment'),
    roles: texts(row, 'roles'),
    labels: texts(row, 'labels'),
    run: row.run == null ? null : text(row, 'run'),
    seenSec: Number(row.seen_sec),
  }));
}

/** States in the words of the port (order-queue.ts). pg-boss keeps orders of its own, too. */
export async function readOrders(query: Query): Promise<Orders[]> {
  const rows = await query(
    `select name as place, count(*)::int as count, case
  when state in ('created', 'retry') then 'waits'
  when state = 'active' then 'held'
  when state = 'completed' then coalesce(output->>'kind', 'completed')
  else 'cancelled' end as state
from ${ORDERS_SCHEMA}.job where not starts_with(name, '__pgboss__')
group by 1, 3 order by 1, 3`,
  );
  return rows.map((row) => ({
    place: text(row, 'place'),
    state: text(row, 'state'),
    count: Number(row.count),
  }));
}

/** Of a log, what has not ended yet. Where there are no orders, or none that may be read, there is none. */
export async function openOrders(
  query: Query,
  log: string,
): Promise<ReadonlyArray<Pick<NewOrder, 'id' | 'place'>>> {
  const table = `${ORDERS_SCHEMA}.job`;
  const [may] = await query(`select has_table_privilege(to_regclass($1), 'select') as read`, [
    table,
  ]);
  if (may?.read !== true) return [];
  const rows = await query(
    `select name as place, data->>'id' as id from ${table}
where state in ('created', 'retry', 'active') and starts_with(data->>'id', $1)`,
    [orderId({ log, run: '' })],
  );
  return rows.map((row) => ({ id: text(row, 'id'), place: text(row, 'place') }));
}

function text(row: Row, column: string): string {
  return String(row[column]);
}

function texts(row: Row, column: string): string[] {
  const value = row[column];
  return Array.isArray(value) ? value.map(String) : [];
}
