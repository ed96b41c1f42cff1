// The first session or typed prompt after the hour has the roll-up of the last day of work written, by a
// process of its own.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { isRollupDue } from '../../rollups/due.ts';
import { startRollup } from '../../rollups/start-rollup.ts';
import type { Delivery } from './read-delivery.ts';
import type { Seen } from './record-unrelated.ts';

export function withRollup(
  { event, payload, ws }: Delivery,
  at: Seen['at'],
  answer: Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const isTyped = event === 'UserPromptSubmit' && !payload.prompt.startsWith('<');
  if ((!isTyped && event !== 'SessionStart') || !at) return answer;
  if (!isRollupDue(ws, at.head.config, Date.now())) return answer;
  return startRollup(ws).then(() => answer);
}
