import { QUIET_MS, takeUpReview } from '../../engine/anchors/take-up.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { hasNewReview } from '../../workspace/config-stamp.ts';
import type { Delivery } from './read-delivery.ts';
import type { Seen } from './record-unrelated.ts';

/** What became of a person's review of candidates. Only where a session begins or a person types. */
export function reviewTold({ event, payload, ws, trust }: Delivery, at: Seen['at']): string {
  const isTyped = event === 'UserPromptSubmit' && !payload.prompt.startsWith('<');
  if (!isTyped && event !== 'SessionStart') return '';
  if (!hasNewReview(ws, at?.head.candidates)) return '';
  // Whoever types here has turned away from the file. A session may begin while they edit it.
  return takeUpReview(ws, trust.log_id, isTyped ? 0 : QUIET_MS) ?? '';
}

export function withTold(answer: Answer, told: string): Answer {
  if (told === '') return answer;
  if (answer.block) return { ...answer, block: `${answer.block}\n${told}` };
  return { ...answer, message: answer.message ? `${answer.message}\n${told}` : told };
}
