// The patch of a run as it may be shown.

import { existsSync } from 'node:fs';

/** Beside patch.diff, if there were secrets in it. */
export const SHOWN_PATCH = 'patch.redacted.diff';

/** A patch is kept exact. One with secrets in it has a copy without them, and that is quoted. */
export function shownFile(path: string): string {
  const copy = path.replace(/patch\.diff$/, SHOWN_PATCH);
  return copy !== path && existsSync(copy) ? copy : path;
}
