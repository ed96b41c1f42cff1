import { WORK_ORDER_DEFAULTS } from '../../kernel/state/settings.ts';
import type { ConfigFile } from '../../model/documents/config.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import { isLocalOnly } from './local-only.ts';
import { valueAt } from './one-name.ts';

type Name = keyof typeof WORK_ORDER_DEFAULTS;

/** Where each of them stands in a file. */
export const WORK_ORDER_NAMES: Readonly<Record<Name, string>> = {
  enabled: 'work_order_system.enabled',
  deterministic_required: 'work_order_system.quality_gates.deterministic_required',
  llm_review_enabled: 'work_order_system.quality_gates.llm_review_enabled',
  max_retries_per_error_signature:
    'work_order_system.escalation_policy.max_retries_per_error_signature',
  auto_escalate_after_hours: 'work_order_system.escalation_policy.auto_escalate_after_hours',
  context_packs_enabled: 'work_order_system.context_packs.enabled',
  save_frequency: 'work_order_system.context_packs.save_frequency',
  context_packs_retention_days: 'work_order_system.context_packs.retention_days',
  artifacts_retention_days: 'work_order_system.artifacts.retention_days',
  max_artifact_mb: 'work_order_system.artifacts.max_size_mb',
  daily_rollup_hour: 'work_order_system.persistence.daily_rollup_hour',
};

/**
 * Of both files, each setting under its first name. All are named, so that one that was taken out of a file is
 * its default again.
 */
export function compileWorkOrders(
  shared: ConfigFile,
  local: ConfigFile,
): Pick<CompiledConfig, Name> {
  const values = Object.entries(WORK_ORDER_NAMES).map(([setting, name]) => {
    const said = valueAt(local, name) ?? (isLocalOnly(name) ? undefined : valueAt(shared, name));
    return [setting, said ?? WORK_ORDER_DEFAULTS[setting as Name]];
  });
  return Object.fromEntries(values);
}
