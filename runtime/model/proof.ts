import * as z from 'zod';
import { terminalSchema } from './actors/terminal.ts';
import { EXCUSES, GATE_RESULTS } from './gate.ts';
import { lookedSchema } from './looked.ts';
import { sayingSchema } from './saying.ts';

/** A command that shows whether the fault is there, and what came of it on two trees. */
const checkStateSchema = z.strictObject({
  command: z.array(z.string()),
  cwd: z.string().nullable(),
  red: z
    .enum(['red', 'passes', 'unavailable'])
    .describe('How it ended on the tree before the first change.'),
  why: z.string(),
  log: z.string().describe('Its output there, below .wukong/.'),
  green: z.string().nullable().describe('Git tree on which it passed last, in a copy.'),
  able: z
    .boolean()
    .optional()
    .describe('Whether it fails where its test files throw. Absent: nobody has tried.'),
  limit: z.string().optional().describe('Why what it shows counts for L2 at most.'),
  saying: sayingSchema.optional(),
});
export type CheckState = z.infer<typeof checkStateSchema>;

/** What a person may accept of finished work although no run shows it. */
export const ACCEPTED_WORK = ['unproven', 'no-change'] as const;
export type AcceptedWork = (typeof ACCEPTED_WORK)[number];

/** What a person may decide of a goal. */
const DECIDED = [
  ...ACCEPTED_WORK,
  'criterion',
  'tests-changed',
  'doubts',
  'foreign',
  'approve',
  'trust',
] as const;

/** Something that counts because a person said so. */
const decidedSchema = z.strictObject({
  what: z.enum(DECIDED),
  node: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  why: z.string(),
  about: z.array(z.string()).describe('Files, or the action that was allowed; at most 20.'),
  terminal: terminalSchema
    .optional()
    .describe('Of what was typed into the client, where that runs; absent where nobody says.'),
  session: z.string().optional().describe('Into which it was typed.'),
});
export type Decided = z.infer<typeof decidedSchema>;

/** Whether the fault a goal is about was shown; and where its template does not ask for it, what was. */
export const faultSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('shown'),
        check: z.string(),
        limit: z.string().optional().describe('Why that counts for L2 at most.'),
        saying: sayingSchema.optional(),
      })
      .describe('This command failed before the first change and passes after it.'),
    z.strictObject({
      kind: z.literal('not-shown'),
      why: z.string(),
      saying: sayingSchema.optional(),
      accepted: z.strictObject({ why: z.string(), by: z.string() }).nullable(),
    }),
    z.strictObject({ kind: z.literal('nothing-changed') }).describe('No file differs.'),
    z
      .strictObject({
        kind: z.literal('not-asked'),
        template: z.string(),
        why: z
          .string()
          .optional()
          .describe('Why nothing was shown, as it was judged at the end. Older logs have none.'),
        saying: sayingSchema.optional(),
      })
      .describe('Its template asks for no check that fails before the change.'),
    z
      .strictObject({
        kind: z.literal('same'),
        check: z.string(),
        cases: z
          .number()
          .int()
          .optional()
          .describe('So many pass before and after; absent where no report names them.'),
        broken: z.number().int().optional().describe('So many passed before and fail now.'),
        gone: z
          .number()
          .int()
          .optional()
          .describe('So many ran before and are skipped or not there now.'),
        named: z.array(z.string()).optional().describe('Of the broken and the gone; at most 5.'),
      })
      .describe('Whether this command says the same before the first change and after the last.'),
    z
      .strictObject({ kind: z.literal('documentation'), files: z.array(z.string()) })
      .describe('No check opened what was changed.'),
  ])
  .meta({ id: 'fault', description: 'Whether the fault was shown.' });
export type Fault = z.infer<typeof faultSchema>;

const acceptanceSchema = z.strictObject({
  what: z.enum(['tests-changed', 'no-change', 'foreign']),
  by: z.string(),
  why: z.string().describe('Of `foreign` the paths.'),
});

/** A template of the repository, where that has to be told: told first. */
export const ownTemplateSchema = z
  .strictObject({
    replaces: z.boolean().describe('It takes the place of a shipped one of the same name.'),
    less: z
      .strictObject({
        proof: z.literal(true).optional().describe('No check has to fail before the change.'),
        audit: z.literal(true).optional().describe('No nose judges the work.'),
        level: z.literal(true).optional().describe('A role that changes files needs less.'),
        checks: z.array(z.string()).optional().describe('These of the shipped one; at most 10.'),
      })
      .optional()
      .describe('What it does not ask for and the shipped one does.'),
  })
  .describe('A template of the repository that takes the place of a shipped one, or shows less.');
export type OwnTemplate = z.infer<typeof ownTemplateSchema>;

/** What has to be read beside the first sentence of a goal. */
export const besideSchema = z
  .strictObject({
    named: z.array(z.string()).describe('What was done to tests, as `path:line what`.'),
    accepted: z.array(acceptanceSchema).describe('By a person.'),
    gone: z.array(z.string()).describe('Finished work that is not in the tree.'),
    flaky: z
      .array(z.string())
      .optional()
      .describe('Gates that failed, and then passed, on the same files.'),
    unseen: z.number().int().optional().describe('So many criteria nobody looked at; told first.'),
    others: z
      .array(
        z.strictObject({
          gate: z.string(),
          outcome: z.enum(GATE_RESULTS),
          excused: z.enum(EXCUSES).optional().describe('Why it sends nobody back.'),
        }),
      )
      .optional()
      .describe('Gates that no node asks for and that did not pass at the end; at most 5.'),
    own: ownTemplateSchema.extend({ template: z.string() }).optional(),
  })
  .meta({ id: 'beside', description: 'Skipped tests, changed expectations, acceptances.' });
export type Beside = z.infer<typeof besideSchema>;

/** What shows that a criterion holds: a command, a test, a file, or the mind with a place. */
const CRITERION_KINDS = ['deterministic', 'behavioural', 'documentation', 'judged'] as const;
export type CriterionKind = (typeof CRITERION_KINDS)[number];

export const criterionSchema = z.strictObject({
  number: z.number().int().positive(),
  text: z.string(),
  kind: z.enum(CRITERION_KINDS),
  names: z.array(z.string()).describe('Commands or gates, tests, or files that it names.'),
  node: z.string().describe('Where it was written.'),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** What the mind says of one criterion. */
export const criterionSaidSchema = z.strictObject({
  number: z.number().int(),
  met: z.boolean(),
  text: z.string(),
  cited: z
    .array(
      z.strictObject({
        path: z.string(),
        line: z.number().int(),
        test: z.boolean(),
        added: z
          .literal(true)
          .optional()
          .describe('Its words are quoted, and the goal added that line.'),
      }),
    )
    .describe('Places that resolve, and whether each is in a test file.'),
});
export type CriterionSaid = z.infer<typeof criterionSaidSchema>;

/** What a person wrote before anybody worked. */
export const givenCriteriaSchema = z.strictObject({
  list: z.array(criterionSchema).describe('At most 20.'),
  more: z.number().int().describe('So many were written beyond these.'),
});
export type GivenCriteria = z.infer<typeof givenCriteriaSchema>;

const criteriaSchema = z.strictObject({
  list: z.array(criterionSchema),
  more: z.number().int().describe('So many were written beyond those that are looked at.'),
  said: z.array(criterionSaidSchema).describe('By the last report that judges them.'),
  said_by: z.string().nullable().describe('Its run.'),
  accepted: z.array(z.strictObject({ number: z.number().int(), by: z.string(), why: z.string() })),
});
export type Criteria = z.infer<typeof criteriaSchema>;

/** What counts for a whole goal, whichever node it was found at. */
export const proofSchema = z.strictObject({
  first: z
    .strictObject({ tree: z.string(), at: z.string() })
    .nullable()
    .describe('Git tree before the first writing run; tests and gates are sealed as of it.'),
  repro: z.array(z.string()).describe('Commands that readers named, at most 8.'),
  checks: z.array(checkStateSchema).describe('The last 8.'),
  accepted: z
    .record(z.string(), z.string())
    .describe('By path: the content of a sealed file a person accepted; empty if it is deleted.'),
  sealed: z.string().nullable().describe('Git tree on which the seal was last seen to hold.'),
  tree: z.string().nullable().describe('Git tree the newest evidence was measured on.'),
  looked: z
    .array(lookedSchema)
    .optional()
    .describe('What a person said yes to though it was in doubt; the last 64.'),
  claimed: z
    .array(z.string())
    .optional()
    .describe('Paths whose changes a person said are theirs; a folder ends in `/`.'),
  unshown: z.string().optional().describe('Why no check shows the fault, by the newest report.'),
  unshown_saying: sayingSchema.optional(),
  documentation: z
    .strictObject({ tree: z.string(), files: z.array(z.string()) })
    .optional()
    .describe('On this tree no check opened what the goal had changed.'),
  unproven: z
    .strictObject({ why: z.string(), by: z.string() })
    .optional()
    .describe('A person accepted that the fault was not shown.'),
  decided: z.array(decidedSchema).optional().describe('By persons; the last 32.'),
  named: z
    .array(z.string())
    .optional()
    .describe('What was done to sealed tests when they were looked at last, as `path:line what`.'),
  gone: z
    .array(z.strictObject({ path: z.string(), run: z.string() }))
    .optional()
    .describe('Changes of these runs that were gone from the tree, and that a person was told of.'),
  flaky: z
    .array(z.string())
    .optional()
    .describe('Gates that failed, and then passed, on the same files; the last 8.'),
  criteria: criteriaSchema
    .optional()
    .describe('As the ear wrote them, absent before it is done; or a person.'),
  verified: z.string().nullable().describe('Git tree that all evidence was renewed on.'),
});
export type Proof = z.infer<typeof proofSchema>;
