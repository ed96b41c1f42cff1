// Most events of most sessions concern no goal. They are recorded (type, time, ids, no text), and
// nothing else of this program is loaded for them.

import { retiredRun, sessionOf } from '../kernel/state.ts';
import { readStored } from '../store/cache.ts';
import { hostStep } from './host-step.ts';
import type { Delivery } from './run-hook.ts';

/**
 * Records the event if nothing can follow from it: its session is not known here, and it is not about
 * an agent (after /clear, agents of a goal report from a session of another name).
 */
export function recordQuietly(delivery: Delivery): boolean {
  const { event, payload, ws } = delivery;
  const { prompt, tool_name } = payload;
  if (event === 'guard' || tool_name === 'SendMessage' || isCommand(prompt)) return false;
  const cached = readStored(ws);
  if (!cached || sessionOf(cached, payload.session_id)) return false;
  if (event === 'SessionStart' || payload.agent_id !== '' || prompt.startsWith('<')) {
    for (const _ in cached.goals) return false;
    if (retiredRun(cached, payload.agent_id) !== undefined) return false;
  }
  const result = hostStep(delivery, { payload: {}, cached }, () => undefined);
  // A session that starts on a log that can't be used is told so; a lock was waited for already.
  const isSilent = event !== 'SessionStart' || result.kind !== 'failed';
  return isSilent || result.failure.kind === 'log-locked';
}

/** What readPrompt (hosts/claude-code/prompt.ts) takes for a command, and more. */
function isCommand(prompt: string): boolean {
  return prompt !== '' && prompt.trimStart().startsWith('/wukong');
}
