import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the built program lies: what `init` copies from. A command may be in a file below it. */
export function programFolder(): string {
  return dirname(realpathSync(process.argv[1] ?? '.'));
}
