import { defineConfig } from 'vitest/config';
import { gitEnvironment } from './scripts/example.ts';
import { FILE_TURNS, inTurn, type Project, testsByProject } from './test/rig/projects.ts';
import { SlowFirst } from './test/rig/slow-first.ts';
import { isTurn } from './test/rig/turn-of.ts';

// What part of the sweeps is tried this time (test/crash/sample.ts). A red run is repeated by its seed.
process.env.WUKONG_SEED ??= String(Math.floor(Math.random() * 1_000_000));
// Who names a file wants all of it (test/rig/turns.ts).
if (process.argv.slice(3).some((word) => /^[^-]/.test(word))) process.env.WUKONG_TURNS ??= 'all';

const seed = Number(process.env.WUKONG_SEED);
const all = testsByProject();
const isWhole = process.env.WUKONG_TURNS === 'all' || process.env.WUKONG_SOAK === '1';
const someOf = (files: readonly string[]): readonly string[] =>
  isWhole ? files : inTurn(files, (folder, nth) => isTurn(seed, folder, nth, FILE_TURNS));
const files = { unit: all.unit, process: someOf(all.process), world: someOf(all.world) };

export default defineConfig({
  test: {
    projects: [
      // These start nothing and mock nothing, so they may share what they import: a third of their time.
      project('unit', { isolate: false }),
      project('process', { globalSetup: ['test/rig/prepared.ts'] }),
      project('world', { globalSetup: ['test/rig/prepared.ts'] }),
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
});

function project(name: Project, more: Readonly<Record<string, unknown>> = {}) {
  return { extends: true as const, test: { name, include: [...files[name]], ...more } };
}
