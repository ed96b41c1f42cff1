import * as z from 'zod';
import { budgetSchema } from '../goal-terms.ts';

/** Several goals in one file: a list, each with a title and what `wukong goal add` takes as options. */
export const goalFileSchema = z
  .array(
    z.strictObject({
      title: z.string().trim().min(1).max(2000),
      template: z.string().optional(),
      priority: z.number().int().min(0).max(100).optional(),
      deadline: z.string().optional(),
      budget: budgetSchema.optional(),
      issue: z.string().optional(),
      criteria: z.array(z.string().min(1)).min(1).optional(),
      allow: z.array(z.string()).min(1).optional(),
    }),
  )
  .min(1)
  .max(50);
