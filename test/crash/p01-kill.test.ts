// P1: an acknowledged event is counted exactly once after `kill -9` at any instant.

import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { counted, voidSteps } from './counted.ts';
import { Scene } from './scene.ts';
import { talk } from './steps.ts';
import { rounds, Tally } from './tally.ts';

/** Whether it had answered: these hooks answer with their exit code alone. */
async function deliverAndKill(scene: Scene, id: string, afterMs: number): Promise<boolean> {
  const delivery = talk(id);
  const child = spawn(process.execPath, [scene.hookScript, delivery.event], {
    cwd: scene.rig.repo,
    env: scene.environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined); // Killed before it read.
  child.stdin.end(scene.stdin(delivery));
  const killer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(killer);
  return code === 0;
}

test('P1 hooks killed at random instants, two at a time: what was answered is counted once', async () => {
  await using scene = await Scene.create();
  using tally = new Tally('P1 random kills');
  // Follows how long a hook takes here and now: kills fall from before its first line to its last.
  let usualMs = (await scene.deliver(talk('first'))).elapsedMs;
  const answered: string[] = [];
  const all: string[] = [];
  for (let round = 0; round < rounds(24, 500); round += 1) {
    tally.rounds += 1;
    const pair = [`k-${round}-a`, `k-${round}-b`];
    const ends = await Promise.all(
      pair.map((id, i) => deliverAndKill(scene, id, usualMs * (0.2 + fraction(2 * round + i)))),
    );
    if (ends.every((end) => end)) usualMs *= 0.8;
    if (ends.every((end) => !end)) usualMs *= 1.3;
    all.push(...pair);
    answered.push(...pair.filter((_, i) => ends[i]));
    // What was answered is there now; where no answer came the client asks again, and gets one.
    await checkAnswered(
      scene,
      tally,
      pair.filter((_, i) => ends[i]),
    );
    for (const id of pair.filter((_, i) => !ends[i])) await scene.deliver(talk(id));
    tally.faults += ends.filter((end) => !end).length;
  }
  await scene.deliver(talk('last'));
  const inLog = counted(scene.ws).map((record) => record.payload.prompt_id);
  for (const id of all) {
    const times = inLog.filter((each) => each === id).length;
    if (times !== 1) tally.lose(`${id} is counted ${times} times`);
  }
  expect(voidSteps(scene.ws)).toBe(0);
  expect(answered.length).toBeGreaterThan(0);
  expect(tally.faults).toBeGreaterThan(rounds(24, 500) / 5);
});

/** Recorded, or spooled because the other of the pair had the lock: then the next step takes it up. */
async function checkAnswered(scene: Scene, tally: Tally, ids: readonly string[]): Promise<void> {
  const isThere = (id: string) =>
    counted(scene.ws).some((record) => record.payload.prompt_id === id);
  const missing = ids.filter((id) => !isThere(id));
  if (missing.length === 0) return;
  await scene.deliver(talk(`after ${missing.join()}`));
  for (const id of missing) if (!isThere(id)) tally.lose(`${id} was answered and is not there`);
}

/** Spread evenly over 0 to 1 and the same in each run (golden ratio). */
function fraction(n: number): number {
  return (n * 0.618_033_988_75) % 1;
}
