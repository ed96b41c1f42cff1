// A worker that is measured, on a Node that pg-boss runs on: team-worker.ts <task as JSON>. It ends when nothing waits.

import { setTimeout as delay } from 'node:timers/promises';
import { openStore, serverTime } from '../../runtime/engine/team/store.ts';
import { keyOf } from '../../runtime/team/machine-key.ts';
import { readOrder, signResult } from '../../runtime/team/travelling.ts';

type Task = Readonly<{
  url: string;
  from: string;
  /** The file of its key, and the id of that of the home. */
  key: string;
  home: string;
  place: string;
  workMs: number;
}>;

const task: Task = JSON.parse(process.argv[2] ?? '{}');
const key = keyOf(task.key);
const about = { name: 'worker', person: 'nobody', trusts: [{ key: task.home, name: 'home' }] };
const opened = await openStore({ ...about, url: task.url, from: task.from, key });
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { queue, database } = opened.value;
/** Milliseconds of each order beside the work itself. */
const besides: number[] = [];
for (;;) {
  const began = performance.now();
  const lease = await queue.claim(task.place);
  if (!lease) break;
  const read = readOrder(lease, about.trusts, await serverTime(database));
  if (!read.ok) throw new Error(read.error);
  const { protocol, log, run, ref, commit, tree } = read.value;
  const worked = performance.now();
  await delay(task.workMs);
  const done = performance.now();
  const came = { protocol, log, run, ref, commit, tree, machine: 'worker', person: 'nobody' };
  const rest = { environment: '', exit: 0, cut: null, files: [], outputs: {}, gates: [] };
  const isTaken = await queue.complete(lease, signResult({ ...came, ...rest }, key));
  if (!isTaken) throw new Error(`${lease.id} was not taken`);
  besides.push(performance.now() - began - (done - worked));
}
await Promise.all([queue.close(), database.close()]);
process.stdout.write(`${JSON.stringify(besides)}\n`);
process.exit();
