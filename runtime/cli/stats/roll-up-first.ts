// The first command after the hour writes the roll-up of the last day of work, if no hook did. What goes wrong
// is said on stderr, and what was asked for is done all the same.

import { readStored } from '../../cache/read-state.ts';
import { orFailure } from '../../files/file-failure.ts';
import { isRollupDue } from '../../rollups/due.ts';
import { explain } from '../../words/explain-failure.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import { warn } from '../frame/output.ts';

export async function rollUpFirst(): Promise<void> {
  const ws = findRepository(process.cwd());
  if (!ws || !isInstalled(ws)) return;
  const trust = readTrust(ws);
  const state = readStored(ws);
  if (!state || trust?.log_id !== state.log_id || trust.off !== undefined) return;
  const now = Date.now();
  if (!isRollupDue(ws, state.config, now)) return;
  const { writeLastRollup } = await import('../../rollups/write-rollup.ts');
  const written = orFailure(() => writeLastRollup(ws, now));
  if (written.ok) return;
  const failure = 'failure' in written ? written.failure : written.error;
  warn(`The roll-up was not written: ${explain(failure).message}`);
}
