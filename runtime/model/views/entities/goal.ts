import * as z from 'zod';
import { GOAL_STATES } from './words.ts';

/** A limit, or null for none. */
const limit = z.number().nullable();

export const goalEntitySchema = z
  .strictObject({
    id: z.string().describe('G-0001.'),
    owner_id: z.string().describe('Who answers for it; the tenant.'),
    title: z.string(),
    description: z.string().describe('The request, at most 2,000 characters.'),
    priority: z.number().int().min(0).max(100),
    status: z.enum(GOAL_STATES),
    success_criteria: z
      .array(
        z.strictObject({
          description: z.string(),
          type: z.string().describe('deterministic, behavioural, documentation or judged.'),
        }),
      )
      .describe('When it counts as done.'),
    allowed_actions: z.array(z.string()).describe('The tools its nodes may use, all together.'),
    budget: z
      .strictObject({
        max_tokens: limit,
        max_hours: limit,
        max_cost_usd: limit,
        max_retries: limit,
      })
      .describe('Null is no limit; max_retries counts the runs of each node in all.'),
    deadline: z.string().nullable().describe('Nothing is dispatched after it.'),
    created_at: z.string(),
    updated_at: z.string().nullable().describe('Null where the log was not read for it.'),
    completed_at: z.string().nullable().describe('Null unless it is completed.'),
    metadata: z.strictObject({
      issue_ref: z.string(),
      template: z.string(),
      artifacts: z.string().describe('Its folder below .wukong/artifacts/.'),
      spent: z
        .strictObject({
          tokens: z
            .number()
            .int()
            .min(0)
            .describe('Input, output and cache creation, with what is only claimed.'),
          cost_usd: z.number().min(0).nullable().describe('Null where a model has no price.'),
          hours: z.number().min(0).describe('In which at least one run was active.'),
          retries: z
            .number()
            .int()
            .min(0)
            .describe('Runs beyond the first of each node, those that were lost not counted.'),
          claimed: z
            .strictObject({ tokens: z.number().int().min(0), cost_usd: z.number().min(0) })
            .describe('The part of it that executors say they used, and nobody saw.'),
        })
        .describe('By its runs and the main agent.'),
    }),
  })
  .describe('A goal in the words of work orders.');
export type GoalEntity = z.infer<typeof goalEntitySchema>;
