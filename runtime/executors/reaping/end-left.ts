// What a run that is over has left: its process group, what left that and is still known to be of the run, and
// the copy of its order folder.

import type { Lease } from '../../model/actors/lease.ts';
import { isOrderCopy, removeCopy } from '../folder/copy-order.ts';
import { endGroup } from './end-group.ts';
import { endMarked } from './marked.ts';

/** Once the runs are over in the log: whoever is late finds them so, and nothing of them can count any more. */
export function endLeft(leases: readonly Lease[]): void {
  for (const { process, folder } of leases) {
    // Where a person works, the folder is theirs.
    if (process === null) continue;
    endGroup(process);
    if (isOrderCopy(folder)) endMarked({ since: process, folder });
    removeCopy({ dir: folder });
  }
}
