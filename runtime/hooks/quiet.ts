// Most events of most sessions concern no goal. They are recorded (type, time, ids, no text), and
// nothing else of this program is loaded for them.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { retiredRun, sessionOf } from '../kernel/state.ts';
import { readStored } from '../store/cache.ts';
import { hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

const NOTHING: Answer = {};

/**
 * Records the event if nothing can follow from it: its session is not known here, and it is not about
 * an agent (after /clear, agents of a goal report from a session of another name).
 * Undefined: something may.
 */
export function recordQuietly(delivery: Delivery): Answer | undefined {
  const { event, payload, ws } = delivery;
  const { prompt, tool_name } = payload;
  if (event === 'guard' || event === 'verify' || tool_name === 'SendMessage' || isCommand(prompt))
    return undefined;
  const cached = readStored(ws);
  if (!cached || sessionOf(cached, payload.session_id)) return undefined;
  if (event === 'SessionStart' || payload.agent_id !== '' || prompt.startsWith('<')) {
    for (const _ in cached.goals) return undefined;
    if (retiredRun(cached, payload.agent_id) !== undefined) return undefined;
  }
  const result = hostStep(delivery, { payload: {}, cached }, () => NOTHING);
  if (result.kind !== 'failed') return NOTHING;
  // A session that starts on a log that can't be used is told so by its own hook.
  const isTold = event === 'SessionStart' && result.failure.kind !== 'log-locked';
  return isTold ? undefined : notRecorded(result.failure);
}

/** What readPrompt (hosts/claude-code/prompt.ts) takes for a command, and more. */
function isCommand(prompt: string): boolean {
  return prompt !== '' && prompt.trimStart().startsWith('/wukong');
}
