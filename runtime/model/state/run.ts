// A run of an open goal.

import * as z from 'zod';
import { handoverSchema, orderCopySchema } from '../actors/handover.ts';
import { laneSchema } from '../actors/lane.ts';
import { leaseSchema } from '../actors/lease.ts';
import { processSchema } from '../actors/process-ref.ts';
import { runBySchema } from '../actors/run-by.ts';
import { nodeIdSchema } from '../edge.ts';
import { caughtSchema } from '../notice.ts';
import { reasonSchema } from '../reason.ts';
import { shortfallSchema } from '../shortfall.ts';
import { byModelSchema, expectedSchema, reservedSchema, runUsageSchema } from '../usage/usage.ts';
import { NEXT_ACTIONS, ROLES } from '../vocabulary.ts';

import { outputsSchema } from './node-state.ts';

export const takenOverSchema = z
  .strictObject({ run: z.string(), because: reasonSchema, handover: handoverSchema })
  .describe('The run of another executor that it goes on from.');
export type TakenOver = z.infer<typeof takenOverSchema>;

export const runSchema = z.strictObject({
  id: z.string(),
  node: nodeIdSchema,
  number: z.number().int().positive(),
  role: z.enum(ROLES),
  by: runBySchema,
  lane: laneSchema,
  lease: leaseSchema.optional().describe('Of a run outside of a session, once it was started.'),
  dispatched_at: z.string(),
  sent_back: z.number().int(),
  missing: z.array(z.string()).describe('What was missing when the agent was last sent back.'),
  lacks: shortfallSchema.optional().describe('The same as a person is told it.'),
  caught: caughtSchema.optional().describe('Why it was sent back the first time.'),
  asked_to_show: z.literal(true).optional().describe('It was sent back to show the fault.'),
  asked_criteria: z.literal(true).optional().describe('It was sent back for open criteria.'),
  report: z
    .strictObject({
      key: z.string(),
      verifier: processSchema,
      waiter: processSchema
        .optional()
        .describe('The hook that holds the agent meanwhile, so that it can still be sent back.'),
      file: z.string(),
      transcript: z.string(),
      brought: z
        .enum(['silently', 'with-words'])
        .optional()
        .describe('A person brought what its gates lacked, and said something to it or not.'),
    })
    .nullable()
    .describe('The report being judged.'),
  ended: z
    .strictObject({
      outcome: z.enum(['success', 'failed', 'lost', 'stopped', 'blocked', 'replaced']),
      because: reasonSchema,
      signature: z.string().optional().describe('Of the error it failed of.'),
      next_action: z.enum(NEXT_ACTIONS).optional(),
    })
    .nullable(),
  outputs: outputsSchema.nullable(),
  error_code: z.string().optional().describe('Why it failed, as its executor named it.'),
  takes_over: takenOverSchema.optional(),
  copy: orderCopySchema.optional(),
  reserved: reservedSchema.optional(),
  usage: runUsageSchema.optional(),
  seen: z
    .string()
    .optional()
    .describe('Its last sign of life; of one that ended otherwise than lost, its end.'),
  expected: expectedSchema.optional(),
  claimed: byModelSchema.optional().describe('As its executor says; the most of what it said.'),
});
export type Run = z.infer<typeof runSchema>;
