import * as z from 'zod';
import { processSchema } from './process-ref.ts';

/** Who gets the work orders of a goal, and its completions. */
export const ownerSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('session'),
      session_id: z.string(),
      client: processSchema.nullable().describe('The process of the client.'),
    }),
    z.strictObject({ kind: z.literal('driver'), ref: processSchema }),
    z.strictObject({ kind: z.literal('nobody') }),
  ])
  .describe('A session of a client, a process that drives the goal, or nobody.');
export type Owner = z.infer<typeof ownerSchema>;
