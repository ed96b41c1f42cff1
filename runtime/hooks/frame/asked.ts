import type { Head } from '../../cache/state-head.ts';
import { takeAnswers } from '../../engine/escalations/take-answers.ts';
import { startSaved } from '../../engine/report/start-saved.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { openEscalations } from '../../kernel/escalations/follow.ts';
import { hoursToAnswer, isOverdue } from '../../kernel/escalations/urgency.ts';
import type { Told } from '../../words/escalation/told.ts';
import { answerStamp, savedLate } from '../../workspace/config-stamp.ts';
import { hasLeftFolder, hasSavedResult } from '../../workspace/saved-result.ts';
import type { Delivery } from './read-delivery.ts';
import type { Seen } from './record-unrelated.ts';

/** Where work can go on from an answer. */
const TAKES: readonly string[] = ['SessionStart', 'UserPromptSubmit', 'Stop'];

/** Results that people saved beside their orders are judged while the session goes on. */
export function takeHanded({ event, ws }: Delivery, at: Seen['at']): Promise<void> | undefined {
  const handed = at?.head?.handed;
  if (!TAKES.includes(event) || handed === undefined) return undefined;
  return hasLeftFolder(handed) || hasSavedResult(handed) ? startSaved(ws) : undefined;
}

/** What became of answers in files. One stat for each that is asked, and nothing else where none was saved. */
export function askedTold({ event, payload, ws, trust }: Delivery, at: Seen['at']): string {
  const { head } = at ?? {};
  if (!head || !TAKES.includes(event)) return '';
  // Typed by a person, it says itself what it takes.
  if (/^\s*\/wukong[:_]resume\b/.test(payload.prompt)) return '';
  const told = [...(event === 'Stop' ? [] : lateOf(ws, head)), ...answersTold(ws, head, trust)];
  if (told.length === 0) return '';
  const { asked } = phrasesIn(head.sessions[payload.session_id]?.language ?? 'en');
  return told.map(asked).join('\n');
}

function lateOf(ws: Delivery['ws'], head: Head): Told[] {
  return savedLate(ws, head).map((id) => ({ id, kind: 'late' }));
}

function answersTold(ws: Delivery['ws'], head: Head, trust: Delivery['trust']): Told[] {
  if (head.escalations === undefined) return [];
  const hours = hoursToAnswer(head);
  const now = new Date().toISOString();
  const isDue = openEscalations(head).some(
    (one) => answerStamp(ws, one.id, one) !== undefined || isOverdue(one, now, hours),
  );
  return isDue ? takeAnswers(ws, { logId: trust.log_id }) : [];
}
