// What an order costs beside its executor and its gates: from the end of the one before to its own, with the
// claim, its folder, the lease, the judging and every record. Git is counted as ours.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run as runChild } from '../client/child.ts';
import { CLI, OrderRepository } from '../orders/repository.ts';
import type { Note } from './notes.ts';
import { ORDER_ROLES, type OrderTime, orderTimes } from './order-times.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

const LIMIT_MS = 250;
const MOST_ROUNDS = 5;

export const ORDER_NAMES = ORDER_ROLES.map((role) => `order/${role}`);

/** Goals of five orders, one order after the other. */
export async function measureOrders(run: Run): Promise<Row[]> {
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  // Round 0 warms the page cache.
  const repository = await OrderRepository.make(rounds + 1, 1);
  try {
    const taken: OrderTime[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      run.progress(`orders, round ${round} of ${rounds}`);
      const goal = `G-${String(round + 1).padStart(4, '0')}`;
      const orders = await ordersOf(repository, goal);
      if (round > 0) taken.push(...orders);
    }
    return ORDER_ROLES.filter((role) => run.wants(`order/${role}`)).map((role) =>
      rowOf(role, taken),
    );
  } finally {
    repository.remove();
  }
}

function rowOf(role: OrderTime['role'], taken: readonly OrderTime[]): Row {
  const seen = taken.filter((one) => one.role === role);
  const of = (figure: 'allMs' | 'ownMs' | 'gitMs') => seen.map((one) => one[figure]);
  return {
    name: `order/${role}`,
    value: median(of('ownMs')),
    unit: 'ms',
    of: 'without executor and gates',
    spread: spread(of('ownMs')),
    limit: LIMIT_MS,
    // What it takes where nobody else wants the machine.
    figures: {
      leastMs: Math.min(...of('ownMs')),
      allMs: median(of('allMs')),
      gitMs: median(of('gitMs')),
    },
  };
}

async function ordersOf(repository: OrderRepository, goal: string): Promise<OrderTime[]> {
  const watch = join(repository.root, 'watch');
  const notes = join(watch, 'notes.jsonl');
  mkdirSync(watch, { recursive: true });
  cpSync(join(import.meta.dirname, 'watch.cjs'), join(watch, 'watch.cjs'));
  rmSync(notes, { force: true });
  const ended = await runChild(
    process.execPath,
    ['--require', join(watch, 'watch.cjs'), CLI, 'run', goal],
    { cwd: repository.path, env: repository.environment, timeoutMs: 120_000 },
  );
  if (ended.code !== 0) throw new Error(`${goal} was not done: ${ended.stdout}${ended.stderr}`);
  const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  const children = lines.map((line): Note => JSON.parse(line));
  return orderTimes(
    repository.records().filter((record) => record.goal_id === goal),
    children,
  );
}
