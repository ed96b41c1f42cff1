import { defineConfig } from 'vitest/config';
import { gitEnvironment } from './scripts/example.ts';
import { testsByProject, WITH_WUKONG } from './test/rig/projects.ts';
import { SlowFirst } from './test/rig/slow-first.ts';
import { CORE, isSwept } from './test/sets.ts';

export default defineConfig(({ mode }) => {
  const { unit, process: processes } = testsByProject();
  // A file that is named runs whole (npx vitest run test/cli/prove.test.ts), and so does what the soak names.
  const isNamed = process.argv.slice(3).some((word) => /^test\//.test(word));
  const isWhole = isNamed || process.env.WUKONG_SOAK === '1';
  const isAll = isWhole || mode === 'all';
  const inSet = (file: string): boolean =>
    isWhole || Object.hasOwn(CORE, file) || (isAll && !isSwept(file));
  return {
    test: {
      projects: [
        {
          extends: true as const,
          test: {
            name: 'unit',
            include: [...unit],
            // They start nothing and mock nothing, so they may share what they import: a third of their time.
            isolate: false,
            setupFiles: ['test/rig/starts-nothing.ts', 'test/rig/remove-folders.ts'],
          },
        },
        {
          extends: true as const,
          test: {
            name: 'process',
            include: processes.filter(inSet),
            env: { PATH: WITH_WUKONG },
            globalSetup: ['test/rig/prepared.ts'],
            setupFiles: [
              'test/rig/remove-folders.ts',
              ...(isAll ? [] : ['test/rig/core-titles.ts']),
            ],
          },
        },
      ],
      // Real processes, files and clients on machines that are shared: a limit only ends what hangs. No
      // second try that hides a fault.
      testTimeout: 600_000,
      hookTimeout: 300_000,
      retry: 0,
      // No git of a test knows the person at this machine, or needs one.
      env: gitEnvironment(),
      // Twice the cores of a small machine: clients and verifiers spend most of their time waiting.
      maxWorkers: 4,
      sequence: { sequencer: SlowFirst },
      reporters: ['default', './test/rig/progress-lines.ts'],
    },
  };
});
