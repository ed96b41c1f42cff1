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
    lands_in: z
      .string()
      .optional()
      .describe('Of a lane of its own: the working tree its work is laid into once it is proven.'),
    awaited: z
      .literal(true)
      .optional()
      .describe('The client makes it; nothing may be done there before its tree is in it.'),
    landing: z
      .strictObject({ from: z.string(), to: z.string() })
      .optional()
      .describe('Git trees: that working tree is being brought from the one to the other.'),
  })
  .describe('Where a run works.');
export type Lane = z.infer<typeof laneSchema>;

/** Of a goal with nodes whose paths do not meet and that wait for none of each other. */
export const writersSchema = z
  .strictObject({
    most: z.number().int().describe('So many of its runs may write at once.'),
    why: z.string().optional().describe('Why that is one, though its plan has room for more.'),
  })
  .describe('How many write at once. Absent: its plan has one writer at a time.');
