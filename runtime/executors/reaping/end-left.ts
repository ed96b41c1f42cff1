// What a run that is over has left: its process group, what left that and is still known to be of the run, and
// the copy of its order folder.

import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Lease } from '../../model/actors/lease.ts';
import { endGroup } from './end-group.ts';
import { endMarked, type Mark } from './marked.ts';

/** Once the runs are over in the log: whoever is late finds them so, and nothing of them can count any more. */
export function endLeft(leases: readonly Lease[]): void {
  for (const { process, folder } of leases) {
    // Where a person works, the folder is theirs.
    if (process === null) continue;
    endGroup(process);
    endCopy({ since: process, folder });
  }
}

/** The copy of an order, with what works there. A path from a file that may say anything: no other folder is one. */
export function endCopy({ since, folder }: Mark): void {
  if (!basename(folder).startsWith('wukong-order-')) return;
  endMarked({ since, folder });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
