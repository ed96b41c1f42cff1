import * as z from 'zod';

export const anchorSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^A-\d{4}-[a-z0-9]{4}$/)
      .describe('A-<year>-<4 base32 of the hash of title and first text>.'),
    type: z
      .enum(['Decision', 'Constraint', 'Pattern', 'Metric'])
      .describe('A choice and its reason, a limit that holds, a way that works, a measure.'),
    title: z.string().min(1).max(200).describe('One line; the topic it is merged by.'),
    text: z.string().min(1).max(4000).describe('What later work has to know.'),
    context: z.string().max(4000).optional().describe('What was so when it was decided.'),
    decision: z
      .string()
      .max(4000)
      .optional()
      .describe(
        'What holds, as the line of its type says it: Decision, Constraint, Pattern, Metric.',
      ),
    why: z.string().max(4000).optional().describe('The reason; without one it is an opinion.'),
    when: z.string().max(4000).optional().describe('Whom or which work it concerns.'),
    paths: z.array(z.string()).default([]).describe('Files and folders it is about.'),
    tags: z.array(z.string()).default([]).describe('Words and paths it is recalled by.'),
    source: z.string().describe('Log id, event and sentence the entry rests on.'),
    last_validated: z.string().nullable().default(null).describe('Day somebody last confirmed it.'),
    expiry: z
      .string()
      .nullable()
      .default(null)
      .describe('Last day on which it counts, or what ends it.'),
    replaces: z
      .array(z.string().regex(/^A-\d{4}-[a-z0-9]{4}$/))
      .default([])
      .describe('Ids of the anchors that no longer count because of it.'),
  })
  .describe('A reviewed long-term memory entry.');
export type Anchor = z.infer<typeof anchorSchema>;
