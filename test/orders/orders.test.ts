// Orders of several repositories side by side while drivers and executors are killed and frozen. A few of them
// in `npm test`; in `npm run soak -- --only orders` three hundred.

import { describe, test } from 'vitest';
import { OrderRepository } from '../../scripts/orders/repository.ts';
import { SEED } from '../crash/sample.ts';
import { rounds, Tally } from '../crash/tally.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { driveAll } from './harm.ts';
import { judgeOrders } from './judge.ts';
import { randomOf } from './random.ts';

const REPOSITORIES = rounds(2, 4);
const GOALS_EACH = rounds(1, 15);
const GONE_MS = 30_000;

// Windows has no signal that freezes a process.
describe.skipIf(process.platform === 'win32')('orders, killed and frozen at random', () => {
  test('each has one end, none is accepted twice, and nothing is left at work', async () => {
    using tally = new Tally('orders');
    const numbers = Array.from({ length: REPOSITORIES }, (_, i) => i);
    await Promise.all(numbers.map((number) => inOne(number, tally)));
  });
});

async function inOne(number: number, tally: Tally): Promise<void> {
  const repository = await OrderRepository.make(GOALS_EACH);
  const { root } = repository;
  try {
    const course = await driveAll(repository, randomOf(SEED + number), GOALS_EACH);
    const gone = await waitUntil(root, () => processesOf(root).length === 0 || undefined, GONE_MS);
    const { orders, faults } = judgeOrders(repository.records(), repository.noted());
    const fsck = await repository.wukong('fsck');
    const losses = [
      ...faults.map((fault) => JSON.stringify(fault)),
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
