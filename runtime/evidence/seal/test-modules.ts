// Modules of Rust in a file of their own that only tests have: `#[cfg(test)] mod checks;` in the file above.

import { posix } from 'node:path';
import { type TreePlace, textsOf } from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
import { testRegions } from './test-regions.ts';

/** Of these files those that a file of this tree names so. */
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
