// `hook.cjs rollup`: no event of the client, but the process that a hook starts to write the roll-up of the
// last day of work (rollups/start-rollup.ts). It answers nobody.

import { orFailure } from '../../files/file-failure.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { writeLastRollup } from '../../rollups/write-rollup.ts';
import { explain } from '../../words/explain-failure.ts';
import { keepError } from '../frame/keep-error.ts';
import type { Delivery } from '../frame/read-delivery.ts';

export function onRollup(delivery: Delivery): Answer {
  const written = orFailure(() => writeLastRollup(delivery.ws, Date.now()));
  if (written.ok) return {};
  const failure = 'failure' in written ? written.failure : written.error;
  // Kept as an error of the hook that begins a session, for `wukong stats --hooks`.
  keepError({ ...delivery, event: 'SessionStart' }, `roll-up: ${explain(failure).message}`);
  return {};
}
