import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { isCommand } from './record-unrelated.ts';

const SAYS =
  'Wukong is off in this clone, so nothing was started. To turn it on, type in a terminal: wukong on';

/** A command of ours must not reach a model that would wait for us. */
export function whileOff(prompt: string): Answer {
  return isCommand(prompt) ? { block: SAYS } : {};
}
