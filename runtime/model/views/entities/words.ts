// The words of work orders, as plain values.

export const GOAL_STATES = ['queued', 'active', 'blocked', 'completed', 'cancelled'] as const;
export type GoalState = (typeof GOAL_STATES)[number];

export const WORK_ITEM_STATES = [
  'queued',
  'ready',
  'in_progress',
  'verify',
  'done',
  'failed',
  'blocked',
] as const;
export type WorkItemState = (typeof WORK_ITEM_STATES)[number];

/** Why an item counts as closed although it is not done. */
export const CLOSED_AS = ['skipped', 'failure_handled', 'cancelled'] as const;
export type ClosedAs = (typeof CLOSED_AS)[number];

export const RUN_STATES = ['running', 'success', 'failed', 'aborted'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** `branch` and `pr` are known, and nothing makes them yet. */
export const ARTIFACT_TYPES = [
  'code',
  'patch',
  'branch',
  'log',
  'report',
  'test_result',
  'evidence',
  'pr',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];
