// Looks at the log again and again while a person or a program looks on.

import type { Failure } from '../../model/failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { drained } from './output.ts';

/** A look at the log costs a tenth of a millisecond. */
const POLL_EVERY_MS = 250;

/** `more`: there is more than it took. */
export type Looked = Failure | 'more' | undefined;

/**
 * Looks again whenever the log has grown and what was printed has been read, until Ctrl-C (undefined) or a
 * look that fails.
 */
export async function untilStopped(
  ws: Workspace,
  look: () => Looked,
): Promise<Failure | undefined> {
  let isStopped = false;
  let onStop = (): void => undefined;
  let onChange = (): void => undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopped = true;
      onStop();
    });
  }
  const untilRead = (): Promise<void> =>
    new Promise((resolve) => {
      onStop = resolve;
      drained().then(resolve, resolve);
    });
  const untilGrown = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_EVERY_MS);
      onStop = onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let close = async (): Promise<void> => undefined;
  let isWatched = false;
  try {
    while (!isStopped) {
      const looked = look();
      if (typeof looked === 'object') return looked;
      if (looked === 'more' || process.stdout.writableNeedDrain) {
        await untilRead();
        continue;
      }
      if (isWatched) {
        await untilGrown();
        continue;
      }
      isWatched = true;
      const { watch } = await import('chokidar');
      const watcher = watch(files.log(ws));
      close = () => watcher.close();
      // The watcher reports at once; but not what comes within 50 ms after a change, and nothing more
      // of a log that was sealed, because then another file is in its place.
      watcher.on('change', () => onChange());
      // The system gives no more of them: then every look is one of ours.
      watcher.on('error', () => undefined);
    }
    return undefined;
  } finally {
    await close();
  }
}
