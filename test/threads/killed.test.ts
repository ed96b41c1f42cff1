// Goals that are published in several repositories side by side, by the real gh to a GitHub in memory, while whoever
// publishes is killed between intent and answer. Some kills in `npm test`; in `npm run soak -- --only threads` a thousand.

import { describe, test } from 'vitest';
import { OrderRepository } from '../../scripts/orders/repository.ts';
import { SEED } from '../crash/kill-points.ts';
import { rounds, Tally } from '../crash/tally.ts';
import { randomOf } from '../orders/random.ts';
import { HAS_GH } from '../publish/github/acme.ts';
import { killProcessesOf } from '../rig/processes.ts';
import { Publishing } from './harm.ts';

const REPOSITORIES = rounds(1, 4);
const KILLS_EACH = rounds(1, 250);

// What was left at work is found by its environment, in /proc.
describe.skipIf(!HAS_GH || process.platform !== 'linux')(
  'publishing that is killed between intent and answer (skipped without a gh of 2.23 or newer, and where there is no /proc)',
  () => {
    test('sends nothing twice and loses nothing', async () => {
      using tally = new Tally('threads, killed between intent and answer');
      const numbers = Array.from({ length: REPOSITORIES }, (_, i) => i);
      await Promise.all(numbers.map((number) => inOne(number, tally)));
    });
  },
);

async function inOne(number: number, tally: Tally): Promise<void> {
  const at = await OrderRepository.make(1);
  let publishing: Publishing | undefined;
  const losses: string[] = [];
  try {
    publishing = await Publishing.make(at, randomOf(SEED + number));
    await publishing.harm(KILLS_EACH);
    losses.push(...publishing.losses());
  } catch (error) {
    losses.push(error instanceof Error ? String(error.stack) : String(error));
  } finally {
    const { kills = 0, between = 0, faults = 0, unsure = 0 } = publishing?.counts ?? {};
    tally.rounds += between;
    tally.faults += kills + faults;
    for (const loss of losses) tally.lose(`repository ${number}: ${loss}`);
    // At once: the others may take long.
    const lines = [
      `repository ${number}: ${kills} kills, ${between} of them in between; ${faults} faults; ${unsure} left to a person`,
      ...losses,
    ];
    process.stderr.write(`${lines.join('\n  lost: ')}\n`);
    killProcessesOf(at.root);
    await publishing?.close();
    at.remove();
  }
}
