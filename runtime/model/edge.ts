import * as z from 'zod';
import { PREDICATE } from './condition.ts';

export const nodeIdSchema = z
  .string()
  .regex(/^N-\d{3,}$/)
  .describe('Node id, unique in its graph, for example N-010.');

export const edgeSchema = z
  .strictObject({
    from: nodeIdSchema.describe('The node that must end first.'),
    to: nodeIdSchema.describe('The node that waits for it.'),
    condition: z
      .union([
        z.enum(['on_success', 'on_failure', 'always']),
        z.templateLiteral([PREDICATE, z.string()]),
      ])
      .default('on_success')
      .describe(
        'When the edge fires: on_success (from is done), on_failure (it failed), always (however it ended, skipped too), predicate:<expression> (from is done, and the expression holds).',
      ),
  })
  .describe('A dependency between two nodes.');

export type Edge = z.infer<typeof edgeSchema>;

/**
 * What became of an edge. Open: its source has not ended, or its expression is not decided. Dead: its source ended in another way, so it
 * cannot fire any more. Void: its source was skipped, so nobody waits for it.
 */
const EDGE_OUTCOMES = ['open', 'fired', 'dead', 'void'] as const;
export type EdgeOutcome = (typeof EDGE_OUTCOMES)[number];

/** An edge of a goal. */
export const edgeStateSchema = edgeSchema.extend({ outcome: z.enum(EDGE_OUTCOMES) });
export type EdgeState = z.infer<typeof edgeStateSchema>;
