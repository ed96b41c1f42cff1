import { z } from 'zod';

export const nodeIdSchema = z
  .string()
  .regex(/^N-\d{3,}$/)
  .describe('Node id, unique in its graph, for example N-010.');

export const edgeSchema = z
  .strictObject({
    from: nodeIdSchema.describe('The node that must end first.'),
    to: nodeIdSchema.describe('The node that waits for it.'),
    condition: z
      .enum(['on_success', 'on_failure', 'always'])
      .default('on_success')
      .describe('When the edge fires: on_success (from is done), on_failure (it failed), always.'),
  })
  .describe('A dependency between two nodes.');

export type Edge = z.infer<typeof edgeSchema>;
