// Tests inside files of the program, and modules of Rust in a file of their own that only tests have: `#[cfg(test)]
// mod checks;` in the file above.

import { posix } from 'node:path';
import { type TreePlace, textsOf } from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
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

/** Of these files the modules of Rust that only tests have: a file of this tree names them so. */
export async function testModules(
  place: TreePlace,
  tree: string,
  paths: readonly string[],
): Promise<Result<readonly string[]>> {
  const modules = paths.filter((path) => path.endsWith('.rs'));
  const texts = await textsOf(place, tree, modules.flatMap(above));
  if (!texts.ok) return texts;
  return success(
    modules.filter((path) =>
      above(path).some((parent) => names(parent, texts.value.get(parent), nameOf(path))),
    ),
  );
}

/** `a/b.rs` and `a/b/mod.rs` are both called `b`. */
function nameOf(path: string): string {
  const name = posix.basename(path, '.rs');
  return name === 'mod' ? posix.basename(posix.dirname(path)) : name;
}

/** Where it can be named: in the file of the folder it lies in. */
function above(path: string): string[] {
  const isFolder = posix.basename(path) === 'mod.rs';
  const folder = posix.dirname(isFolder ? posix.dirname(path) : path);
  const inside = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => posix.join(folder, name));
  return [...inside, `${folder}.rs`];
}

function names(parent: string, text: string | undefined, name: string): boolean {
  const regions = text === undefined ? undefined : testRegions(parent, text);
  const line = new RegExp(`(?:^|[\\s\\]])mod\\s+${name.replace(/\W/g, '\\$&')}\\s*;`);
  const lines = text?.split('\n') ?? [];
  return regions?.some(({ from, to }) => line.test(lines.slice(from, to).join('\n'))) ?? false;
}
