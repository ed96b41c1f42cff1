import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Of the result in the folder of an order, as it was saved last; undefined where there is none. */
export function savedStamp(dir: string): string | undefined {
  for (const name of ['work_result.json', 'work_result.txt']) {
    const stat = statSync(join(dir, name), { throwIfNoEntry: false });
    if (stat) return `${name}:${stat.mtimeMs}:${stat.size}`;
  }
  return undefined;
}

/** When it was saved, in milliseconds. */
export function savedAt(stamp: string): number {
  return Number(stamp.split(':')[1]);
}

type Handed = Readonly<Record<string, Order>>;
type Order = Readonly<{ dir: string; read?: string | undefined; over?: string | undefined }>;

/** Whether one of those who were given an order saved a result since it was last looked at. */
export function hasSavedResult(handed: Handed = {}): boolean {
  return Object.values(handed).some(({ dir, read, over }) => {
    const stamp = over === undefined ? savedStamp(dir) : undefined;
    return stamp !== undefined && stamp !== read;
  });
}

/** Whether the folder of an order is still there although its run has ended. */
export function hasLeftFolder(handed: Handed = {}): boolean {
  return Object.values(handed).some(({ over }) => over !== undefined);
}
