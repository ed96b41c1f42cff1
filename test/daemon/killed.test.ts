// Goals that are queued in several repositories, each with a daemon, while daemons and executors are killed, frozen and
// stopped, and clocks are set. Two of them in `npm test`; in `npm run soak -- --only daemon` sixty.

import { describe, test } from 'vitest';
import { rounds } from '../crash/tally.ts';
import { harmedAtRandom } from '../orders/at-random.ts';
import { daemonFaults, harmDaemon } from './harm.ts';

const FAULTS_EACH = rounds(4, 60);

// Windows has no signal that freezes a process.
describe.skipIf(process.platform === 'win32')('daemons, killed and frozen at random', () => {
  test('lose no run, accept none twice, and leave nothing at work', () =>
    harmedAtRandom({
      promise: 'daemon',
      repositories: rounds(1, 3),
      goalsEach: rounds(2, 20),
      harm: (repository, random) => {
        repository.admitScripts();
        return harmDaemon(repository, random, FAULTS_EACH);
      },
      alsoLost: daemonFaults,
    }));
});
