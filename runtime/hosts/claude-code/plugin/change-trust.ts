import { ok, type Result } from '../../../model/failure.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { readTrust, type Trust, writeTrust } from '../../../workspace/trust.ts';
import { withInstallLock } from '../install/install-lock.ts';

/** Read again under the lock: an init may be writing the same file. */
export function changeTrust(
  ws: Workspace,
  change: (before: Trust) => Trust,
): Promise<Result<void>> {
  return withInstallLock(ws, () => {
    const before = readTrust(ws);
    if (before) writeTrust(ws, change(before));
    return ok(undefined);
  });
}
