// Goals that are queued in several repositories, each with a daemon, while daemons and executors are killed, frozen and
// stopped, and clocks are set. Two of them in `npm test`; in `npm run soak -- --only daemon` sixty.

import { describe, test } from 'vitest';
import { OrderRepository } from '../../scripts/orders/repository.ts';
import { SEED } from '../crash/sample.ts';
import { rounds, Tally } from '../crash/tally.ts';
import { judgeOrders } from '../orders/judge.ts';
import { randomOf } from '../orders/random.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { daemonFaults, harmDaemon } from './harm.ts';

const REPOSITORIES = rounds(1, 3);
const GOALS_EACH = rounds(2, 20);
const FAULTS_EACH = rounds(4, 60);
const GONE_MS = 30_000;

// Windows has no signal that freezes a process.
describe.skipIf(process.platform === 'win32')('daemons, killed and frozen at random', () => {
  test('lose no run, accept none twice, and leave nothing at work', async () => {
    using tally = new Tally('daemon');
    const numbers = Array.from({ length: REPOSITORIES }, (_, i) => i);
    await Promise.all(numbers.map((number) => inOne(number, tally)));
  });
});

async function inOne(number: number, tally: Tally): Promise<void> {
  const repository = await OrderRepository.make(GOALS_EACH);
  const { root } = repository;
  try {
    repository.admitScripts();
    const course = await harmDaemon(repository, randomOf(SEED + number), FAULTS_EACH);
    const gone = await waitUntil(root, () => processesOf(root).length === 0 || undefined, GONE_MS);
    const records = repository.records();
    const { orders, faults } = judgeOrders(records, repository.noted());
    const fsck = await repository.wukong('fsck');
    const losses = [
      ...faults.map((fault) => JSON.stringify(fault)),
      ...daemonFaults(records),
      ...(gone ? [] : [`left at work: ${processesOf(root).join(', ')}`]),
      ...repository.copies().map((name) => `left there: ${name}`),
      ...(fsck.code === 0 ? [] : [fsck.stdout + fsck.stderr]),
    ];
    tally.rounds += orders;
    tally.faults += course.faults;
    for (const loss of losses) tally.lose(`repository ${number}: ${loss}`);
    if (losses.length > 0)
      process.stderr.write(`${[`repository ${number}`, ...course.told].join('\n')}\n`);
  } catch (error) {
    // The other repositories go on, and are cleared away.
    tally.lose(`repository ${number}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    killProcessesOf(root);
    repository.remove();
  }
}
