// P1: an acknowledged event is counted exactly once after `kill -9` at any instant.

import { describe, expect, test } from 'vitest';
import { isKillPoint } from './kill-points.ts';
import { Scene } from './scene.ts';
import { STEPS } from './steps.ts';
import { sweep } from './sweep.ts';
import { Tally } from './tally.ts';

describe('P1 a hook that is killed at any of its file operations', () => {
  test.each(STEPS)('loses and doubles nothing: $name', async (step) => {
    await using scene = await Scene.create();
    using tally = new Tally('P1 killed at each operation');
    await sweep(
      scene,
      step,
      tally,
      (line, at) => (isKillPoint(line) ? [{ at, how: 'kill-before' }] : []),
      (faulty) => expect(faulty.signal).toBe('SIGKILL'),
    );
    tally.rounds = tally.faults;
    expect(tally.faults).toBeGreaterThan(0);
  });
});
