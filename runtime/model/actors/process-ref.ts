import * as z from 'zod';

export const processSchema = z
  .strictObject({
    pid: z.number().int(),
    started: z
      .string()
      .nullable()
      .describe('Start time as the system tells it; null if it does not.'),
  })
  .describe('A process, named so that a reused pid is not taken for it.');
export type ProcessRef = z.infer<typeof processSchema>;
