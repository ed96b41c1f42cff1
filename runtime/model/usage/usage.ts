// What models were used for a goal and what that costs. Counted once, from the client's transcripts, and
// recorded with the price of the day: later prices change nothing of it.

import * as z from 'zod';

const count = z.number().int().min(0);

const counters = {
  input: count.describe('Read at full price.'),
  output: count,
  cache_creation: count.describe('Written into the cache.'),
  cache_read: count.describe('Read from the cache; priced, and not counted against max_tokens.'),
};

const tokensSchema = z.strictObject(counters);
export type Tokens = z.infer<typeof tokensSchema>;

const pricedSchema = z.strictObject({
  ...counters,
  usd: z.number().min(0).nullable().describe('null: the price table has no such model.'),
});
export type Priced = z.infer<typeof pricedSchema>;

export const byModelSchema = z.record(z.string(), pricedSchema).describe('By model.');
export type ByModel = z.infer<typeof byModelSchema>;

/** How far a transcript is counted. A message comes as several lines, so the last may grow. */
export const readToSchema = z.strictObject({
  bytes: count,
  last: z
    .strictObject({ id: z.string(), model: z.string(), ...pricedSchema.shape })
    .optional()
    .describe('The last message, as it was counted.'),
});
export type ReadTo = z.infer<typeof readToSchema>;

export const BUDGETED = ['tokens', 'usd', 'hours'] as const;
export type Budgeted = (typeof BUDGETED)[number];

/** Summed over all models. */
export const usedSchema = z.strictObject({ tokens: z.number().min(0), usd: z.number().min(0) });

export const reservedSchema = usedSchema.describe(
  'What the run is expected to use, by the plan or the past runs of its role.',
);
export type Reserved = z.infer<typeof reservedSchema>;

export const expectedSchema = z
  .strictObject({ tokens: z.number().min(0).nullable(), usd: z.number().min(0).nullable() })
  .describe('What it was expected to use, by its plan or the runs before it; null: nobody knew.');
export type Expected = z.infer<typeof expectedSchema>;

/** From which follows what the next run of the role will use. */
export const pastUseSchema = z.strictObject({
  tokens: z.number().min(0),
  usd: z.number().min(0).nullable().describe('Null where a model had no price.'),
  claimed: z.literal(true).optional().describe('By its executor; nobody saw it.'),
});
export type PastUse = z.infer<typeof pastUseSchema>;

/** Of a run. */
export const runUsageSchema = z.strictObject({
  models: byModelSchema,
  read: readToSchema,
  final: z.literal(true).optional().describe('Counted after its end.'),
});

const notedSchema = z.partialRecord(
  z.enum(BUDGETED),
  z.strictObject({ limit: z.number(), at: z.enum(['warned', 'exceeded']) }),
);

/** Of a goal. */
export const goalUsageSchema = z.strictObject({
  models: byModelSchema.describe('All of it: its runs, and the main agent.'),
  main: z
    .strictObject({ session_id: z.string(), read: readToSchema })
    .optional()
    .describe('The conversation its main agent is counted in.'),
  worked_ms: count.describe('How long at least one run was active.'),
  since: z.string().optional().describe('When the first of the active runs was dispatched.'),
  seen: z.string().optional().describe('The last sign of life of a run.'),
  noted: notedSchema.optional().describe('What was said of which limit.'),
  noted_of: z
    .record(z.string(), notedSchema)
    .optional()
    .describe('The same of the limits that nodes have of their own, by node.'),
});
export type GoalUsage = z.infer<typeof goalUsageSchema>;

/** As it is told: sums over all models. */
const spentSchema = z.strictObject({
  tokens: count.describe('Input, output and cache creation.'),
  cache_read: count,
  usd: z.number().min(0).describe('Of what has a price.'),
  unpriced: z
    .array(z.string())
    .describe('Models without a price; their tokens cost more than usd.'),
  claimed: usedSchema
    .optional()
    .describe('The part of it that executors say they used, and nobody saw.'),
});
export type Spent = z.infer<typeof spentSchema>;
