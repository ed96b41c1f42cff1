// A test with the real client takes ten to forty seconds, one that judges reports in copies five to ten, and
// most of them show once more what tests of values and single processes show already. So `npm test` runs those
// that take turns a part at a time; a file that is named runs whole, and so does `npm run soak`.

import { type TestContext, test } from 'vitest';
import { isInSample } from '../crash/sample.ts';
import { SOAK } from '../crash/tally.ts';

const WHOLE = SOAK || process.env.WUKONG_TURNS === 'all';

/** A `test` of which one in `of` is run each time; with which it begins depends on the seed. */
export function turns(name: string, of: number) {
  let count = 0;
  return (title: string, run: (context: TestContext) => Promise<void>): void => {
    // Said to be skipped where its turn is another time: a group none of whose tests runs is there still.
    if (WHOLE || isInSample(name, count, of)) test(title, run);
    else test.skip(title, run);
    count += 1;
  };
}
