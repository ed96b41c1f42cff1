// A story that is played once, with a test for each thing that it shows.

import { afterAll, beforeAll, beforeEach, onTestFailed } from 'vitest';
import { Rig, type RigOptions } from '../rig/rig.ts';

/** Plays it before the tests of this `describe`, which look at what came of it. */
export function played(play: (rig: Rig) => Promise<void>, options: RigOptions = {}): () => Rig {
  let made: Rig | undefined;
  const rig = (): Rig => {
    if (!made) throw new Error('Nothing was played yet.');
    return made;
  };
  beforeAll(async () => {
    // There is no test yet that could fail.
    made = await Rig.create({ ...options, prints: false });
    try {
      await play(made);
    } catch (error) {
      console.error(made.dump());
      throw error;
    }
  });
  beforeEach(() => onTestFailed(() => console.error(rig().dump())));
  afterAll(() => made?.[Symbol.asyncDispose]());
  return rig;
}
