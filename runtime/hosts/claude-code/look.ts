// Looking at folders that may not be there.

import { readdirSync, statSync } from 'node:fs';

export function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder).sort()
    : [];
}
