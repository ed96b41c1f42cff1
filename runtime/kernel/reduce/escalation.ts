import type { Terminal } from '../../model/actors/terminal.ts';
import type { EscalationFact } from '../../model/facts/escalation.ts';
import type { PersonAnswer } from '../../model/state/person-answer.ts';
import type { State } from '../../model/state/state.ts';
import { entry } from '../state/queries.ts';
import type { Meanings } from './meaning.ts';

export const ESCALATION_MEANINGS: Meanings<EscalationFact> = {
  'escalation.opened': {
    apply(state, { timestamp, goal_id: goal, node_id: node = null, payload }) {
      const { id, reason, urgency } = payload;
      state.counters.escalations = (state.counters.escalations ?? 0) + 1;
      const opened = { goal, node, reason, urgency, opened_at: timestamp };
      state.escalations = { ...state.escalations, [id]: opened };
    },
  },
  'escalation.urgent': {
    apply(state, { payload }) {
      const open = entry(state.escalations ?? {}, payload.id);
      if (open) open.urgency = 'critical';
    },
  },
  'escalation.read': {
    apply(state, { payload }) {
      const open = entry(state.escalations ?? {}, payload.id);
      if (!open) return;
      open.read = payload.stamp;
      if (payload.shown !== undefined) open.shown = payload.shown;
    },
  },
  'answers.told': {
    apply(state, { session_id }) {
      if (!state.answered) return;
      state.answered = state.answered.map((one) =>
        one.session === session_id ? one : { ...one, told: true },
      );
    },
  },
  'escalation.closed': {
    apply(state, fact) {
      const { payload } = fact;
      const { how, response } = payload;
      if (how !== 'dropped') noteAnswer(state, fact, { escalation: payload.id, ...response });
      const { [payload.id]: _, ...others } = state.escalations ?? {};
      if (Object.keys(others).length > 0) state.escalations = others;
      else delete state.escalations;
    },
  },
};

const KEPT_ANSWERS = 16;
const KEPT_WORDS = 300;

type ByPerson = Readonly<{
  timestamp: string;
  goal_id: string;
  node_id?: string | undefined;
  session_id?: string | undefined;
  payload: Readonly<{ by?: string | undefined; terminal?: Terminal | undefined }>;
}>;

/** What persons are told of it elsewhere. Older logs do not say from where an answer came. */
export function noteAnswer(
  state: State,
  { timestamp: at, goal_id: goal, node_id, session_id: session, payload }: ByPerson,
  { escalation, words, took }: Pick<PersonAnswer, 'escalation' | 'words' | 'took'>,
): void {
  const { by, terminal } = payload;
  if (by === undefined || (terminal === undefined && session === undefined)) return;
  const answer: PersonAnswer = {
    ...{ goal, node: node_id ?? null, by, at },
    ...(escalation !== undefined && { escalation }),
    ...(terminal && { terminal }),
    ...(session !== undefined && { session }),
    ...(words !== undefined && { words: words.slice(0, KEPT_WORDS) }),
    ...(took && { took }),
  };
  state.answered = [...(state.answered ?? []), answer].slice(-KEPT_ANSWERS);
}
