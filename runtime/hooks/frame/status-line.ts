// The line of the client's status line. It reads, and writes nothing; what keeps it from a goal leaves the
// line empty, because the client shows whatever it prints.

import { parseStored } from '../../cache/read-state.ts';
import { lineFor } from '../../hosts/claude-code/session/speak.ts';
import { readState } from '../../step/run-step.ts';
import { isInstalled } from '../../workspace/repository.ts';
import type { Seen } from './record-unrelated.ts';

export function statusLineFor({ ids, found: { ws, trust }, at }: Seen): string {
  // Without caches the whole log would be read, several times a minute; the next hook makes them again.
  if (!at || at.head.counters.open_goals === 0 || !isInstalled(ws)) return '';
  const read = readState(ws, undefined, parseStored(ws, at.stored));
  if (!read.ok || read.state.log_id !== trust.log_id) return '';
  return lineFor(read.state, ids.session_id);
}
