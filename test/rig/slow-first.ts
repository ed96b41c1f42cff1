import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, folders and single files, the slowest first. */
const SLOW = [
  'forgery/',
  'client/',
  'teams/team.',
  'crash/p14',
  'crash/p01',
  'hooks/',
  'cli/',
  'verifier/',
  'install/install',
  'install/prepare',
  'privacy/',
  'scripts/',
  'client-smoke/',
  'crash/',
  'install/',
  'property/',
  'evidence/',
];

/** Waits for two thirds of its time: for the client, which waits for its screen and its model, or for leases. */
const WAITING = ['client/', 'client-smoke/', 'teams/team.'];

/**
 * Begins with what takes longest, so that at the end no single file is waited for; what waits goes beside what
 * computes, so that no core is idle.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Among equals by how long they took here the last time, or by size where nobody knows.
    const sorted = (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    const waiting = sorted.filter(isWaiting);
    const computing = sorted.filter((file) => !isWaiting(file));
    const pairs = waiting.flatMap((file, nth) => [file, ...computing.slice(nth, nth + 1)]);
    return [...pairs, ...computing.slice(waiting.length)];
  }
}

function isWaiting({ moduleId }: TestSpecification): boolean {
  return WAITING.some((start) => moduleId.includes(`/test/${start}`));
}

function rank({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((start) => moduleId.includes(`/test/${start}`));
  return at === -1 ? SLOW.length : at;
}
