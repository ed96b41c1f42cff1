import { codeOf } from './file-failure.ts';

/**
 * Of proper-lockfile. One that was taken for dead while this process was frozen, or its machine asleep, was lost
 * meanwhile: then there is nothing of ours to release.
 */
export async function releaseLock(release: () => Promise<void>): Promise<void> {
  await release().catch((error: unknown) => {
    if (codeOf(error) !== 'ERELEASED' && codeOf(error) !== 'ENOTACQUIRED') throw error;
  });
}
