// What earlier attempts and judges found, for the next work order of a node: as data. (What fsck finds
// is in finding.ts.)

import * as z from 'zod';
import { reasonSchema } from './reason.ts';

export const remarkSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('said'), text: z.string() })
      .describe('Words of an agent, or of an older log.'),
    z
      .strictObject({ kind: z.literal('missing'), text: z.string() })
      .describe('What the evidence lacked, one sentence.'),
    z
      .strictObject({ kind: z.literal('ended'), because: reasonSchema })
      .describe('Why a run was not good enough.'),
    z
      .strictObject({
        kind: z.literal('final-gate'),
        gate: z.string(),
        error: z.string(),
      })
      .describe('A gate that fails on the final tree.'),
    z
      .strictObject({ kind: z.literal('kept-report'), run: z.string(), summary: z.string() })
      .describe('What a run reported while what it builds on was open again.'),
  ])
  .meta({ id: 'remark', description: 'A finding.' });
export type Remark = z.infer<typeof remarkSchema>;

/** What a run of plan B found: why it fails, and what else could be done. */
export const planBFoundSchema = z.strictObject({
  root_cause: z.string(),
  options: z
    .array(
      z.strictObject({
        description: z.string(),
        pros: z.string(),
        cons: z.string(),
        effort: z.enum(['S', 'M', 'L']).nullable().describe('Null if its report does not say.'),
      }),
    )
    .describe('The one it would take first; at most three.'),
});
export type PlanBFound = z.infer<typeof planBFoundSchema>;
