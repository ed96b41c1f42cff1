import { lstatSync } from 'node:fs';
import type { Workspace } from './places.ts';

/** `.wukong` is there and is a real folder: a link could lead the log anywhere. */
export function isInstalled(ws: Workspace): boolean {
  return lstatSync(ws.dir, { throwIfNoEntry: false })?.isDirectory() === true;
}
