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

type Handed = Readonly<Record<string, Readonly<{ dir: string; read?: string | undefined }>>>;

/** Whether one of those who were given an order saved a result since it was last looked at. */
export function hasSavedResult(handed: Handed = {}): boolean {
  return Object.values(handed).some(({ dir, read }) => {
    const stamp = savedStamp(dir);
    return stamp !== undefined && stamp !== read;
  });
}
