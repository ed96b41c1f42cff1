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
  for (let round = 0; round < rounds(40, 500); round += 1) {
    tally.rounds += 1;
    const pair = [`k-${round}-a`, `k-${round}-b`];
    const ends = await Promise.all(
      pair.map((id, i) => deliverAndKill(scene, id, usualMs * (0.2 + fraction(2 * round + i)))),
    );
    if (ends.every((end) => end)) usualMs *= 0.8;
    if (ends.every((end) => !end)) usualMs *= 1.3;
    all.push(...pair);
    answered.push(...pair.filter((_, i) => ends[i]));
    tally.faults += ends.filter((end) => !end).length;
  }
  const inLog = () => counted(scene.ws).map((record) => record.payload.prompt_id);
  // The inbox is taken up by the next step.
  await scene.deliver(talk('last'));
  const once = inLog();
  for (const id of answered) {
    const times = once.filter((each) => each === id).length;
    if (times !== 1) tally.lose(`${id} was answered and is counted ${times} times`);
  }
  // The client asks again where it got no answer: now each is there, and none twice.
  const unanswered = all.filter((id) => !answered.includes(id));
  for (const id of unanswered.slice(0, rounds(12, 200))) await scene.deliver(talk(id));
  const twice = inLog();
  for (const id of [...answered, ...unanswered.slice(0, rounds(12, 200))]) {
    const times = twice.filter((each) => each === id).length;
    if (times !== 1) tally.lose(`${id} was delivered again and is counted ${times} times`);
  }
  expect(voidSteps(scene.ws)).toBe(0);
  expect(answered.length).toBeGreaterThan(0);
  expect(tally.faults).toBeGreaterThan(rounds(40, 500) / 5);
});

/** Spread evenly over 0 to 1 and the same in each run (golden ratio). */
function fraction(n: number): number {
  return (n * 0.618_033_988_75) % 1;
}
