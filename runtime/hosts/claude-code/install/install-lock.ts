// Holds off a second `wukong init` in the same repository. proper-lockfile, because this lock is held
// over many file operations and must end by itself when its holder is killed; the log's own lock is
// another matter (log/lock.ts).

import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';
import { makeFolders } from '../../../files/changing.ts';
import { codeOf } from '../../../files/file-failure.ts';
import { releaseLock } from '../../../files/release-lock.ts';
import { fail, type Result } from '../../../model/failure.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { asFailure } from './install-failure.ts';

/** An init takes well under a second; a killed one is replaced after this. */
const STALE_MS = 5_000;
const RETRY_MS = 100;
const RETRIES = (3 * STALE_MS) / RETRY_MS;

/** What the disk refuses is a failure, too. */
export async function withInstallLock<T>(ws: Workspace, work: () => Result<T>): Promise<Result<T>> {
  const folder = dirname(files.trust(ws));
  const lockfilePath = join(folder, 'init.lock');
  try {
    makeFolders(folder);
    const release = await lock(folder, {
      lockfilePath,
      stale: STALE_MS,
      retries: { retries: RETRIES, factor: 1, minTimeout: RETRY_MS, maxTimeout: RETRY_MS },
      // Its default throws from a timer. All writes of an init are whole files that two inits of one
      // version write alike, so a lock lost while the machine slept does no harm.
      onCompromised: () => undefined,
    });
    try {
      return work();
    } finally {
      await releaseLock(release);
    }
  } catch (error) {
    if (codeOf(error) !== 'ELOCKED') return fail(asFailure(error));
    const message = 'Another `wukong init` is running in this repository.';
    return fail({ kind: 'refused', message, hint: `Wait for it, or delete ${lockfilePath}.` });
  }
}
