// A worker of a team on PostgreSQL, on a Node that pg-boss runs on: boss-worker.mjs <BossTask as JSON>.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OrderState } from '../../runtime/team/order-queue.ts';
import { pgBossQueue } from '../../runtime/team/pg-boss-queue.ts';
import { serve } from './serve.ts';

export type BossTask = Readonly<{
  url: string;
  schema: string;
  from: string;
  migrate: boolean;
  answerMs?: number;
  /** Of the server itself, past whatever is in between. */
  direct: string;
}>;

type Row = Readonly<{ id: string; state: string; output: OrderState }>;
type Client = Readonly<{
  connect: () => Promise<void>;
  query: (text: string, values?: readonly unknown[]) => Promise<{ rows: readonly Row[] }>;
  end: () => Promise<void>;
}>;

const task: BossTask = JSON.parse(process.argv[2] ?? '{}');
const { schema, direct, from } = task;
const opened = await pgBossQueue(task);
if (!opened.ok) {
  process.stderr.write(JSON.stringify(opened.error));
  process.exit(1);
}
await serve({
  ...opened.value,
  async age({ id }) {
    const late = "heartbeat_on = heartbeat_on - interval '1 hour'";
    const which = "state = 'active' AND data->>'id' = $1";
    await asked(`UPDATE ${schema}.job SET ${late} WHERE ${which}`, [id]);
  },
  async states() {
    const rows = await asked(`SELECT data->>'id' AS id, state, output FROM ${schema}.job`);
    return Object.fromEntries(rows.map(({ id, state, output }) => [id, stateOf(state, output)]));
  },
  async clear() {
    await asked(`DROP SCHEMA ${schema} CASCADE`);
  },
});
process.exit();

function stateOf(state: string, output: OrderState): OrderState {
  if (state === 'completed') return output;
  return { kind: state === 'cancelled' ? 'cancelled' : state === 'active' ? 'held' : 'waits' };
}

async function asked(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  const pg: { Client: new (url: string) => Client } = createRequire(join(from, 'index.js'))('pg');
  const client = new pg.Client(direct);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
