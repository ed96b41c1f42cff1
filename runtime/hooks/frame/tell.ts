// What waits to be told in a session, each at its place: nodes that ended at the next wake-up, all of it at Stop.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { noticesText } from '../../hosts/claude-code/session/speak.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { spokenIn } from '../../kernel/state/language.ts';
import { sessionOf } from '../../kernel/state/queries.ts';

/** Empty if nothing waits. */
export function takeNotices(step: Step, sessionId: string, only?: 'node-ended'): string {
  const all = sessionOf(step.state, sessionId)?.notices ?? [];
  const notices = only ? all.filter(({ kind }) => kind === only) : all;
  if (notices.length === 0) return '';
  const text = noticesText(notices, spokenIn(step.state, sessionId));
  const payload = { count: notices.length, ...(only && { only }) };
  step.emit({ type: 'notice.given', session_id: sessionId, payload });
  return text;
}

/** The same answer, and what became of the nodes that ended since. */
export function withEnded(step: Step, sessionId: string, answer: Answer): Answer {
  const ended = takeNotices(step, sessionId, 'node-ended');
  if (ended === '') return answer;
  return { ...answer, message: answer.message ? `${ended}\n${answer.message}` : ended };
}
