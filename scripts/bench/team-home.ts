// The home that is measured: team-home.ts <task as JSON>. Makes what is missing in the database, puts orders there,
// says so, and reads what came of them when its standard input ends.

import { once } from 'node:events';
import { openStore } from '../../runtime/engine/team/store.ts';
import { TEAM_PROTOCOL } from '../../runtime/model/protocol/travelling.ts';
import { keyOf } from '../../runtime/team/machine-key.ts';
import { pgBossQueue } from '../../runtime/team/pg-boss-queue.ts';
import { orderId, readTravelled, signOrder } from '../../runtime/team/travelling.ts';

type Task = Readonly<{
  url: string;
  from: string;
  key: string;
  /** Ids of the keys of its workers. */
  workers: readonly string[];
  place: string;
  orders: number;
}>;

const task: Task = JSON.parse(process.argv[2] ?? '{}');
const key = keyOf(task.key);
const made = await pgBossQueue({ url: task.url, from: task.from, migrate: true });
if (!made.ok) throw new Error(JSON.stringify(made.error));
await made.value.close();
const trusts = task.workers.map((one) => ({ key: one, name: one }));
const about = { name: 'home', person: 'nobody', trusts };
const opened = await openStore({ ...about, url: task.url, from: task.from, key });
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { queue, database } = opened.value;
const object = 'a'.repeat(40);
const orders = Array.from({ length: task.orders }, (_, i) => ({
  ...({ protocol: TEAM_PROTOCOL, log: 'L-bench', goal: 'G-0001', run: `body-${i}` } as const),
  ...({ place: task.place, role: 'body', ref: 'refs/wukong/L-bench/order' } as const),
  ...{ commit: object, tree: object, expires: new Date(Date.now() + 3_600_000).toISOString() },
  ...{ time_limit_sec: 60, no_output_limit_sec: null, files: { 'work_order.json': '{}' } },
}));
const besides: number[] = [];
for (const order of orders) {
  const began = performance.now();
  const body = signOrder(order, key);
  await queue.enqueue({ id: orderId(order), place: order.place, priority: 0, body });
  besides.push(performance.now() - began);
}
process.stdout.write('ready\n');
await once(process.stdin.resume(), 'end');
for (const [i, order] of orders.entries()) {
  const began = performance.now();
  const state = await queue.look({ id: orderId(order), place: order.place });
  if (state.kind !== 'completed') throw new Error(`${order.run} is ${state.kind}`);
  const read = readTravelled(state.result, order, trusts);
  if (!read.ok) throw new Error(read.error);
  besides[i] = (besides[i] ?? 0) + performance.now() - began;
}
await Promise.all([queue.close(), database.close()]);
process.stdout.write(`${JSON.stringify(besides)}\n`);
process.exit();
