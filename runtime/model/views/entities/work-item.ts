import * as z from 'zod';
import { EFFORTS, EVIDENCE_LEVELS, ROLES, WORK_TYPES } from '../../vocabulary.ts';
import { CLOSED_AS, WORK_ITEM_STATES } from './words.ts';

const checkSchema = z.strictObject({
  type: z.string().describe('test, build, lint, typecheck, flow, command or builtin.'),
  name: z.string(),
  command: z.string().nullable().describe('Null where the runtime itself looks.'),
  mustPass: z.boolean(),
});

export const workItemSchema = z
  .strictObject({
    id: z.string().describe('G-0001/N-010.'),
    goal_id: z.string(),
    title: z.string(),
    description: z.string().describe('The instructions of its plan.'),
    type: z.enum(WORK_TYPES).describe('As the template says, else by the role.'),
    status: z.enum(WORK_ITEM_STATES),
    priority: z.number().int().describe('That of its goal.'),
    dependencies: z.array(z.string()).describe('The items whose success it needs.'),
    verification_plan: z
      .strictObject({
        deterministic: z.array(checkSchema),
        behavioral: z.array(
          z.strictObject({ type: z.string(), script: z.string(), mustPass: z.boolean() }),
        ),
        llm_review: z.strictObject({ enabled: z.boolean(), aspects: z.array(z.string()) }),
      })
      .describe('How the runtime checks the work.'),
    budget: z
      .strictObject({
        max_tokens: z.number().nullable(),
        max_hours: z.number().nullable(),
        max_cost_usd: z.number().nullable(),
        max_retries: z.number().int().describe('Runs in all.'),
      })
      .describe('Its own, else that of its goal. Null: no limit.'),
    assigned_to: z.string().describe('The executor: what kind it is, and its name.'),
    created_at: z.string(),
    updated_at: z.string().describe('When something last happened to it.'),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    estimated_effort: z.enum(EFFORTS).nullable().describe('As the template says.'),
    metadata: z.strictObject({
      role: z.enum(ROLES),
      issue_ref: z.string().describe('Its own, else that of its goal.'),
      evidence_level: z.enum(EVIDENCE_LEVELS).nullable().describe('Proven, of a done one.'),
      evidence_level_required: z.enum(EVIDENCE_LEVELS),
      closed_as: z
        .enum(CLOSED_AS)
        .nullable()
        .describe('Why nothing more is to be done although it is not done.'),
      part_of: z.string().nullable().describe('The item that is done in parts, this one of them.'),
    }),
  })
  .describe('A node in the words of work orders.');
export type WorkItem = z.infer<typeof workItemSchema>;
