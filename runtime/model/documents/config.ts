import * as z from 'zod';
import { SWITCH_EVENTS } from '../actors/handover.ts';
import { gateSchema, variableNameSchema } from '../gate-schema.ts';
import { roleModelsSchema } from '../role-models.ts';
import { priceTableSchema } from '../usage/prices.ts';
import { ACCEPTING_ROLES, PROVE_WHEN, ROLES } from '../vocabulary.ts';
import { commandExecutorSchema, headlessExecutorSchema } from './executor.ts';
import { workOrderSystemSchema } from './work-order-system.ts';

const weight = z.number().min(0).max(1).optional();

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
          .describe('How often one run is sent back with what is missing. Default 3.'),
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
            'How long an agent that reported is held while gates run; after that it may stop, and a process of its own continues. Default 60.',
          ),
        stop_wait_sec: z
          .number()
          .int()
          .min(0)
          .max(540)
          .optional()
          .describe('How long Stop waits for gates before the graph pauses. Default 540.'),
        max_concurrent_work_items: z
          .number()
          .int()
          .min(1)
          .max(16)
          .optional()
          .describe('How many nodes of a goal are worked on at once. Default 3.'),
      })
      .optional(),
    owner: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Who answers for the goals of this clone: the tenant of `wukong state`, owner_id of goals. Default: name@host. Counts only in config.local.yaml.',
      ),
    next: z
      .strictObject({
        priority: weight.describe('How much the priority of a goal weighs. Default 0.6.'),
        age: weight.describe('How much its age weighs, full after seven days. Default 0.2.'),
        dependencies: weight.describe(
          'How much it weighs that a node waited for no other; half for one that did. Default 0.2.',
        ),
      })
      .optional(),
    models: roleModelsSchema
      .optional()
      .describe(
        'By role: the model its agents are started with, as the client names it (haiku, sonnet, opus). Default: that of the agent file, else of the session.',
      ),
    approval: z
      .array(z.string().min(1))
      .optional()
      .describe('Shell commands (by their first words) an agent may not run without a person.'),
    approval_kinds: z
      .record(z.string(), z.array(z.string().min(1)).min(1))
      .optional()
      .describe(
        'By kind, as require_approval_for names it: the commands, by their first words, that it means. Added to those that are built in.',
      ),
    record: z
      .enum(['all', 'goals', 'off'])
      .optional()
      .describe(
        'What hooks record: all; goals (nothing of sessions without one); off (no text of goals either). Default all.',
      ),
    product: z
      .array(z.string().min(1).max(120))
      .min(1)
      .max(50)
      .optional()
      .describe(
        'Which files are the program: globs from the top, one with a leading ! takes away. Default: what the manifests say.',
      ),
    try_gates: z
      .boolean()
      .optional()
      .describe(
        'Whether gates are tried by themselves when a goal begins, here and in a clean copy. Default true.',
      ),
    prove: z
      .enum(PROVE_WHEN)
      .optional()
      .describe(
        'on_stop: after a turn that changed files, what the session changed is judged in the background, by the gates you approved. Only in config.local.yaml.',
      ),
    gate_env: z
      .array(variableNameSchema)
      .max(200)
      .optional()
      .describe(
        'Variables of your environment that a gate gets if it names them. Counts only in config.local.yaml.',
      ),
    gate_wrapper: z
      .array(z.string().min(1))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Words put before the command of each gate, for example bwrap or docker run; {tree} and {cwd} are its folders. Counts only in config.local.yaml.',
      ),
    allow_override_failing_tests: z
      .boolean()
      .optional()
      .describe(
        'Let a node pass although a test gate of it failed, at L2 at most. Counts only in config.local.yaml.',
      ),
    prices: priceTableSchema
      .optional()
      .describe(
        'What models cost, before the list that comes with Wukong. Counts only in config.local.yaml: lower prices make a budget larger.',
      ),
    anchors: z
      .strictObject({
        accept_by: z
          .enum(['person', ...ACCEPTING_ROLES])
          .optional()
          .describe(
            'Who accepts candidates of long-term memory: person; or the report of a nose or a mind as well. Default person. Counts only in config.local.yaml.',
          ),
      })
      .optional(),
    executors: z
      .object({ headless: headlessExecutorSchema.optional() })
      .catchall(commandExecutorSchema)
      .optional()
      .describe(
        'What carries out runs outside of a session, by name: headless is Claude Code itself, all others are programs. Count only in config.local.yaml; programs run only after `wukong trust`.',
      ),
    switching: z
      .array(
        z.strictObject({
          when: z
            .enum(SWITCH_EVENTS)
            .describe(
              'lost_lease: its process is gone, or passed its time. changes_requested: a judge asks for rework. environment_mismatch, other_toolchain: what it says it failed or waits for. repeated_signature: two runs in a row failed of the same error.',
            ),
          roles: z.array(z.enum(ROLES)).min(1).optional().describe('Of which nodes. Default: all.'),
          to: z.string().describe('One of executors; or subagent, human, human:NAME, skill:NAME.'),
        }),
      )
      .max(50)
      .optional()
      .describe(
        'When a node goes to another executor by itself, the first rule that fits. Counts only in config.local.yaml.',
      ),
    allow_dispatch: z
      .boolean()
      .optional()
      .describe(
        'Answer "allow" to dispatches Wukong bound, skipping the client’s own check. Counts only in config.local.yaml.',
      ),
    work_order_system: workOrderSystemSchema.optional(),
  })
  .describe('Wukong configuration.');
export type ConfigFile = z.infer<typeof configSchema>;
