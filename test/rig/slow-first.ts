import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests start many processes, the slowest first. */
const SLOW = ['client', 'crash', 'forgery', 'verifier', 'hooks', 'cli'];

/** Begins with what takes longest, so that at the end no single file is waited for. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return at === -1 ? SLOW.length : at;
}
