// The configuration in force, as the hooks read it.

import * as z from 'zod';
import { SWITCH_EVENTS } from '../actors/handover.ts';
import { productGlobSchema } from '../gate-schema.ts';
import { executorSchema } from '../node.ts';
import { roleModelsSchema } from '../role-models.ts';
import { priceTableSchema } from '../usage/prices.ts';
import { ACCEPTING_ROLES, PROVE_WHEN, ROLES, SAVE_FREQUENCIES } from '../vocabulary.ts';

export const compiledConfigSchema = z.strictObject({
  stamp: z.string().describe('Sizes and mtimes of the files it was compiled from.'),
  problem: z.string().nullable().describe('Why the newest files were rejected.'),
  no_progress_stops: z.number().int(),
  send_backs: z.number().int(),
  tree_wait_sec: z.number().int(),
  gate_wait_sec: z.number().int(),
  stop_wait_sec: z.number().int(),
  approval: z.array(z.string()),
  record: z.enum(['all', 'goals', 'off']),
  allow_dispatch: z.boolean(),
  owner: z.string().optional(),
  next_weights: z
    .strictObject({
      priority: z.number(),
      age: z.number(),
      dependencies: z.number(),
    })
    .optional(),
  models: roleModelsSchema.optional(),
  try_gates: z.boolean().optional(),
  // What older versions accepted has none of these.
  max_concurrent_work_items: z.number().int().optional(),
  prove: z.enum(PROVE_WHEN).optional(),
  gate_env: z.array(z.string()).optional(),
  gate_wrapper: z.array(z.string()).optional(),
  allow_override_failing_tests: z.boolean().optional(),
  product: z.array(productGlobSchema).optional(),
  accept_by: z.enum(ACCEPTING_ROLES).optional(),
  unconfirmed: z
    .array(z.string())
    .optional()
    .describe('Settings of config.local.yaml that widen what may happen, and nobody confirmed.'),
  // Of work_order_system; kernel/state/settings.ts has the value where one is missing.
  enabled: z.boolean().optional(),
  deterministic_required: z.boolean().optional(),
  llm_review_enabled: z.boolean().optional(),
  max_retries_per_error_signature: z.number().int().optional(),
  auto_escalate_after_hours: z.number().optional(),
  context_packs_enabled: z.boolean().optional(),
  save_frequency: z.enum(SAVE_FREQUENCIES).optional(),
  context_packs_retention_days: z.number().int().optional(),
  artifacts_retention_days: z.number().int().optional(),
  max_artifact_mb: z.number().optional(),
  daily_rollup_hour: z.number().int().optional(),
  prices: priceTableSchema.optional(),
  switching: z
    .array(
      z.strictObject({
        when: z.enum(SWITCH_EVENTS),
        roles: z.array(z.enum(ROLES)).optional(),
        to: executorSchema,
      }),
    )
    .optional(),
});
export type CompiledConfig = z.infer<typeof compiledConfigSchema>;
