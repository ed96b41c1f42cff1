import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { removeFile } from '../../files/changing.ts';
import { readBytes } from '../../files/reading.ts';

/** What others read as a whole, and what is never large. */
const WHOLE: readonly string[] = ['work_order.json', 'outcome.json', 'references.json'];
const IS_TEXT = /\.(?:log|md|txt)$/;

/**
 * No file of an order folder is larger than `maxBytes` afterwards: text is cut, and says so in its last line; of
 * anything else a part is of no use, so a note stands in its place. What was judged was judged on the whole.
 */
export function boundArtifacts(folder: string, maxBytes: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size <= maxBytes || WHOLE.includes(name)) continue;
    const why = `it had ${stat.size} bytes, and artifacts.max_size_mb allows ${maxBytes}`;
    if (IS_TEXT.test(name)) {
      const note = `\n… cut here: ${why}\n`;
      const kept = readBytes(path).subarray(0, maxBytes - Buffer.byteLength(note));
      putFile(path, Buffer.concat([kept, Buffer.from(note)]));
    } else {
      putFile(`${path}.left-out.txt`, `${name} was not kept: ${why}.\n`);
      removeFile(path);
    }
  }
}
