import * as z from 'zod';
import { DECISION_TYPES } from '../../vocabulary.ts';

export const decisionSchema = z
  .strictObject({
    id: z.string().describe('The event that says it, and which of its decisions: E-000123.1.'),
    goal_id: z.string(),
    work_item_id: z.string().nullable().describe('Null of one about the whole goal.'),
    run_id: z.string().nullable(),
    decision_type: z.enum(DECISION_TYPES),
    rationale: z.string(),
    alternatives: z.array(z.string()).describe('What else there was.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('As the report states it; null where nothing does.'),
    created_at: z.string(),
    metadata: z.strictObject({ event: z.string().describe('The fact it stands in.') }),
  })
  .describe('What was decided, and why.');
export type Decision = z.infer<typeof decisionSchema>;
