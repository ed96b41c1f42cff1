// Each setting that is one plain value: where it is written, under which other names, what it may be, and what it
// means; and those without effect. What is published for editors, what is in force, `wukong config`, docs/settings.md
// and the file that `init` writes are made of it.

import type { DefaultName, Defaults } from './defaults.ts';
import { RECORDED, SAVE_FREQUENCIES } from './vocabulary.ts';

/** What its value may be: true or false, from a least to a most, one of some. */
type Is<T> = [T] extends [boolean]
  ? 'boolean'
  : [T] extends [number]
    ? Readonly<{ whole: readonly [number, number] } | { number: readonly [number, number] }>
    : Readonly<{ one: readonly T[] }>;

export type PlainSetting<T> = Readonly<{
  /** In a file, its parts joined by dots. */
  at: string;
  /** Other names of it in a file. */
  others?: readonly string[];
  is: Is<T>;
  /** One sentence; those behind it say what is hard to guess. */
  means: string;
  /** It widens what may happen, so it counts in config.local.yaml alone. */
  localOnly?: true;
}>;

const DAYS = [1, 3650] as const;
const SYSTEM = 'work_order_system';
/** More than one plain value: kinds of actions that wait for a person. */
export const KINDS_THAT_WAIT = `${SYSTEM}.escalation_policy.require_approval_for`;

export const PLAIN: Readonly<{ [Name in DefaultName]: PlainSetting<Defaults[Name]> }> = {
  no_progress_stops: {
    at: 'limits.no_progress_stops',
    is: { whole: [1, 7] },
    means: 'Stop continuations without progress before the graph pauses.',
  },
  send_backs: {
    at: 'limits.send_backs',
    is: { whole: [0, 7] },
    means: 'How often one run is sent back with what is missing.',
  },
  tree_wait_sec: {
    at: 'limits.tree_wait_sec',
    is: { whole: [0, 540] },
    means: 'How long a dispatch waits for another session’s writing run.',
  },
  gate_wait_sec: {
    at: 'limits.gate_wait_sec',
    is: { whole: [0, 540] },
    means:
      'How long an agent that reported is held while gates run. After that it may stop, and a process of its own continues.',
  },
  stop_wait_sec: {
    at: 'limits.stop_wait_sec',
    is: { whole: [0, 540] },
    means: 'How long Stop waits for gates before the graph pauses.',
  },
  max_concurrent_work_items: {
    at: 'limits.max_concurrent_work_items',
    others: [`${SYSTEM}.autonomy_daemon.max_concurrent_work_items`],
    is: { whole: [1, 16] },
    means: 'How many nodes of a goal are worked on at once.',
  },
  writers: {
    at: 'limits.writers',
    is: { whole: [1, 16] },
    means:
      'How many of them may write at once, each in a working tree of its own, where their allowed_paths do not meet.',
  },
  record: {
    at: 'record',
    is: { one: RECORDED },
    means:
      'What hooks record: all; goals (nothing of sessions without one); off (no text of goals either).',
  },
  try_gates: {
    at: 'try_gates',
    is: 'boolean',
    means: 'Whether gates are tried by themselves when a goal begins, here and in a clean copy.',
  },
  allow_dispatch: {
    at: 'allow_dispatch',
    is: 'boolean',
    localOnly: true,
    means: 'Answer "allow" to dispatches Wukong bound, skipping the client’s own check.',
  },
  allow_override_failing_tests: {
    at: 'allow_override_failing_tests',
    others: [`${SYSTEM}.quality_gates.allow_override_failing_tests`],
    is: 'boolean',
    localOnly: true,
    means: 'Let a node pass although a test gate of it failed, at L2 at most.',
  },
  enabled: {
    at: `${SYSTEM}.enabled`,
    is: 'boolean',
    localOnly: true,
    means:
      'false turns hooks off in this clone, as `wukong off` does; `wukong on` turns them on again.',
  },
  deterministic_required: {
    at: `${SYSTEM}.quality_gates.deterministic_required`,
    is: 'boolean',
    localOnly: true,
    means:
      'false: commands that are gates warn, and hold no node. Counts for goals that begin after it.',
  },
  llm_review_enabled: {
    at: `${SYSTEM}.quality_gates.llm_review_enabled`,
    is: 'boolean',
    means: 'false: goals that begin after it have no aspects (llm_review) for their audits.',
  },
  max_retries_per_error_signature: {
    at: `${SYSTEM}.escalation_policy.max_retries_per_error_signature`,
    is: { whole: [1, 5] },
    means: 'How many times in a row the same error may occur before a node counts as stuck.',
  },
  auto_escalate_after_hours: {
    at: `${SYSTEM}.escalation_policy.auto_escalate_after_hours`,
    is: { number: [0, 8760] },
    means: 'After so many hours what nobody answered is critical.',
  },
  context_packs_enabled: {
    at: `${SYSTEM}.context_packs.enabled`,
    is: 'boolean',
    means: 'Whether what a node needs to go on is kept as a file.',
  },
  save_frequency: {
    at: `${SYSTEM}.context_packs.save_frequency`,
    others: [`${SYSTEM}.persistence.context_pack_frequency`],
    is: { one: SAVE_FREQUENCIES },
    means:
      'When that file is written, beside when a run needs it: after every run, or at every change of its node.',
  },
  context_packs_retention_days: {
    at: `${SYSTEM}.context_packs.retention_days`,
    is: { whole: DAYS },
    means: 'How long `wukong gc` leaves those of goals that ended.',
  },
  artifacts_retention_days: {
    at: `${SYSTEM}.artifacts.retention_days`,
    others: [`${SYSTEM}.persistence.artifacts_retention_days`],
    is: { whole: DAYS },
    means: 'How long `wukong gc` leaves artifacts of goals that ended.',
  },
  max_artifact_mb: {
    at: `${SYSTEM}.artifacts.max_size_mb`,
    is: { whole: [1, 1024] },
    means:
      'The most one artifact may have, in MB. A longer log is cut, another file left out; both say so.',
  },
  daily_rollup_hour: {
    at: `${SYSTEM}.persistence.daily_rollup_hour`,
    is: { whole: [0, 23] },
    means: 'After this hour yesterday’s roll-up is written.',
  },
  heartbeat_interval_minutes: {
    at: `${SYSTEM}.autonomy_daemon.heartbeat_interval_minutes`,
    is: { number: [1, 1440] },
    means:
      'After so long the daemon looks for work, although nothing changed: what it could not do is tried again.',
  },
  daemon_goals: {
    at: `${SYSTEM}.autonomy_daemon.max_concurrent_goals`,
    is: { whole: [1, 16] },
    means: 'How many goals the daemon carries out at once.',
  },
  daemon_admits_scripts: {
    at: `${SYSTEM}.autonomy_daemon.admit_scripts`,
    is: 'boolean',
    localOnly: true,
    means:
      'true: the daemon takes up goals that nobody queued at a terminal, without `wukong goal admit`.',
  },
};

/**
 * Settings that the specification of work orders has, and that change nothing here: a file that was written by it is
 * read as it is, and `wukong config` and `wukong doctor` say why nothing comes of them.
 */
export const WITHOUT_EFFECT: Readonly<
  Record<string, Readonly<{ is: 'text' | 'number'; means: string; why: string }>>
> = {
  [`${SYSTEM}.database.path`]: {
    is: 'text',
    means: 'Where a database would be.',
    why: 'There is no database: everything is in plain files, and .wukong/events.jsonl is the truth.',
  },
  [`${SYSTEM}.database.backup_interval_hours`]: {
    is: 'number',
    means: 'How often a database would be copied.',
    why: 'There is no database. The log has a second copy in the git directory, from the first goal on.',
  },
  [`${SYSTEM}.artifacts.storage_path`]: {
    is: 'text',
    means: 'Where artifacts would be: they are in .wukong/artifacts/.',
    why: 'Artifacts are in .wukong/artifacts/, where the log and `wukong fsck` look for them.',
  },
};
