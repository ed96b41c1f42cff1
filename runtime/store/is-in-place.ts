import { fstatSync, statSync } from 'node:fs';
import type { Log } from './open-log.ts';
import { logOf } from './places.ts';

/** An inode of Windows does not fit into a number. */
const EXACT = { bigint: true } as const;

/** Whether this file still has the log's name. */
export function isInPlace({ fd, ws }: Log): boolean {
  return fstatSync(fd, EXACT).ino === statSync(logOf(ws), EXACT).ino;
}
