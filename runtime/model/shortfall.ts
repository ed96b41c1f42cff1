// What kept work from being good enough, as a person is told it: which gate and what it says, or what was not seen.
// What its agent has to do about it is another text (`missing`), and goes to the agent alone.

import * as z from 'zod';

export const failedGatesSchema = z
  .array(
    z.strictObject({
      gate: z.string(),
      says: z.string().optional().describe('Place, case and message of what failed first in it.'),
    }),
  )
  .describe('Gates that failed.');
export type FailedGates = z.infer<typeof failedGatesSchema>;

export const shortfallSchema = z.strictObject({
  failed: failedGatesSchema.optional(),
  why: z.array(z.string()).optional().describe('Else what was not seen, a sentence each.'),
});
export type Shortfall = z.infer<typeof shortfallSchema>;
