// Which failure it was, by what a run printed: whether a test said no, and which files of the program its stacks
// name. Pure.

import { posix } from 'node:path';
import { saidNo } from '../evidence/commands/no-test-ran.ts';
import { isProduct, type Product } from '../evidence/seal/product-paths.ts';
import { plainText } from '../model/terminal-text.ts';
import type { Row } from './row.ts';
import { belowTop } from './steady-text.ts';

/** `src/a.js:3:7`, `File "src/a.py", line 3`; with no folder (`A.java:3`) it is looked for by its name. */
const PLACES = [
  // From where a word begins alone, and no further than a path goes: what is printed may be one word.
  /(?<![^\s'"`()[\]<>,;|])([^\s'"`()[\]<>,;|]{1,1000}\.[A-Za-z]\w{0,5}):\d+/g,
  /File "([^"\n]+)", line \d+/g,
];

const MAX_CHARS = 1024 * 1024;
const MOST_NAMED = 20;

/** `files`: all of the tree. */
export function whichFailure(
  printed: string,
  tops: readonly string[],
  files: readonly string[],
  product: Product | undefined,
): NonNullable<Row['failure']> {
  const text = belowTop(plainText(printed.slice(0, MAX_CHARS)), tops);
  const known = new Set(files);
  const through = new Set<string>();
  for (const [, said = ''] of PLACES.flatMap((place) => [...text.matchAll(place)])) {
    const path = posix.normalize(said.replaceAll('\\', '/').replace(/^file:\/\//, ''));
    const found = known.has(path)
      ? [path]
      : path.includes('/')
        ? []
        : files.filter((one) => one.endsWith(`/${path}`));
    for (const one of found) if (product && isProduct(product, one)) through.add(one);
  }
  return { asserts: saidNo(text), through: [...through].slice(0, MOST_NAMED) };
}
