import * as z from 'zod';
import { EVIDENCE_LEVELS, NEXT_ACTIONS, ROLES } from '../../vocabulary.ts';
import { RUN_STATES } from './words.ts';

export const runEntitySchema = z
  .strictObject({
    id: z.string().describe('2026-11-21-body-0001.'),
    work_item_id: z.string(),
    run_number: z.number().int().positive().describe('1, 2, 3… of its item, without gaps.'),
    status: z.enum(RUN_STATES),
    started_at: z.string(),
    ended_at: z.string().nullable().describe('Null while it runs.'),
    tokens_used: z
      .number()
      .int()
      .min(0)
      .describe('Input, output and cache creation, with what its executor claims beyond it.'),
    cost_usd: z.number().min(0).nullable().describe('Null where it is not known.'),
    model_used: z
      .string()
      .nullable()
      .describe('The one most of the tokens are of; null where it is not known.'),
    artifacts: z.array(z.string()).describe('Ids of its artifacts.'),
    logs: z.string().nullable().describe('The folder of what it left, below .wukong/.'),
    error_signature: z
      .string()
      .nullable()
      .describe('Of what it failed of, without what differs from run to run.'),
    error_message: z.string().nullable().describe('Why it did not succeed.'),
    next_action: z.enum(NEXT_ACTIONS).nullable().describe('Null while it is not decided.'),
    metadata: z.strictObject({
      role: z.enum(ROLES),
      outcome: z.string().nullable().describe('In the words of the log.'),
      evidence_level: z.enum(EVIDENCE_LEVELS).nullable(),
      sent_back: z.number().int().describe('How often it was told what is missing.'),
      expected_usd: z
        .number()
        .min(0)
        .nullable()
        .describe('What it was expected to cost when it was dispatched; null where nobody knew.'),
      claimed: z
        .strictObject({ tokens: z.number().int().min(0), cost_usd: z.number().min(0) })
        .nullable()
        .describe('The part of what it used that its executor says, and nobody saw.'),
    }),
  })
  .describe('One attempt at a work item.');
export type RunEntity = z.infer<typeof runEntitySchema>;
