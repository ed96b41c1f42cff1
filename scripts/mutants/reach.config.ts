// Runs every test that `npm run test:all` runs, each file by itself, and writes down what it reaches.

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testsByProject } from '../../test/rig/projects.ts';
import { CORE, isSwept } from '../../test/sets.ts';
import { gitEnvironment } from '../example.ts';

const { unit, process: processes } = testsByProject();

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: [...unit, ...processes.filter((file) => Object.hasOwn(CORE, file) || !isSwept(file))],
    setupFiles: ['scripts/mutants/watch-reach.ts', 'test/rig/remove-folders.ts'],
    globalSetup: ['test/rig/prepared.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: gitEnvironment(),
    maxWorkers: 3,
    reporters: ['./test/rig/progress-lines.ts'],
  },
});
