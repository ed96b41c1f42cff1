// What holds where no file says otherwise, of each setting that is one plain value. What a setting means, and where
// it is written, is in settings.ts; this much is in the files that every hook loads.

import type { Recorded, SaveFrequency } from './vocabulary.ts';

export const DEFAULTS = {
  no_progress_stops: 3,
  send_backs: 3,
  tree_wait_sec: 480,
  gate_wait_sec: 60,
  stop_wait_sec: 540,
  max_concurrent_work_items: 3,
  writers: 3,
  record: 'all' as Recorded,
  try_gates: true as boolean,
  allow_dispatch: false as boolean,
  allow_override_failing_tests: false as boolean,
  enabled: true as boolean,
  deterministic_required: true as boolean,
  llm_review_enabled: true as boolean,
  max_retries_per_error_signature: 3,
  auto_escalate_after_hours: 24,
  context_packs_enabled: true as boolean,
  save_frequency: 'every_run' as SaveFrequency,
  context_packs_retention_days: 90,
  artifacts_retention_days: 90,
  max_artifact_mb: 100,
  daily_rollup_hour: 2,
  heartbeat_interval_minutes: 15,
  daemon_goals: 2,
  daemon_admits_scripts: false as boolean,
};

export type Defaults = typeof DEFAULTS;
export type DefaultName = keyof Defaults;
