import { rmSync } from 'node:fs';
import { nextOf, type Workspace } from './places.ts';

/** Takes from whoever is about to replace the log the file to do it with (replace-log.ts). */
export function dropNext(ws: Workspace): void {
  rmSync(nextOf(ws), { recursive: true, force: true, maxRetries: 3 });
}
