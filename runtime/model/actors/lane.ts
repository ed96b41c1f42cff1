import * as z from 'zod';

/** Where a run works, and what its work is measured from. Evidence names its lane. */
export const laneSchema = z
  .strictObject({
    worktree: z.string().describe('Absolute path of the working tree.'),
    base: z
      .string()
      .nullable()
      .describe('Git tree the work is measured from; null for roles that do not write.'),
    head: z
      .string()
      .optional()
      .describe('Branch and commit it stood on at dispatch, for roles that write.'),
  })
  .describe('Where a run works.');
export type Lane = z.infer<typeof laneSchema>;
