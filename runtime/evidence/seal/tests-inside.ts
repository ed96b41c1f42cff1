// Tests inside files of the program.

import { type TreePlace, textsOf } from '../trees/overlay.ts';
import { mayHoldTests, type Region, splitAt, testRegions } from './test-regions.ts';

/** Whether one of these files of the program has other tests inside than before, and has some. */
export async function bringsTestsInside(
  place: TreePlace,
  before: string,
  after: string,
  paths: readonly string[],
): Promise<boolean> {
  const wanted = paths.filter(mayHoldTests);
  const [old, now] = [await textsOf(place, before, wanted), await textsOf(place, after, wanted)];
  if (!old.ok || !now.ok) return false;
  const tests = (path: string, text = ''): string => {
    const regions = regionsOf(path, text);
    return regions ? splitAt(text, regions).tests : '';
  };
  return wanted.some((path) => {
    const brought = tests(path, now.value.get(path));
    return brought !== '' && brought !== tests(path, old.value.get(path));
  });
}

/** What is not UTF-8 would be another text once it is written again. */
function regionsOf(path: string, text: string): readonly Region[] | undefined {
  return text.includes('\ufffd') ? undefined : testRegions(path, text);
}
