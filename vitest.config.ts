import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/rig/slow-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/rig/prepared.ts'],
    // Real processes, files and clients on machines that are shared: a limit only ends what hangs. No
    // second try that hides a fault.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    retry: 0,
    // Two files at once: more would make client tests wait for each other on small machines.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/rig/closing-line.ts'],
  },
});
