import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { readPrompt } from '../../hosts/claude-code/session/prompt.ts';

const SAYS =
  'Wukong is off in this clone, so nothing was started. To turn it on, type in a terminal: wukong on';

/** A command of ours must not reach a model that would wait for us. */
export function whileOff(prompt: string): Answer {
  return readPrompt(prompt).kind === 'talk' ? {} : { block: SAYS };
}
