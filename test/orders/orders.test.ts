// Orders of several repositories side by side while drivers and executors are killed and frozen. A few of them
// in `npm test`; in `npm run soak -- --only orders` three hundred.

import { describe, test } from 'vitest';
import { rounds } from '../crash/tally.ts';
import { harmedAtRandom } from './at-random.ts';
import { driveAll } from './harm.ts';

const REPOSITORIES = rounds(2, 4);
const GOALS_EACH = rounds(1, 15);

// Windows has no signal that freezes a process.
describe.skipIf(process.platform === 'win32')('orders, killed and frozen at random', () => {
  test('each has one end, none is accepted twice, and nothing is left at work', () =>
    harmedAtRandom({
      promise: 'orders',
      repositories: REPOSITORIES,
      goalsEach: GOALS_EACH,
      harm: (repository, random) => driveAll(repository, random, GOALS_EACH),
    }));
});
