import type { CompiledConfig } from '../../model/state/compiled-config.ts';

type WorkOrderSetting =
  | 'enabled'
  | 'deterministic_required'
  | 'llm_review_enabled'
  | 'max_retries_per_error_signature'
  | 'auto_escalate_after_hours'
  | 'context_packs_enabled'
  | 'save_frequency'
  | 'context_packs_retention_days'
  | 'artifacts_retention_days'
  | 'max_artifact_mb'
  | 'daily_rollup_hour';

type Settings = Readonly<{ [Name in WorkOrderSetting]: NonNullable<CompiledConfig[Name]> }>;

/** Of `work_order_system`, where nobody says otherwise. */
export const WORK_ORDER_DEFAULTS: Settings = {
  enabled: true,
  deterministic_required: true,
  llm_review_enabled: true,
  max_retries_per_error_signature: 3,
  auto_escalate_after_hours: 24,
  context_packs_enabled: true,
  save_frequency: 'every_run',
  context_packs_retention_days: 90,
  artifacts_retention_days: 90,
  max_artifact_mb: 100,
  daily_rollup_hour: 2,
};

/** What makes a node the next one, where nobody says otherwise: the sum is 1. */
export const NEXT_WEIGHTS = { priority: 0.6, age: 0.2, dependencies: 0.2 } as const;
export type NextWeight = keyof typeof NEXT_WEIGHTS;

export function weightsOf({
  next_weights = NEXT_WEIGHTS,
}: Pick<CompiledConfig, 'next_weights'>): Readonly<Record<NextWeight, number>> {
  return next_weights;
}

/** A configuration that an older version accepted does not name it. */
export function settingOf<Name extends WorkOrderSetting>(
  config: Pick<CompiledConfig, Name>,
  name: Name,
): Settings[Name] {
  return (config[name] as Settings[Name] | undefined) ?? WORK_ORDER_DEFAULTS[name];
}
