// An open goal.

import * as z from 'zod';
import { writersSchema } from '../actors/lane.ts';
import { leftSchema, ownerSchema } from '../actors/owner.ts';
import { processSchema } from '../actors/process-ref.ts';
import { edgeStateSchema, nodeIdSchema } from '../edge.ts';
import { commandGateSchema, countsSchema, pinnedSchema } from '../gate-schema.ts';
import { termsSchema } from '../goal-terms.ts';
import { nodeSpecSchema } from '../node.ts';
import { besideSchema, faultSchema, ownTemplateSchema, proofSchema } from '../proof.ts';
import { reasonSchema } from '../reason.ts';
import { goalUsageSchema } from '../usage/usage.ts';
import { LANGUAGES, PROOFS_ASKED } from '../vocabulary.ts';

import { nodeStateSchema } from './node-state.ts';
import { runSchema, takenOverSchema } from './run.ts';

export const goalSchema = z
  .strictObject({
    id: z.string(),
    as_of: z.string().describe('The last event that changed it.'),
    title: z.string(),
    request: z.string().describe('The user’s words, at most 2,000 characters.'),
    language: z.enum(LANGUAGES).optional().describe('Of its request; absent is English.'),
    issue_ref: z.string(),
    issue_seq: z.number().int(),
    status: z.enum(['running', 'paused', 'completed', 'aborted']),
    paused: reasonSchema.nullable().describe('Why it is paused.'),
    owner: ownerSchema,
    left: leftSchema.optional(),
    artifacts: z.string().describe('S-20261121-001'),
    graph_id: z.string(),
    template: z.strictObject({
      name: z.string(),
      version: z.number().int(),
      sha256: z.string(),
      proof: z
        .enum(PROOFS_ASKED)
        .optional()
        .describe('Older logs have none; then the name says it.'),
      risk: z.literal('high').optional(),
      parameters: z.record(z.string(), z.string()).optional().describe('As a person gave them.'),
      own: ownTemplateSchema.optional(),
    }),
    success_criteria: z.array(z.string()),
    given_criteria: z
      .number()
      .int()
      .optional()
      .describe('So many of them a person wrote, where an ear says what they come to.'),
    other_gates: z
      .array(commandGateSchema)
      .optional()
      .describe('Gates of the configuration that no node asks for; they run once, at the end.'),
    terms: termsSchema.optional().describe('Priority, deadline and budget, if a person gave them.'),
    unchecked: z
      .literal(true)
      .optional()
      .describe('Nothing that a person approved could run when it began.'),
    writers: writersSchema.optional(),
    queued: z
      .enum(['proposed', 'admitted'])
      .optional()
      .describe('Whether the daemon may take it up: nobody was there, or a person said so.'),
    usage: goalUsageSchema.optional(),
    created_at: z.string(),
    parkings: z
      .number()
      .int()
      .optional()
      .describe('How often since the last run that passed a limit or an outage stopped it.'),
    stalls: z.number().int().describe('Stop continuations since the last progress.'),
    proven: z
      .record(z.string(), z.string())
      .describe('By gate: the git tree on which it passed last.'),
    decisions: z.array(z.strictObject({ node: z.string(), event: z.string(), text: z.string() })),
    calls: z
      .array(z.strictObject({ key: z.string(), at: z.string(), counts: countsSchema.optional() }))
      .optional()
      .describe('Gates that passed, by the key of the call: the newest.'),
    approvals: z
      .array(
        z.strictObject({
          node: z.string(),
          action: z.string(),
          given: z.boolean(),
          in_doubt: z.string().optional().describe('The run that may have done it already.'),
        }),
      )
      .optional()
      .describe('Actions that wait for a person, and those one allowed, each to happen once.'),
    acted: z
      .array(z.strictObject({ node: z.string(), action: z.string(), run: z.string() }))
      .optional()
      .describe('Allowed actions that a guard let through: the newest.'),
    specs: z.array(nodeSpecSchema),
    edges: z.array(edgeStateSchema),
    nodes: z.record(nodeIdSchema, nodeStateSchema),
    runs: z.record(z.string(), runSchema),
    switched: z
      .record(nodeIdSchema, takenOverSchema)
      .optional()
      .describe('By node: the run that the next one replaces, since its executor was switched.'),
    trier: processSchema.optional().describe('What tries its gates before anything is written.'),
    fault: faultSchema.optional().describe('Of a completed goal.'),
    pinned: pinnedSchema
      .optional()
      .describe('What gives its gates power. Goals of older logs have none: what is there counts.'),
    uncounted: z
      .string()
      .optional()
      .describe('Hash of the settings that a person was told do not count.'),
    changed_anchors: z
      .array(z.string())
      .optional()
      .describe('Anchors it was given, whose files changed after they were last validated.'),
    proposed_after: z
      .number()
      .int()
      .optional()
      .describe('Runs that had ended when anchor candidates were last proposed.'),
    without_pack: z
      .array(nodeIdSchema)
      .optional()
      .describe('Nodes of which a person was told that nobody can say where they stood.'),
    beside: besideSchema.optional().describe('Of a completed goal, if there is something.'),
    proof: proofSchema.optional().describe('Absent until there is something in it.'),
    lost: z
      .strictObject({ file: z.string(), why: z.enum(['missing', 'altered']) })
      .optional()
      .describe(
        'Its plan cannot be had: it has no nodes, and nothing is done until the file is back.',
      ),
  })
  .describe('An open goal and where it stands; derived from events.jsonl.');
export type Goal = z.infer<typeof goalSchema>;
