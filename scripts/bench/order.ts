// What an order costs beside its executor and its gates: from the end of the one before to its own, with the
// claim, its folder, the lease, the judging and every record. Git is counted as ours.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRecord } from '../../runtime/model/event.ts';
import { run as runChild } from '../client/child.ts';
import { CLI, OrderRepository } from '../orders/repository.ts';
import { covered, type Note } from './notes.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';

const LIMIT_MS = 250;
const MOST_ROUNDS = 5;
const ROLES = ['reader', 'writer'] as const;

export const ORDER_NAMES = ROLES.map((role) => `order/${role}`);

type Taken = Readonly<{
  role: (typeof ROLES)[number];
  allMs: number;
  ownMs: number;
  gitMs: number;
}>;

/** Goals of five orders, one order after the other. */
export async function measureOrders(run: Run): Promise<Row[]> {
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  // Round 0 warms the page cache.
  const repository = await OrderRepository.make(rounds + 1, 1);
  try {
    const taken: Taken[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      run.progress(`orders, round ${round} of ${rounds}`);
      const goal = `G-${String(round + 1).padStart(4, '0')}`;
      const orders = await ordersOf(repository, goal);
      if (round > 0) taken.push(...orders);
    }
    return ROLES.filter((role) => run.wants(`order/${role}`)).map((role) => rowOf(role, taken));
  } finally {
    repository.remove();
  }
}

function rowOf(role: Taken['role'], taken: readonly Taken[]): Row {
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

async function ordersOf(repository: OrderRepository, goal: string): Promise<Taken[]> {
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
  return between(
    repository.records().filter((record) => record.goal_id === goal),
    children,
  );
}

/** The first order is left out: the driver begins with it. */
function between(records: readonly EventRecord[], children: readonly Note[]): Taken[] {
  const role = new Map(
    records
      .filter(({ type }) => type === 'run.dispatched')
      .map(
        ({ run_id, payload }) => [run_id, payload.role === 'body' ? 'writer' : 'reader'] as const,
      ),
  );
  const ends = records
    .filter(({ type }) => type === 'run.ended')
    .map(({ run_id, timestamp }) => ({ run: run_id, at: Date.parse(timestamp) }));
  const isGit = ({ program }: Note): boolean => program === 'git';
  return ends.slice(1).map(({ run, at }, i) => {
    const whole = { fromMs: ends[i]?.at ?? at, toMs: at };
    const apart = children.filter((note) => !isGit(note));
    const allMs = whole.toMs - whole.fromMs;
    return {
      role: role.get(run) ?? 'reader',
      allMs,
      ownMs: allMs - covered(apart, whole),
      gitMs: covered(children.filter(isGit), whole),
    };
  });
}
