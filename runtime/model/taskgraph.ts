import * as z from 'zod';
import { edgeSchema } from './edge.ts';
import { nodeSchema } from './node.ts';
import { besideSchema, faultSchema } from './proof.ts';
import { FILE_VERSION, GRAPH_STATUSES } from './vocabulary.ts';

export const taskgraphSchema = z
  .strictObject({
    schema_version: z.literal(FILE_VERSION),
    as_of: z.string().describe('The event this file shows; rebuilding to it gives these bytes.'),
    graphs: z.array(
      z.strictObject({
        graph_id: z.string(),
        goal_id: z.string().regex(/^G-\d{4,}$/),
        title: z.string().optional().describe('What was asked for, shortened.'),
        session: z.string().describe('Artifact folder of the goal, for example S-20261121-001.'),
        template: z.string(),
        graph_version: z.number().int().positive(),
        status: z.enum(GRAPH_STATUSES),
        fault: faultSchema.optional(),
        beside: besideSchema.optional(),
        nodes: z.array(nodeSchema),
        edges: z.array(edgeSchema),
      }),
    ),
  })
  .describe('Open graphs and the last finished one; derived from events.jsonl.');
export type TaskgraphFile = z.infer<typeof taskgraphSchema>;
export type TaskgraphEntry = TaskgraphFile['graphs'][number];

/** A plan above what a record may hold is a file of its own, which `goal.created` names: graphs/<sha256>.json. */
export type GraphRef = Readonly<{ sha256: string; bytes: number }>;

/** Why a plan cannot be had: its file is not there, or not what the event says. */
export type Lost = 'missing' | 'altered';
