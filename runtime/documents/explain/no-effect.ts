// Settings that are read, so that a file from elsewhere is understood, and change nothing here.

const SYSTEM = 'work_order_system';

/** By name: why. */
export const NO_EFFECT: Readonly<Record<string, string>> = {
  [`${SYSTEM}.database.path`]:
    'There is no database: everything is in plain files, and .wukong/events.jsonl is the truth.',
  [`${SYSTEM}.database.backup_interval_hours`]:
    'There is no database. The log has a second copy in the git directory, made whenever a goal ends.',
  [`${SYSTEM}.autonomy_daemon.heartbeat_interval_minutes`]:
    'There is no daemon: hooks of a session, `wukong run` and other commands carry a goal on.',
  [`${SYSTEM}.artifacts.storage_path`]:
    'Artifacts are in .wukong/artifacts/, where the log and `wukong fsck` look for them.',
};
