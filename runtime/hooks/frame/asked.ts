import type { Head } from '../../cache/state-head.ts';
import { takeAnswers } from '../../engine/escalations/take-answers.ts';
import { startSaved } from '../../engine/report/start-saved.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { openEscalations } from '../../kernel/escalations/follow.ts';
import { hoursToAnswer, isOverdue } from '../../kernel/escalations/urgency.ts';
import { runStep } from '../../step/run-step.ts';
import type { Told } from '../../words/escalation/told.ts';
import { answerStamp, savedLate } from '../../workspace/config-stamp.ts';
import { hasLeftFolder, hasSavedResult } from '../../workspace/saved-result.ts';
import type { Delivery } from './read-delivery.ts';
import { isUntold, type Seen } from './record-unrelated.ts';

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
  const elsewhere = answeredElsewhere(ws, head, payload);
  // Typed by a person, it says itself what it takes.
  if (/^\s*\/wukong[:_]resume\b/.test(payload.prompt)) return elsewhere;
  const told = [...(event === 'Stop' ? [] : lateOf(ws, head)), ...answersTold(ws, head, trust)];
  if (told.length === 0) return elsewhere;
  const { asked } = phrasesIn(head.sessions[payload.session_id]?.language ?? 'en');
  return [elsewhere, ...told.map(asked)].filter((text) => text !== '').join('\n');
}

/** A terminal can be made by a program, and a client started by one: who types next is told of each answer. */
function answeredElsewhere(
  ws: Delivery['ws'],
  { answered = [], sessions }: Head,
  { prompt, session_id }: Delivery['payload'],
): string {
  if (prompt === '' || prompt.startsWith('<')) return '';
  const news = answered.filter((one) => isUntold(one, session_id));
  if (news.length === 0) return '';
  const payload = { count: news.length };
  const noted = runStep(ws, (step) => step.emit({ type: 'answers.told', session_id, payload }));
  if (!noted.ok) return '';
  const phrases = phrasesIn(sessions[session_id]?.language ?? 'en');
  return news.map((one) => phrases.answeredElsewhere(one)).join('\n');
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
  // No event of a session is a person’s yes: they are shown what there is, and confirm it by typing.
  return isDue ? takeAnswers(ws, { logId: trust.log_id, isShown: true }) : [];
}
