import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { languageOf, spokenIn } from '../../kernel/state/language.ts';
import type { State } from '../../model/state/state.ts';
import type { Delivery } from './read-delivery.ts';

/** In the language of what was typed, else of the goal the session had last. */
export function refuse(
  state: State,
  { payload }: Delivery,
  why: Refused,
): Readonly<{ block: string }> {
  const typed = languageOf(payload.prompt);
  const language = typed === 'en' ? spokenIn(state, payload.session_id) : typed;
  return { block: phrasesIn(language).refused(why) };
}
