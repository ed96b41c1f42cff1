// A step that a person carries out, in a goal that is driven: their order is written, and the goal waits. A run
// of a person outlives its driver.

import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from './queue.ts';

const POLL_MS = 500;

/** Why it cannot be; undefined: go on. */
export async function handToPerson(
  queue: Queue<never>,
  at: Readonly<{ goal: string; node: string; name: string }>,
): Promise<string | undefined> {
  const { goal, node, name } = at;
  const claim = await queue.claim({ goal, node, executor: name, isPerson: true });
  if (claim.kind === 'failed') return claim.why;
  if (claim.kind === 'busy' || claim.kind === 'none') await delay(POLL_MS);
  return undefined;
}
