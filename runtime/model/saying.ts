// What is said of a verdict, as data: which sentence, and the few values it names. The words stand in words/verdict.ts
// and words/unshown.ts, in each language; older logs have only an English sentence.

import * as z from 'zod';
import { trialCauseSchema } from './trial-cause.ts';
import { DOUBT_KINDS, ENDED } from './trial-kinds.ts';

const none = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) });
const alone = <K extends string>(is: K) => z.strictObject({ is: z.literal(is) });

const check = z.string().nullable().describe('As a command line; null: none that can be named.');

const namesSchema = z.strictObject({
  names: z.array(z.string()).describe('The first of them.'),
  more: z.number().int().describe('So many are not named.'),
});
export type Names = z.infer<typeof namesSchema>;

const yes = z.literal(true).optional();

/** Why a check says nothing. */
const unableSchema = z.strictObject({
  on: z.enum(['tree', 'red', 'seal', 'planted']),
  ended: z.enum(ENDED),
  why: z.string(),
  beside: z
    .string()
    .optional()
    .describe('A case that fails before and after, in a file with what was put right.'),
  nowhere: yes.describe('Nothing of it passes, with the change or without it.'),
  cause: trialCauseSchema.optional().describe('What it misses, where that is known.'),
});

const limitSaidSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('not-there-yet'),
    back: z.number().int(),
    of: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('no-end'), seconds: z.number() }),
  z.strictObject({ kind: z.literal('old-failures'), cases: namesSchema }),
  z.strictObject({ kind: z.literal('flaky'), cases: namesSchema }),
  z.strictObject({ kind: z.literal('accepted'), files: namesSchema }),
  none('no-cases'),
  none('types-alone'),
  none('not-planted'),
  z.strictObject({ kind: z.literal('not-sealed'), why: z.string() }),
  z.strictObject({ kind: z.literal('says-nothing'), check: z.string(), because: unableSchema }),
]);
export type LimitSaid = z.infer<typeof limitSaidSchema>;

const doubtSaidSchema = z.strictObject({
  path: z.string(),
  line: z.number().int().nullable().describe('Null: the file as a whole.'),
  text: z.string().describe('As it stands there.'),
  kind: z.enum(DOUBT_KINDS),
  looked: z.string().optional().describe('Who looked at it, and said yes.'),
});
export type DoubtSaid = z.infer<typeof doubtSaidSchema>;

const VERDICTS = [
  z.strictObject({
    is: z.literal('shown'),
    check,
    red: z.enum([
      'fails',
      'has-type-errors',
      'leaves-out',
      'does-not-end',
      'does-not-build',
      'cannot-load',
    ]),
    cases: namesSchema,
    limits: z.array(limitSaidSchema),
    doubts: z.array(doubtSaidSchema),
  }),
  z.strictObject({
    is: z.literal('not-shown'),
    check,
    why: z.enum([
      'fails-now',
      'passes-before',
      'fails-as-it-was',
      'case-gone',
      'cannot-fail',
      'by-chance',
    ]),
    cases: namesSchema,
    failedBefore: yes,
    endsWell: yes,
    inSameCases: yes,
    side: z.enum(['red', 'green']).optional(),
  }),
  z.strictObject({
    is: z.literal('nothing'),
    differs: z.enum(['same', 'prose', 'judges']),
    judges: namesSchema,
    passes: z.number().int(),
    of: z.number().int(),
    doubts: z.array(doubtSaidSchema).optional().describe('What was red, and is not any more.'),
    left: namesSchema.optional().describe('Cases that passed before, and are skipped or gone.'),
  }),
  z.strictObject({
    is: z.literal('unable'),
    check,
    because: unableSchema.optional(),
    noTests: yes.describe('There are checks, and none of them runs tests.'),
  }),
] as const;

/** What comes before a verdict, or in its place. */
const OTHERS = [
  z.strictObject({ is: z.literal('not-approved'), check: z.string() }),
  alone('no-check-known'),
  alone('no-gate'),
  alone('no-check'),
  z.strictObject({ is: z.literal('cannot-run'), check: z.string(), why: z.string().nullable() }),
  z.strictObject({
    is: z.literal('beyond-copies'),
    check: z.string(),
    cause: trialCauseSchema.nullable(),
    log: z.string().describe('Where its output is, below .wukong/.'),
  }),
  z.strictObject({ is: z.literal('installed'), files: z.array(z.string()) }),
  z.strictObject({
    is: z.literal('fails'),
    check: z.string(),
    on: z.enum(['tree', 'red']),
  }),
  z
    .strictObject({
      is: z.literal('judges-differ'),
      files: namesSchema,
      added: yes.describe('All of them are new.'),
      hidden: namesSchema.describe('What they are is in no tree.'),
      gates: z.array(z.string()).describe('Names of those it was asked of.'),
      found: z.enum([
        'holds',
        'not-compared',
        'nothing-runs',
        'new-check',
        'cannot-fail',
        'refused',
        'in-no-copy',
      ]),
      why: z.string().describe('As the run says it; empty: none does.'),
      cases: namesSchema,
      log: z.string().nullable().describe('What that run printed, below .wukong/.'),
      cause: trialCauseSchema.nullable().describe('in-no-copy: where it was found.'),
    })
    .describe('Tests or gates are not those of before the work.'),
  z.strictObject({
    is: z.literal('not-reproduced'),
    check: z.string(),
    why: z.enum(['passes', 'as-before', 'cannot-load', 'outside', 'by-chance', 'unable']),
    said: z.string().describe('How it ended there.'),
  }),
  alone('unchanged'),
  alone('not-opened'),
  alone('not-measured'),
  alone('not-compared'),
] as const;

export const sayingSchema = z
  .discriminatedUnion('is', [...VERDICTS, ...OTHERS])
  // Named: it stands in many places, and published schemas have it once.
  .meta({
    id: 'saying',
    description: 'What a verdict comes to, as values from which each language says it.',
  });
export type Saying = z.infer<typeof sayingSchema>;

export type VerdictSaying = z.infer<(typeof VERDICTS)[number]>;

/** What came of a session's change after a turn. */
export type TurnSaying =
  | VerdictSaying
  | Extract<Saying, { is: 'not-approved' | 'no-gate' }>
  /** What this check runs was edited in the session. */
  | Readonly<{ is: 'edits-check'; check: string }>;
