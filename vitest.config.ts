import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/rig/slow-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes, files and clients on machines that are shared: a limit only ends what hangs. No
    // second try that hides a fault.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    retry: 0,
    // A third of the time is waiting, so three files at once keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/rig/closing-line.ts'],
  },
});
