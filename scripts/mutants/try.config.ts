// Runs the tests that reach a fault in the order in which they are named, quickest first: the first red one ends it.

import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config from '../../vitest.config.ts';

class AsNamed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      process.argv.indexOf(relative(process.cwd(), moduleId));
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

export default defineConfig(async (of) => {
  const { test, ...rest } = await config(of);
  return { ...rest, test: { ...test, sequence: { sequencer: AsNamed } } };
});
