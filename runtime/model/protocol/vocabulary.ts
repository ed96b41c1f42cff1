// The closed sets of the executor protocol (schemas/executor/v1/executor.proto), as plain values.

/** Its major version. Fields are only added within it. */
export const PROTOCOL_VERSION = 1;

export const RESULT_STATUSES = ['ok', 'fail', 'blocked'] as const;

/** Why a run failed or is blocked, as its executor says. */
export const ERROR_CODES = [
  'invalid_order',
  'unsupported',
  'missing_tool',
  'missing_dependency',
  'missing_credential',
  'environment_mismatch',
  'permission_denied',
  'network',
  'rate_limited',
  'budget_exceeded',
  'timeout',
  'cancelled',
  'merge_conflict',
  'build_failed',
  'tests_failed',
  'internal',
] as const;

/** Said instead of tests by who ran none. */
export const NO_TESTS = 'n/a';

/** What stands in the argv of a command executor as `{order_dir}`, and is put there for each run. */
export const ARGV_VARIABLES = [
  'order_dir',
  'order',
  'result',
  'repo_dir',
  'run_id',
  'issue_ref',
  'role',
  'node',
] as const;
export type ArgvVariable = (typeof ARGV_VARIABLES)[number];
