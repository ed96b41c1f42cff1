import { existsSync, watch } from 'node:fs';
import { withResolvers } from '../../scripts/client/child.ts';

/** Asks again at every change in `folder` and every 50 ms; undefined when the time is up. */
export async function waitUntil<T>(
  folder: string,
  look: () => T | undefined,
  timeoutMs: number,
): Promise<T | undefined> {
  const { promise, resolve, reject } = withResolvers<T | undefined>();
  const ask = (): void => {
    try {
      const found = look();
      if (found !== undefined) resolve(found);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const watcher = existsSync(folder) ? watch(folder, ask) : undefined;
  // A watch can miss changes, and the folder can be replaced. Then the poll finds them.
  watcher?.on('error', () => watcher.close());
  const poll = setInterval(ask, 50);
  const limit = setTimeout(() => resolve(undefined), timeoutMs);
  try {
    ask();
    return await promise;
  } finally {
    watcher?.close();
    clearInterval(poll);
    clearTimeout(limit);
  }
}
