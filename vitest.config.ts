import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real processes, files and clients: generous limits, and no second try that hides a fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    // Two files at once: more would make client tests wait for each other on small machines.
    maxWorkers: 2,
    reporters: ['default', './test/rig/closing-line.ts'],
  },
});
