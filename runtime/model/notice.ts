// What the user of a session has to be told: as data. The words stand in words/notice.ts.

import * as z from 'zod';
import { KINDS } from './failure.ts';
import { PINNED_SETTINGS, trialSchema } from './gate-schema.ts';
import { executorSchema } from './node.ts';
import { besideSchema, faultSchema } from './proof.ts';
import { reasonSchema } from './reason.ts';
import { sayingSchema } from './saying.ts';
import { failedGatesSchema } from './shortfall.ts';
import { BUDGETED, byModelSchema, readToSchema, usedSchema } from './usage/usage.ts';
import { EVIDENCE_LEVELS, ROLES } from './vocabulary.ts';
import { BLOCKED_KINDS } from './waits.ts';

const goal = z.string().describe('G-0001');
const nodes = z.array(z.string());

const notice = <K extends string, P extends z.ZodRawShape>(kind: K, fields: P) =>
  z.strictObject({ kind: z.literal(kind), ...fields });

const level = z.enum(EVIDENCE_LEVELS);

const asks = { escalation: z.string().optional().describe('ESC-0001, which has a file.') };

const stepNameSchema = z
  .strictObject({ place: z.number().int(), total: z.number().int(), title: z.string() })
  .describe('A node as people know it: 2 of 6, and its title.');
export type StepName = z.infer<typeof stepNameSchema>;

const changedSchema = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string(), added: z.number().int(), removed: z.number().int() }))
    .describe('The first 5; a binary file has no lines.'),
  total: z.number().int().describe('Files.'),
  added: z.number().int(),
  removed: z.number().int(),
});
export type Changed = z.infer<typeof changedSchema>;

export const caughtSchema = z
  .strictObject({
    claimed: level.nullable().describe('What the report claimed, if it did.'),
    level: level.describe('What was proven.'),
    seen: z.string().describe('The first thing in which the two differ.'),
  })
  .describe('Why a report was sent back.');
export type Caught = z.infer<typeof caughtSchema>;

const sentBack = {
  sent_back: z.number().int().optional().describe('How often its agent was; absent if never.'),
  caught: caughtSchema.optional().describe('Why, the first time.'),
};

const endSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('passes'),
    level,
    found: z.string().optional().describe('Why what it looked at fails again and again.'),
    parts: z.array(z.string()).optional().describe('Titles of the parts it planned.'),
  }),
  z.strictObject({
    kind: z.literal('rework'),
    of: stepNameSchema.optional(),
    finding: z.string().describe('The first.'),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    because: reasonSchema,
    runs: z.number().int().describe('Used up so far.'),
    of: z.number().int().describe('How many there may be.'),
    plan_b: z.string().optional().describe('The node that looks for another way first.'),
  }),
]);

const TOLD = { here: true, copy: true, cause: true } as const;

export const noticeSchema = z
  .discriminatedUnion('kind', [
    notice('text', { text: z.string() }).describe('As an older version worded it.'),
    notice('node-waits', {
      goal,
      node: z.string(),
      blocked: z.enum(BLOCKED_KINDS),
      because: reasonSchema,
      asked: z.array(z.string()).describe('Actions the person can allow, as they are shown.'),
      more: z.number().int().describe('Further actions that were asked for.'),
      in_doubt: z
        .array(z.string())
        .optional()
        .describe('Of these, what may have happened already.'),
      outside: z.array(z.string()).optional().describe('Changes that may be the person’s own.'),
      step: stepNameSchema.optional(),
      why: z.string().optional().describe('What the agent says of why it asks.'),
      ...asks,
    }),
    notice('node-ended', {
      goal,
      node: z.string(),
      step: stepNameSchema,
      end: endSchema,
      check: z.string().optional().describe('Failed before the first change, and passes now.'),
      changed: changedSchema.optional(),
      seconds: z.number().int(),
      ...sentBack,
    }).describe('What became of it; told when its agent has ended.'),
    notice('goal-parked', { goal, because: reasonSchema }),
    notice('goal-cancelled', { goal }).describe('In a terminal, while the session had it.'),
    notice('goal-waits', { goal, because: reasonSchema, ...asks }).describe(
      'It is paused for a person.',
    ),
    notice('budget-warned', {
      goal,
      what: z.enum(BUDGETED),
      node: z.string().optional(),
      limit: z.number(),
      spent: z.number(),
    }).describe('Four fifths of it are used.'),
    notice('no-progress', {
      goal,
      reminders: z.number().int(),
      ready: z.array(z.strictObject({ id: z.string(), role: z.enum(ROLES) })),
    }),
    notice('cut-short', { goal, nodes, ...asks }).describe('The last nodes were skipped.'),
    notice('final-gates', {
      goal,
      gates: z.array(z.string()),
      failed: failedGatesSchema.optional(),
      ...asks,
    }),
    notice('cannot-close', { goal, why: z.string() }),
    notice('goal-completed', {
      goal,
      nodes: z.array(z.strictObject({ id: z.string(), end: z.string() })).describe('At most 100.'),
      total: z.number().int(),
      done: z.number().int().optional().describe('So many of them. Older logs have none.'),
      summary: z.string().describe('Below .wukong/.'),
      candidates: z.number().int(),
      accepted: z
        .array(z.strictObject({ id: z.string(), run: z.string() }))
        .optional()
        .describe('Anchors that the report of a run accepted.'),
      removals: z.number().int().optional().describe('Anchors that nobody uses.'),
      fault: faultSchema.optional(),
      beside: besideSchema.optional(),
      seconds: z.number().int().optional(),
      changed: changedSchema.optional().describe('From the first tree to the final one.'),
      issue: z.string().optional().describe('`org/repo#12`, where its work can be published.'),
      patch: z.string().optional().describe('All of it as a patch, below .wukong/.'),
      gates: z
        .array(z.string())
        .optional()
        .describe('Those that passed on the final tree; at most 10.'),
      usage: z
        .strictObject({
          models: byModelSchema,
          claimed: usedSchema.optional().describe('What executors say beyond it.'),
          hours: z.number(),
          read: readToSchema
            .optional()
            .describe('Of the main agent, which says its last words yet.'),
        })
        .optional(),
      caught: z
        .array(z.strictObject({ step: stepNameSchema, ...sentBack }))
        .optional()
        .describe('Nodes whose reports were sent back; at most 3.'),
    }),
    notice('fault-not-shown', {
      goal,
      why: z.string(),
      saying: sayingSchema.optional(),
      ...asks,
    }).describe('All nodes are done.'),
    notice('gate-differs', { goal, gate: z.string(), ...trialSchema.pick(TOLD).shape }).describe(
      'It passes where it is, and in no copy.',
    ),
    notice('settings-uncounted', { goal, what: z.array(z.enum(PINNED_SETTINGS)) }),
    notice('settings-changed', { goal, what: z.array(z.string()), ...asks }),
    notice('order-handed', {
      goal,
      node: z.string(),
      run: z.string(),
      to: z.string(),
      dir: z.string(),
    }).describe('A person has the order of a node.'),
    notice('place-cleared', { goal, run: z.string(), now: z.string() }).describe(
      'Something had the name of its order folder, and has another one now, below .wukong/.',
    ),
    notice('in-the-way', { goal, file: z.string(), is: z.enum(KINDS) }).describe(
      'A result could not be checked, because its files cannot be written.',
    ),
    notice('node-for-driver', {
      goal,
      node: z.string(),
      step: stepNameSchema,
      executor: executorSchema,
      daemon: z.literal(true).optional().describe('One is at work, and takes it up.'),
    }).describe('It is ready, and no session can start what carries it out.'),
    notice('config-rejected', { problem: z.string() }),
    notice('local-unconfirmed', { what: z.array(z.string()) }).describe(
      'Settings of config.local.yaml that wait for a person.',
    ),
    notice('off-uncounted', {}).describe('The local file says enabled: false, and a goal is open.'),
  ])
  .meta({ id: 'notice', description: 'Something to tell the user.' });
export type Notice = z.infer<typeof noticeSchema>;
