// What the user of a session has to be told: as data. The words stand in words/notice.ts.

import * as z from 'zod';
import { PINNED_SETTINGS, trialSchema } from './gate-schema.ts';
import { besideSchema, faultSchema } from './proof.ts';
import { reasonSchema } from './reason.ts';
import { BLOCKED_KINDS, ROLES } from './vocabulary.ts';

const goal = z.string().describe('G-0001');
const nodes = z.array(z.string());

const notice = <K extends string, P extends z.ZodRawShape>(kind: K, fields: P) =>
  z.strictObject({ kind: z.literal(kind), ...fields });

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
      outside: z.array(z.string()).optional().describe('Changes that may be the person’s own.'),
      no_test: z.boolean().optional().describe('It changed nothing, and nothing shows the fault.'),
    }),
    notice('goal-parked', { goal, because: reasonSchema }),
    notice('goal-waits', { goal, because: reasonSchema }).describe('It is paused for a person.'),
    notice('no-progress', {
      goal,
      reminders: z.number().int(),
      ready: z.array(z.strictObject({ id: z.string(), role: z.enum(ROLES) })),
    }),
    notice('cut-short', { goal, nodes }).describe('The last nodes were skipped.'),
    notice('final-gates', { goal, gates: z.array(z.string()) }),
    notice('cannot-close', { goal, why: z.string() }),
    notice('goal-completed', {
      goal,
      nodes: z.array(z.strictObject({ id: z.string(), end: z.string() })).describe('At most 100.'),
      total: z.number().int(),
      summary: z.string().describe('Below .wukong/.'),
      candidates: z.number().int(),
      fault: faultSchema.optional(),
      beside: besideSchema.optional(),
    }),
    notice('fault-not-shown', { goal, why: z.string() }).describe('All nodes are done.'),
    notice('gate-differs', { goal, gate: z.string(), ...trialSchema.pick(TOLD).shape }).describe(
      'It passes where it is, and in no copy.',
    ),
    notice('settings-uncounted', { goal, what: z.array(z.enum(PINNED_SETTINGS)) }),
    notice('settings-changed', { goal, what: z.array(z.string()) }),
    notice('config-rejected', { problem: z.string() }),
  ])
  .meta({ id: 'notice', description: 'Something to tell the user.' });
export type Notice = z.infer<typeof noticeSchema>;
