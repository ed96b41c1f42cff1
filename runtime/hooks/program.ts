// goal.cjs, as the launcher sees it. A launcher of another version knows `handle` and nothing else, so that
// is how it stays.

import { readIds } from '../hosts/claude-code/events/ids.ts';
import { findStep } from '../log/find-step.ts';
import { findTrusted } from '../workspace/find-trusted.ts';
import { setUpByPlugin } from './events/plugin-consent.ts';
import { isSilent, recordQuietly } from './frame/record-unrelated.ts';
import { say } from './frame/write-answer.ts';
import { fail, handleEvent } from './handle-event.ts';

export { fail, findStep, handleEvent };

/** An event from its beginning: its name, and what came on stdin. */
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

/** The first command of the plugin in a clone, or the first after an update: then it goes its way. */
export function setUp(event: string, raw: string, source: string): void {
  const ids = readIds(raw);
  if (!ids) return;
  setUpByPlugin(ids, source).then(
    (done) => ('told' in done ? handle(event, raw, done.told) : say(event, done)),
    (error) => say(event, { block: `Wukong could not be set up here: ${String(error)}` }),
  );
}
