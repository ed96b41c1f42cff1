import * as z from 'zod';
import { budgetSchema } from '../goal-terms.ts';

/** Several goals in one file: a list, each with a title and what `wukong goal add` takes as options. */
export const goalFileSchema = z
  .array(
    z.strictObject({
      title: z.string().max(2000).regex(/\S/).describe('What is wanted, in your words.'),
      template: z
        .string()
        .optional()
        .describe('The plan it begins with. Default: the one `wukong classify` chooses.'),
      priority: z.number().int().min(0).max(100).optional().describe('50 if it is left out.'),
      deadline: z
        .string()
        .optional()
        .describe('Nothing is dispatched after it: 2026-12-01, or 2026-12-01T18:00.'),
      budget: budgetSchema.optional(),
      issue: z.string().optional().describe('org/repo#12.'),
      criteria: z
        .array(z.string().regex(/\S/))
        .min(1)
        .optional()
        .describe('Success criteria, instead of those of the template.'),
      allow: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Narrows what runs may use to these tools.'),
      reproduce: z
        .literal('first')
        .optional()
        .describe('A test has to show the fault before it is fixed.'),
    }),
  )
  .min(1)
  .max(50)
  .describe('Goals for `wukong goal add --from`. All of them are made, or none.');
export type GoalFile = z.infer<typeof goalFileSchema>;
