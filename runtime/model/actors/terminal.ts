import * as z from 'zod';

/** Where a person answered: kept beside what they decided, and judged by nobody but its readers. */
export const terminalSchema = z
  .strictObject({
    name: z.string().describe('As the system calls it, for example pts/3.'),
    parents: z.array(z.string()).describe('Names of the processes above, the nearest first.'),
    age_sec: z
      .number()
      .int()
      .nullable()
      .describe('How long the first process of the terminal runs; null where nobody says.'),
  })
  .describe('The terminal it was answered at.');
export type Terminal = z.infer<typeof terminalSchema>;
