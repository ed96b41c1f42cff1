import * as z from 'zod';
import { BUILT_IN_GATES, COMMAND_GATE_TYPES, OUTPUT_FORMATS } from './gate.ts';
import { trialCauseSchema } from './trial-cause.ts';
import { ACCEPTING_ROLES } from './vocabulary.ts';

const mustPass = z
  .boolean()
  .default(true)
  .describe('Whether a failure keeps the node from being done. A gate that cannot run is no pass.');

/** Names only: a value in a file is a value in git. */
export const variableNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)
  .describe('Name of an environment variable.');

const gateFileSchema = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .max(300)
      .describe('Relative to the repository; * matches within one name. "-" is its stdout.'),
    format: z.enum(OUTPUT_FORMATS).describe('How it is written.'),
  })
  .describe(
    'A file the command writes each time it runs, for programs to read. git must ignore it.',
  );

/** A command, as a person writes it. */
export const commandGateSchema = z
  .strictObject({
    type: z.enum(COMMAND_GATE_TYPES).describe('What the command is for; all types run alike.'),
    name: z.string().min(1).max(80).describe('Name shown in reports, for example "unit tests".'),
    command: z
      .array(z.string().min(1))
      .min(1)
      .describe('Program and arguments, one list item each. With shell: one item, the whole line.'),
    cwd: z
      .string()
      .optional()
      .describe('Folder to run in, relative to the repository; its top if left out.'),
    mustPass,
    expect_exit: z
      .number()
      .int()
      .min(0)
      .max(255)
      .default(0)
      .describe('Exit code that counts as passed. 126 and 127 always mean "could not run".'),
    timeout_sec: z
      .number()
      .int()
      .min(1)
      .max(3600)
      .default(300)
      .describe('Seconds after which the command and its children are stopped.'),
    shell: z
      .boolean()
      .optional()
      .describe('Whether a shell reads the command. A person must approve it as such.'),
    env: z
      .array(variableNameSchema)
      .max(50)
      .optional()
      .describe('Variables it needs, by name. They must stand in gate_env of config.local.yaml.'),
    outputs: z
      .array(gateFileSchema)
      .min(1)
      .max(20)
      .optional()
      .describe('What it writes for programs. Tests are counted there.'),
  })
  .describe('A command the runtime runs itself, once a person approved it.');

/** As it is kept in the log. */
export type KeptGate = z.infer<typeof commandGateSchema>;

const builtInGateSchema = z
  .strictObject({
    type: z.literal('builtin').describe('A check the runtime has built in.'),
    name: z.enum(BUILT_IN_GATES).describe('Which check.'),
    mustPass,
  })
  .describe('A fixed rule over the report and the changed files.');

/** One entry of `verification_plan.deterministic`. */
export const gateSchema = z
  .discriminatedUnion('type', [commandGateSchema, builtInGateSchema])
  .describe('A check that must pass.');

/** One pattern of `product`, and what it is for who has no glob library. */
export const productGlobSchema = z.strictObject({
  glob: z.string().describe('As written; with a leading ! it takes away.'),
  re: z.string().describe('Source of a regular expression over paths, of the glob without its !.'),
});
export type ProductGlob = z.infer<typeof productGlobSchema>;

export const countsSchema = z
  .strictObject({
    tests: z
      .strictObject({
        passed: z.number(),
        failed: z.number(),
        skipped: z.number(),
        total: z.number(),
      })
      .optional(),
  })
  .describe('From the files the gate wrote for programs.');

/** What gives gates power, as it stood when a goal began or a person last said `wukong trust`. */
export const pinnedSchema = z.strictObject({
  wrapper: z.array(z.string()).describe('gate_wrapper of config.local.yaml.'),
  env: z.array(z.string()).describe('gate_env of config.local.yaml: names.'),
  overrides_tests: z.boolean().describe('allow_override_failing_tests.'),
  allow_dispatch: z.boolean(),
  product: z
    .array(productGlobSchema)
    .optional()
    .describe('Which files are the program, where a person says it.'),
  accept_by: z
    .enum(ACCEPTING_ROLES)
    .optional()
    .describe('anchors.accept_by of config.local.yaml, where it is no person.'),
  sha256: z.string().describe('Of these.'),
  approval: z
    .array(z.string())
    .optional()
    .describe('The approval list. What joins it later counts too.'),
  values: z
    .record(z.string(), z.string().nullable())
    .describe(
      'By variable of gate_env the SHA-256 of its value; null: it was not set. One that is missing is not held.',
    ),
  approvals: z.array(z.string()).describe('SHA-256 of each approved command, at most 400.'),
  unconfirmed: z
    .array(z.string())
    .optional()
    .describe('Settings of config.local.yaml that nobody had confirmed by then.'),
});
export type Pinned = z.infer<typeof pinnedSchema>;

/** What may have changed since. */
export const PINNED_SETTINGS = [
  'gate_wrapper',
  'gate_env',
  'allow_override_failing_tests',
  'allow_dispatch',
  'product',
  'accept_by',
  'approval',
  'approvals',
] as const;
export type PinnedSetting = (typeof PINNED_SETTINGS)[number];

const triedSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'unavailable']),
  why: z.string(),
  exit_code: z.number().int().nullable(),
  seconds: z.number().int(),
  log: z.string().describe('Its output, below .wukong/.'),
});
export type Tried = z.infer<typeof triedSchema>;

export const trialSchema = z.strictObject({
  gate: z.string().describe('Its name.'),
  command: z.array(z.string()),
  cwd: z.string().nullable(),
  shell: z.boolean(),
  basis: z
    .string()
    .describe(
      'SHA-256 of what it stands on: its words and folder, wrapper, variables, manifests, locks and tools.',
    ),
  tree: z.string().describe('The git tree that was tried.'),
  here: triedSchema
    .nullable()
    .describe('In the working tree. Null: an agent began to write there before it ended.'),
  copy: triedSchema.describe('In a clean copy of that tree.'),
  linked: z.array(z.string()).describe('Folders of the working tree the copy had by a link.'),
  notes: z.array(z.string()),
  touched: z.array(z.string()).describe('Files in these folders that changed meanwhile.'),
  cause: trialCauseSchema
    .nullable()
    .describe('Why it does not pass in the copy, where that was found.'),
});
export type Trial = z.infer<typeof trialSchema>;

/** As it is kept: `goal` is the one it was made for, by a process of the runtime. */
export const keptTrialSchema = trialSchema.extend({
  at: z.string(),
  goal: z.string().nullable(),
});
export type KeptTrial = z.infer<typeof keptTrialSchema>;
