import type { LogFact } from '../../model/facts/log.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import { DEFAULT_CONFIG, emptyState } from '../state/empty-state.ts';
import { dropIdleSession, entry } from '../state/queries.ts';
import { type Meanings, ON_RECORD, seeGuard } from './meaning.ts';

export const LOG_MEANINGS: Meanings<LogFact> = {
  'log.created': {
    apply(state, { payload }) {
      Object.assign(state, { ...emptyState(), log: state.log, log_id: payload.log_id });
    },
  },
  'log.sealed': ON_RECORD,
  'log.healed': ON_RECORD,
  'log.repaired': ON_RECORD,
  'config.loaded': {
    apply(state, { payload }) {
      // Logs of older versions do not name every setting: those stay as they were. What can be left out was.
      const always = Object.keys(DEFAULT_CONFIG) as (keyof CompiledConfig)[];
      const kept = Object.fromEntries(always.map((name) => [name, state.config[name]]));
      state.config = Object.assign({ ...DEFAULT_CONFIG }, kept, payload.config);
    },
  },
  'hooks.turned_off': ON_RECORD,
  'hooks.turned_on': ON_RECORD,
  'daemon.started': {
    apply(state, { timestamp, payload }) {
      state.daemon = { process: payload.process, since: timestamp };
    },
  },
  'daemon.stopped': {
    apply(state, { payload: { process: gone } }) {
      const { pid, started } = state.daemon?.process ?? {};
      // Another one may have begun since.
      if (pid === gone.pid && started === gone.started) delete state.daemon;
    },
  },
  'guard.trusted': {
    apply: (state, { payload }) => seeGuard(state, payload.role, { missed: null }),
  },
  'notice.added': {
    apply(state, { session_id, payload }) {
      entry(state.sessions, session_id)?.notices.push(payload.about);
    },
  },
  'notice.given': {
    apply(state, { session_id, payload: { only } }) {
      const session = entry(state.sessions, session_id);
      if (session) session.notices = session.notices.filter(({ kind }) => only && kind !== only);
      dropIdleSession(state, session_id);
    },
  },
};
