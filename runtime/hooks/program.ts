// goal.cjs, as the launcher sees it. A launcher of another version knows `handle` and nothing else, so that
// is how it stays.

import { readIds } from '../hosts/claude-code/events/ids.ts';
import { findStep } from '../log/find-step.ts';
import { findTrusted } from '../workspace/find-trusted.ts';
import { isSilent, recordQuietly } from './frame/record-unrelated.ts';
import { fail, handleEvent } from './handle-event.ts';

export { fail, findStep, handleEvent };

/** An event from its beginning: its name, and what came on stdin. `told`: what its user is told first. */
export function handle(event: string, raw: string, told = ''): void {
  try {
    const ids = readIds(raw);
    const found = findTrusted(process.env.CLAUDE_PROJECT_DIR || ids?.cwd || '');
    if (found && isSilent(event, ids, found)) return;
    const seen = found && ids && recordQuietly(event, raw.length, ids, found, findStep);
    if (seen) handleEvent(event, seen, told);
    // It asks whether a call may happen, so silence would be a yes.
    else if (found && !ids && event === 'guard') throw new Error('its input cannot be read');
  } catch (error) {
    fail(event, raw, error);
  }
}
