// The settings of work orders, in the form they are written down elsewhere: one key `work_order_system`. Some
// settings have two names; what each of them means for us is in documents/settings/.

import * as z from 'zod';
import { SAVE_FREQUENCIES } from '../vocabulary.ts';

const days = z.number().int().min(1).max(3650).optional();

export const workOrderSystemSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe(
        'false turns hooks off in this clone, as `wukong off` does; `wukong on` turns them on again. Counts only in config.local.yaml. Default true.',
      ),
    database: z
      .strictObject({
        path: z.string().optional().describe('Where a database would be. Without effect.'),
        backup_interval_hours: z
          .number()
          .min(0)
          .optional()
          .describe('How often a database would be copied. Without effect.'),
      })
      .optional(),
    autonomy_daemon: z
      .strictObject({
        heartbeat_interval_minutes: z
          .number()
          .min(0)
          .optional()
          .describe('How often a daemon would look for work. Without effect.'),
        max_concurrent_work_items: z
          .number()
          .int()
          .min(1)
          .max(16)
          .optional()
          .describe('Another name of limits.max_concurrent_work_items. Default 3.'),
      })
      .optional(),
    quality_gates: z
      .strictObject({
        deterministic_required: z
          .boolean()
          .optional()
          .describe(
            'false: commands that are gates warn, and hold no node. Counts for goals that begin after it, and only in config.local.yaml. Default true.',
          ),
        llm_review_enabled: z
          .boolean()
          .optional()
          .describe(
            'false: goals that begin after it have no aspects (llm_review) for their audits. Default true.',
          ),
        allow_override_failing_tests: z
          .boolean()
          .optional()
          .describe(
            'Another name of allow_override_failing_tests. Counts only in config.local.yaml. Default false.',
          ),
      })
      .optional(),
    escalation_policy: z
      .strictObject({
        max_retries_per_error_signature: z
          .number()
          .int()
          .min(1)
          .max(5)
          .optional()
          .describe('So often in a row the same error makes a node stuck. Default 3.'),
        auto_escalate_after_hours: z
          .number()
          .min(0)
          .max(8760)
          .optional()
          .describe('After so many hours what nobody answered is critical. Default 24.'),
        require_approval_for: z
          .array(z.string().min(1))
          .optional()
          .describe(
            'Kinds of actions that wait for a person. Which commands a kind means is in approval_kinds. Both files only add.',
          ),
      })
      .optional(),
    context_packs: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .describe('Whether what a node needs to go on is kept as a file. Default true.'),
        save_frequency: z
          .enum(SAVE_FREQUENCIES)
          .optional()
          .describe('When it is written: after every run, or at every change. Default every_run.'),
        retention_days: days.describe(
          'How long `wukong gc` leaves those of goals that ended. Default 90.',
        ),
      })
      .optional(),
    artifacts: z
      .strictObject({
        storage_path: z
          .string()
          .optional()
          .describe('Where artifacts would be. Without effect: they are in .wukong/artifacts/.'),
        retention_days: days.describe(
          'How long `wukong gc` leaves artifacts of goals that ended. Default 90.',
        ),
        max_size_mb: z
          .number()
          .int()
          .min(1)
          .max(1024)
          .optional()
          .describe(
            'The most one artifact may have, in MB. A longer log is cut, another file left out; both say so. Default 100.',
          ),
      })
      .optional(),
    persistence: z
      .strictObject({
        context_pack_frequency: z
          .enum(SAVE_FREQUENCIES)
          .optional()
          .describe('Another name of context_packs.save_frequency. Default every_run.'),
        artifacts_retention_days: days.describe(
          'Another name of artifacts.retention_days. Default 90.',
        ),
        daily_rollup_hour: z
          .number()
          .int()
          .min(0)
          .max(23)
          .optional()
          .describe('After this hour yesterday’s roll-up is written. Default 2.'),
      })
      .optional(),
  })
  .describe('Settings of work orders.');
