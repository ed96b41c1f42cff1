import { z } from 'zod';

export const anchorSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^A-\d{4}-[a-z0-9]{4}$/)
      .describe('A-<year>-<4 base32 of the hash of title and first text>.'),
    type: z.enum(['Decision', 'Constraint', 'Pattern', 'Metric']),
    title: z.string().min(1).max(200),
    text: z.string().min(1).max(4000),
    tags: z.array(z.string()).default([]),
    source: z.string().describe('Log id, event and sentence the entry rests on.'),
    last_validated: z.string().nullable().default(null),
    expiry: z.string().nullable().default(null),
  })
  .describe('A reviewed long-term memory entry.');
export type Anchor = z.infer<typeof anchorSchema>;
