// hook.cjs <EventName>: one short process per event. Start-up time is a feature, so here is only what
// every event needs; the hooks themselves and what they use are in parts (scripts/parts.ts).

import { readFileSync } from 'node:fs';
import { fail, hear } from './hear.ts';
import { recordQuietly, type Seen } from './quiet.ts';

export function main(): void {
  const event = process.argv[2] ?? '';
  let raw = '';
  let seen: Seen | undefined;
  try {
    raw = readFileSync(0, 'utf8');
    seen = recordQuietly(event, raw);
  } catch (error) {
    fail(event, raw, error);
    return;
  }
  if (seen) hear(event, seen);
  // It asks whether a call may happen, so silence would be a yes.
  else if (event === 'guard') fail(event, raw, new Error('its input can not be read'));
  // Skips exit handlers and tearing down: everything was written synchronously.
  else (process as { reallyExit?: (code: number) => never }).reallyExit?.(0);
}
