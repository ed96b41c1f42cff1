import * as z from 'zod';
import { processSchema } from './process-ref.ts';

const elsewhereSchema = z
  .strictObject({ machine: z.string(), person: z.string() })
  .describe('The worker of the team that says it works on it.');
export type Elsewhere = z.infer<typeof elsewhereSchema>;

/** What a run outside of a session is held by. Its file is touched as long as its driver is there. */
export const leaseSchema = z
  .strictObject({
    driver: processSchema.describe('Who started it, and takes its result.'),
    process: processSchema
      .nullable()
      .describe(
        'The executor, leader of a process group of its own; null where a worker of the team carries it out.',
      ),
    ttl_sec: z.number().int().describe('So long without a sign of life, and it is lost.'),
    time_limit_sec: z.number().int(),
    no_output_limit_sec: z.number().int().nullable().describe('null: no such limit.'),
    elsewhere: elsewhereSchema.optional(),
    folder: z.string().describe('The copy of its order folder, which is all it is read from.'),
  })
  .describe('Who holds a run outside of a session, and for how long.');
export type Lease = z.infer<typeof leaseSchema>;
