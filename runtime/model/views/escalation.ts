// A question for a person, in the words of work orders: a view, not a second model.

import * as z from 'zod';
import { ESCALATION_REASONS, FILE_VERSION, URGENCIES } from '../vocabulary.ts';

const packetSchema = z
  .strictObject({
    work_item: z.strictObject({
      id: z.string().describe('G-0001/N-020, or the goal.'),
      title: z.string(),
      goal: z.string().describe('Its title.'),
    }),
    root_cause: z.string(),
    attempts: z
      .array(
        z.strictObject({
          run_id: z.string(),
          strategy: z.string().describe('What its agent says it did.'),
          what_tried: z.array(z.string()).describe('Files it changed.'),
          why_failed: z.string(),
          error_signature: z.string().nullable(),
        }),
      )
      .describe('The last five runs, oldest first.'),
    current_state: z.strictObject({
      artifacts: z.array(z.string()).describe('Below .wukong/.'),
      passing_gates: z.array(z.string()),
      failing_gates: z.array(z.string()),
      budget_remaining: z.strictObject({
        runs: z.number().int().nullable().describe('Of the node.'),
        tokens: z.number().nullable().describe('Null: no limit.'),
        usd: z.number().nullable(),
        hours: z.number().nullable(),
      }),
      in_doubt: z
        .array(z.string())
        .describe('What is asked and may have happened already, by a run that left no report.'),
    }),
    suggested_options: z.array(
      z.strictObject({
        option: z.enum(['A', 'B', 'C']),
        description: z.string(),
        pros: z.array(z.string()),
        cons: z.array(z.string()),
        estimated_effort: z.enum(['S', 'M', 'L']),
      }),
    ),
    minimal_question: z.string(),
    urgency: z.enum(URGENCIES),
  })
  .describe('As it was when the person was asked.');

export const escalationSchema = z
  .strictObject({
    schema_version: z.literal(FILE_VERSION),
    id: z.string(),
    goal_id: z.string(),
    work_item_id: z.string().nullable().describe('Null: the goal itself is paused.'),
    reason: z.enum(ESCALATION_REASONS),
    packet: packetSchema,
    urgency: z.enum(URGENCIES),
    status: z.enum(['pending', 'resolved', 'ignored']),
    human_response: z
      .strictObject({ words: z.string().optional(), took: z.array(z.string()).optional() })
      .nullable(),
    resolved_by: z.string().nullable(),
    resolved_at: z.string().nullable(),
    created_at: z.string(),
    metadata: z.strictObject({
      because: z.string().describe('Why it waits, as the log names it.'),
      closed_as: z
        .enum(['answered', 'ignored', 'dropped'])
        .nullable()
        .describe('Dropped: it needed no answer any more.'),
      file: z.string().describe('Below .wukong/.'),
    }),
  })
  .describe('What only a person can answer; derived from events.jsonl.');
export type EscalationEntity = z.infer<typeof escalationSchema>;
