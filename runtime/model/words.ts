// The closed vocabularies, as plain values: the hot path reads them without loading zod.

export const ROLES = ['ear', 'eye', 'nose', 'tongue', 'body', 'mind'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that work in the tree: one such run at a time per working tree, snapshots before and after. */
export const WRITING_ROLES: readonly Role[] = ['body', 'tongue', 'mind'];
/** Roles whose work *is* a change: a run of theirs that changed nothing is never done. */
export const CHANGING_ROLES: readonly Role[] = ['body', 'tongue'];

export const EVIDENCE_LEVELS = ['L0', 'L1', 'L2', 'L3'] as const;

export const NODE_STATUSES = [
  'pending',
  'ready',
  'running',
  'verify',
  'done',
  'failed',
  'blocked',
  'skipped',
  'cancelled',
] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

export const GRAPH_STATUSES = ['created', 'running', 'paused', 'completed', 'aborted'] as const;

/** Host events keep the client's own names, because people grep for them. */
export const HOST_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact',
  'SessionEnd',
] as const;
export type HostEvent = (typeof HOST_EVENTS)[number];

/** Milliseconds: where the flight recorder puts its marks. */
export const HOOK_MS: readonly number[] = [
  20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000,
];

/** Why a node waits for a person. Each kind says what unblocks it (kernel/resume.ts). */
export const BLOCKED_KINDS = [
  'questions',
  'retries',
  'stopped',
  'interrupted',
  'not-started',
  'no-change',
  'rejected',
  'tests-changed',
  'unguarded',
] as const;
export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** The version of records, taskgraph.json and published files this program writes. */
export const FORMAT_VERSION = 1;

/**
 * Of state.json. It rises whenever that says something in another way, or something more that later
 * steps build on: the hooks of another version, which a checkout can bring back, must not read or go on
 * with it.
 */
export const STATE_VERSION = 2;

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}
