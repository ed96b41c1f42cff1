// What a person allows and expects of a goal beside its plan: seed words of a work order.

import * as z from 'zod';
import { nodeIdSchema } from './edge.ts';

export const budgetSchema = z
  .strictObject({
    max_tokens: z
      .number()
      .int()
      .positive()
      .optional()
      .describe('Input, output and cache creation; cache reads are not counted.'),
    max_hours: z.number().positive().optional().describe('Of work, from the first dispatch.'),
    max_cost_usd: z.number().positive().optional(),
    max_retries: z.number().int().min(1).max(20).optional().describe('Runs of each node in all.'),
  })
  .describe('What is left out has no limit; runs of a node are 3 in all, or as the template says.');
export type Budget = z.infer<typeof budgetSchema>;

/** Its runs are `max_retries` of the node itself. */
export const nodeBudgetSchema = budgetSchema
  .omit({ max_retries: true })
  .describe(
    'What all runs of one node may use; what is left out has no limit but that of the goal.',
  );
export type NodeBudget = z.infer<typeof nodeBudgetSchema>;

export const termsSchema = z.strictObject({
  priority: z.number().int().min(0).max(100).optional().describe('50 if it is left out.'),
  deadline: z.string().optional().describe('ISO 8601. Nothing is dispatched after it.'),
  budget: budgetSchema.optional(),
  nodes: z
    .record(nodeIdSchema, nodeBudgetSchema)
    .optional()
    .describe('By node, limits of its own that a person set; they go before those of its plan.'),
});
export type Terms = z.infer<typeof termsSchema>;
