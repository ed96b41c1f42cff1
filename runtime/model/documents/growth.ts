// What the report of a node with `may_grow` says under `## Plan`: parts that are done instead of another node. Each is
// like a node of its role that a person planned, in its tools, checks, level and executor; so all there is to say is
// what it does, and where.

import * as z from 'zod';
import { edgeSchema } from '../edge.ts';
import { JOINS, PART_ROLES } from '../vocabulary.ts';

const MOST_PARTS = 20;

const nameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/)
  .describe('Small letters, digits, - and _, the first one a letter.');

const partSchema = z
  .strictObject({
    id: nameSchema,
    title: z.string().min(1).max(120).describe('One line a person understands.'),
    role: z.enum(PART_ROLES).optional().describe('That of the whole, unless it is said.'),
    instructions: z.string().min(1).max(1000).describe('What to do.'),
    allowed_paths: z
      .array(z.string().max(200))
      .max(20)
      .optional()
      .describe(
        'Globs it may change, within those of the whole. Parts whose paths do not meet are done at the same time.',
      ),
    gates: z
      .array(z.string())
      .max(20)
      .optional()
      .describe('Gates of the repository that run for it beside those of the whole, by name.'),
    join: z.enum(JOINS).default('all'),
  })
  .describe('A part.');

export const growthSchema = z
  .strictObject({
    nodes: z.array(partSchema).min(1).max(MOST_PARTS),
    edges: z
      .array(
        z.strictObject({
          from: nameSchema,
          to: nameSchema,
          condition: edgeSchema.shape.condition,
        }),
      )
      .max(MOST_PARTS * MOST_PARTS)
      .default([])
      .describe('Which part waits for which; the others begin at once.'),
  })
  .describe('Parts that are done instead of a node.');
export type GrowthFile = z.infer<typeof growthSchema>;
