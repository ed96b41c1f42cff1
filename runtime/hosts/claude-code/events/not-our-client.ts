// Other clients (Cursor, Copilot, Qwen Code) start the hooks of `.claude/settings.json` too, with payloads of
// their own. Of those nothing is recorded, and nothing is answered.

import { isHostEvent } from '../../../model/vocabulary.ts';

/** Fields of theirs, of which Claude Code has none. */
const OF_OTHERS: readonly string[] = ['cursor_version', 'sessionId', 'timestamp', 'turn_id'];

/**
 * Whether a payload is another client's. The guard asks whether a call may happen, so for it silence is a yes:
 * there another client has to show itself, by a field of its own or by the name of its event. What only lacks
 * something stays refused. In the session that started the process nothing is another's, whatever fields a later
 * Claude Code may add.
 */
export function isOfOthers(
  event: string,
  given: Readonly<Record<string, unknown>>,
  session: string | undefined,
): boolean {
  const isGuard = event === 'guard';
  const {
    hook_event_name: name = isGuard ? 'PreToolUse' : '',
    session_id,
    transcript_path,
  } = given;
  if (!(isGuard || isHostEvent(event)) || (session && session_id === session)) return false;
  if (OF_OTHERS.some((field) => field in given)) return true;
  return isGuard ? name !== 'PreToolUse' : name !== event || typeof transcript_path !== 'string';
}
