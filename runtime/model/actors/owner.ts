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

/** Why a driver hands an open goal back. */
const DRIVE_ENDS = [
  'interrupted',
  'waits',
  'parked',
  'for-session',
  'no-executor',
  'cannot',
  'not-recorded',
] as const;
export type DriveEnd = (typeof DRIVE_ENDS)[number];

export const leftSchema = z
  .strictObject({ because: z.enum(DRIVE_ENDS), why: z.string().optional() })
  .describe('Why the driver that had it last handed it back.');
export type Left = z.infer<typeof leftSchema>;
