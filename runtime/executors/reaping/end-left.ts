// What a run that is over has left: its process group, what left that and is still known to be of the run, and
// the copy of its order folder.

import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Lease } from '../../model/actors/lease.ts';
import { endGroup } from './end-group.ts';
import { endMarked } from './marked.ts';

/** Once the runs are over in the log: whoever is late finds them so, and nothing of them can count any more. */
export function endLeft(leases: readonly Pick<Lease, 'process' | 'folder'>[]): void {
  for (const { process, folder } of leases) {
    // Where a person works, the folder is theirs.
    if (process === null) continue;
    endGroup(process);
    endMarked({ since: process, folder });
    removeOrder(folder);
  }
}

/** The log names it, and somebody may have written to the log: nothing else is ever taken away. */
export function removeOrder(folder: string): void {
  if (!basename(folder).startsWith('wukong-order-')) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
