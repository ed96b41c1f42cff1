// Where the work of a node stands, for whoever goes on with it: names are those of work orders.

import * as z from 'zod';
import { FILE_VERSION } from '../vocabulary.ts';

export const PHASES = ['planning', 'implementing', 'testing', 'reviewing'] as const;

const count = z.number().int().min(0).nullable();

export const contextPackSchema = z
  .strictObject({
    schema_version: z.literal(FILE_VERSION),
    goal_id: z.string(),
    work_item_id: z.string(),
    as_of: z.string().describe('The last event of the goal it knows.'),
    created_at: z.string().describe('When the run it tells of ended, or was dispatched.'),
    run_id: z.string().describe('The last run of the node.'),
    state: z.strictObject({
      current_phase: z.enum(PHASES),
      completed_steps: z
        .array(z.string())
        .describe('Finished nodes before it, and what each found.'),
      next_planned_steps: z.array(z.string()).describe('What earlier runs and judges left to do.'),
      open_questions: z.array(z.string()),
    }),
    code_context: z.strictObject({
      files_touched: z.array(z.string()),
      key_functions: z.array(z.string()).describe('Named in the heads of the hunks of its patch.'),
      dependencies_added: z.array(z.string()).describe('Added lines of its manifests.'),
    }),
    quality_status: z
      .strictObject({
        tests_added: count.describe('Against the node before it that counted tests.'),
        tests_passing: count,
        coverage_delta: z.number().nullable().describe('Null: nothing counts lines.'),
        lint_errors: count.describe('Null: nothing counts them.'),
      })
      .describe('From files that gates write for programs; null where none says.'),
    narrative_summary: z.string(),
  })
  .describe('The resumable snapshot of a node; derived, and made again when it is needed.');
export type ContextPack = z.infer<typeof contextPackSchema>;
