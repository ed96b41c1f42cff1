// Facts about what a goal uses, and about its budget.

import * as z from 'zod';
import { nodeIdSchema } from '../edge.ts';
import { BUDGETED, byModelSchema, readToSchema } from '../usage/usage.ts';
import { type FactsOf, family } from './definition.ts';

const budget = z.strictObject({
  what: z.enum(BUDGETED),
  limit: z.number(),
  spent: z.number().describe('By then.'),
  claimed: z.number().optional().describe('The part of it that executors claim.'),
  node: nodeIdSchema.optional().describe('Whose own limit it is; left out, that of the goal.'),
});

export const USAGE_FACTS = family({
  'usage.recorded': {
    about: 'goal',
    means: 'So much more was used: by the run it names, else by the main agent.',
    when: 'A report was judged, a node is dispatched, the goal leaves its session or ends.',
    payload: z.strictObject({
      models: byModelSchema,
      prices: z.string().describe('The date of the price table it was priced by.'),
      read: readToSchema,
      final: z.literal(true).optional().describe('The run is over; this is the rest of it.'),
    }),
    example: {
      models: {
        'claude-opus-5-5': {
          input: 12631,
          output: 256,
          cache_creation: 0,
          cache_read: 0,
          usd: 0.055644,
        },
      },
      prices: '2026-11-23',
      read: { bytes: 18244 },
      final: true,
    },
  },
  'usage.claimed': {
    about: 'run',
    means:
      'So much its executor says it used. It holds as used, unless a transcript shows more; it frees nothing.',
    when: 'Its result was taken.',
    payload: z.strictObject({ models: byModelSchema }),
    example: {
      models: { m: { input: 1200, output: 90, cache_creation: 0, cache_read: 0, usd: 0.02 } },
    },
  },
  'budget.warned': {
    about: 'goal',
    means: 'Four fifths of this limit, of the goal or of one node, are used; its person is told.',
    when: 'It was looked at: usage was recorded or claimed, a node is dispatched, a run ended; once for each limit.',
    payload: budget,
    example: { what: 'tokens', limit: 200000, spent: 161200 },
  },
  'budget.exceeded': {
    about: 'goal',
    means:
      'This limit is reached: nothing more, or nothing more of its node, is dispatched until a person raises it.',
    when: 'As budget.warned.',
    payload: budget,
    example: { what: 'tokens', limit: 200000, spent: 203150 },
  },
  'budget.overshot': {
    about: 'run',
    means: 'The run ended, and more than the limit is used.',
    when: 'The rest of its usage was recorded; of a run without a transcript, at its end.',
    payload: budget,
    example: { what: 'usd', limit: 2, spent: 2.137 },
  },
});

export type UsageFact = FactsOf<typeof USAGE_FACTS>;
