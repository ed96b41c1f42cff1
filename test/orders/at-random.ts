// Goals in several repositories side by side, harmed at random, and judged when all have ended.

import type { EventRecord } from '../../runtime/model/event.ts';
import { describeEvent } from '../../runtime/words/facts.ts';
import { OrderRepository } from '../../scripts/orders/repository.ts';
import { SEED } from '../crash/kill-points.ts';
import { Tally } from '../crash/tally.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { judgeOrders } from './judge.ts';
import { randomOf } from './random.ts';

const GONE_MS = 30_000;

type Harm = Readonly<{
  /** What the faults and losses are counted for. */
  promise: string;
  repositories: number;
  goalsEach: number;
  /** What is done to one, until all its goals have ended; `told` is shown where something was lost. */
  harm: (
    repository: OrderRepository,
    random: ReturnType<typeof randomOf>,
  ) => Promise<Readonly<{ faults: number; told: readonly string[] }>>;
  /** What the log must not say, beside what is judged of all orders. */
  alsoLost?: (records: ReturnType<OrderRepository['records']>) => readonly string[];
}>;

/** Throws if something was lost. */
export async function harmedAtRandom(about: Harm): Promise<void> {
  using tally = new Tally(about.promise);
  const numbers = Array.from({ length: about.repositories }, (_, i) => i);
  await Promise.all(numbers.map((number) => inOne(number, tally, about)));
}

async function inOne(
  number: number,
  tally: Tally,
  { goalsEach, harm, alsoLost }: Harm,
): Promise<void> {
  const repository = await OrderRepository.make(goalsEach);
  const { root } = repository;
  try {
    const course = await harm(repository, randomOf(SEED + number));
    const gone = await waitUntil(root, () => processesOf(root).length === 0 || undefined, GONE_MS);
    const records = repository.records();
    const { orders, faults } = judgeOrders(records, repository.noted());
    const fsck = await repository.wukong('fsck');
    const losses = [
      ...faults.map((fault) => JSON.stringify(fault)),
      ...(alsoLost?.(records) ?? []),
      ...(gone ? [] : [`left at work: ${processesOf(root).join(', ')}`]),
      ...repository.copies().map((name) => `left there: ${name}`),
      ...(fsck.code === 0 ? [] : [fsck.stdout + fsck.stderr]),
    ];
    tally.rounds += orders;
    tally.faults += course.faults;
    for (const loss of losses) tally.lose(`repository ${number}: ${loss}`);
    if (losses.length > 0) {
      const lines = [`repository ${number}`, ...course.told, ...linesOf(records, losses.join(' '))];
      process.stderr.write(`${lines.join('\n')}\n`);
    }
  } catch (error) {
    // The other repositories go on, and are cleared away.
    tally.lose(`repository ${number}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    killProcessesOf(root);
    repository.remove();
  }
}

/** What the log says of the goals, and of the runs, that are named. */
function linesOf(records: readonly EventRecord[], names: string): string[] {
  const goals = new Set(names.match(/G-\d+/g));
  return records
    .filter(({ goal_id = '', run_id = '-' }) => goals.has(goal_id) || names.includes(run_id))
    .map((record) => {
      const { event_id, timestamp, node_id = '', run_id = '' } = record;
      return `  ${event_id} ${timestamp} ${node_id} ${run_id} ${record.type}: ${describeEvent(record)}`;
    });
}
