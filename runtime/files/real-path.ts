import { realpathSync } from 'node:fs';

/** Undefined: the path is gone, or never was. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // Not there, not ours to see, or no path at all (a zero byte).
  }
}
