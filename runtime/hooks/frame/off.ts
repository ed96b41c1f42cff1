import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { oneLine } from '../../words/plain-text.ts';
import { isCommand } from './record-unrelated.ts';

const SAYS =
  'Wukong is off in this clone, so nothing was started. To turn it on, type in a terminal: wukong on';

/** A command of ours must not reach a model that would wait for us. */
export function whileOff(prompt: string): Answer {
  return isCommand(prompt) ? { block: SAYS } : {};
}

/** No goal is driven in a mirror, so a session there is left alone: told once, and again where it asks for one. */
export function whileMirror(event: string, prompt: string, home: string): Answer {
  const says = `Wukong: this clone mirrors the log of ${oneLine(home, 60)}; its goals are driven there, and nothing of this session is recorded. To move it here, type in a terminal: wukong team take`;
  if (isCommand(prompt)) return { block: says };
  return event === 'SessionStart' ? { message: says } : {};
}
