import { DEFAULTS } from '../../model/defaults.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { State } from '../../model/state/state.ts';
import { STATE_VERSION } from '../../model/vocabulary.ts';

export const DEFAULT_CONFIG: CompiledConfig = {
  stamp: '',
  problem: null,
  ...DEFAULTS,
  approval: [
    'git push',
    'git commit',
    'npm publish',
    'wukong trust',
    'wukong init',
    'wukong accept',
    'wukong rollback',
  ],
};

/** The state before the first event. */
export function emptyState(): State {
  return {
    schema_version: STATE_VERSION,
    as_of: 'E-000000',
    log_id: '',
    log: { events: 0, bytes: 0, crc: '00000000', void_steps: 0, last_shown: 'E-000000' },
    counters: {
      goals: 0,
      open_goals: 0,
      open_nodes: 0,
      day: '',
      artifact_sessions: 0,
      role_seq: {},
      issue_seq: {},
    },
    config: { ...DEFAULT_CONFIG },
    sessions: {},
    goals: {},
    executors: { active: {}, ended: {} },
    retired: {},
    guards: {},
    last_finished: null,
    hooks: {},
    deliveries: [],
  };
}
