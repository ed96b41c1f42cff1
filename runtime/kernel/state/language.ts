import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import type { Language } from '../../model/vocabulary.ts';
import { sessionOf } from './queries.ts';

/** What somebody is answered in who writes this. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}

/** What a session is spoken to in: as the goal it had last. */
export function spokenIn(state: State, sessionId: string): Language {
  return sessionOf(state, sessionId)?.language ?? 'en';
}

export function languageOfGoal(goal: Goal): Language {
  return goal.language ?? 'en';
}
