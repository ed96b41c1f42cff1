import { z } from 'zod';
import { gateSchema } from './gate-schema.ts';

/** What people may set in .wukong/config.yaml and config.local.yaml. Everything has a default. */
export const configSchema = z
  .strictObject({
    gates: z
      .array(gateSchema)
      .optional()
      .describe('Checks this repository has. A gate runs only after a person approved it.'),
    limits: z
      .strictObject({
        no_progress_stops: z
          .number()
          .int()
          .min(1)
          .max(7)
          .optional()
          .describe('Stop continuations without progress before the graph pauses. Default 3.'),
        send_backs: z
          .number()
          .int()
          .min(0)
          .max(7)
          .optional()
          .describe('How often one run is told what is missing. Default 3.'),
        tree_wait_sec: z
          .number()
          .int()
          .min(0)
          .max(540)
          .optional()
          .describe('How long a dispatch waits for another session’s writing run. Default 480.'),
        gate_wait_sec: z
          .number()
          .int()
          .min(0)
          .max(540)
          .optional()
          .describe(
            'How long an agent that reported is held while gates run; after that it may stop, and a process of its own goes on. Default 60.',
          ),
        stop_wait_sec: z
          .number()
          .int()
          .min(0)
          .max(540)
          .optional()
          .describe('How long Stop waits for gates before the graph pauses. Default 540.'),
      })
      .optional(),
    approval: z
      .array(z.string().min(1))
      .optional()
      .describe('Shell commands (by their first words) an agent may not run without a person.'),
    record: z
      .enum(['all', 'goals', 'off'])
      .optional()
      .describe(
        'What hooks record: all; goals (nothing of sessions without one); off (no text of goals either). Default all.',
      ),
    allow_dispatch: z
      .boolean()
      .optional()
      .describe(
        'Answer "allow" to dispatches Wukong bound, skipping the client’s own check. Counts only in config.local.yaml.',
      ),
  })
  .describe('Wukong configuration.');
export type ConfigFile = z.infer<typeof configSchema>;
