import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, folders and single files, the slowest first. */
const SLOW = [
  'forgery/',
  'client/',
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

/** Begins with what takes longest, so that at the end no single file is waited for. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Among equals by how long they took here the last time, or by size where nobody knows.
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((start) => moduleId.includes(`/test/${start}`));
  return at === -1 ? SLOW.length : at;
}
