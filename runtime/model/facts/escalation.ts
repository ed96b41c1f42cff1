// Facts about what only a person can answer. What was asked stands here whole, so that its file can be
// made again.

import * as z from 'zod';
import { terminalSchema } from '../actors/terminal.ts';
import { reasonSchema } from '../reason.ts';
import { planBFoundSchema } from '../remark.ts';
import { BUDGETED } from '../usage/usage.ts';
import { ESCALATION_REASONS, EVIDENCE_LEVELS, LANGUAGES, URGENCIES } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

const id = z.string().describe('ESC-0001');

const attemptSchema = z.strictObject({
  run: z.string(),
  summary: z.string().describe('What its agent says it did.'),
  changed: z.array(z.string()).describe('Files; at most 20.'),
  because: reasonSchema.nullable().describe('Why it did not do; null while it is judged.'),
  level: z.enum(EVIDENCE_LEVELS).nullable(),
  signature: z.string().optional().describe('Of the error it failed of.'),
  failed: z
    .array(z.strictObject({ gate: z.string(), printed: z.string() }))
    .optional()
    .describe('Gates that did not pass, each with the line of its output that says most of why.'),
});
export type Attempt = z.infer<typeof attemptSchema>;

const packetSchema = z
  .strictObject({
    goal: z.string().describe('Its title.'),
    node: z.string().optional().describe('Its title.'),
    because: reasonSchema,
    asked: z.array(z.string()).describe('Actions it needs a person’s leave for.'),
    outside: z.array(z.string()).describe('Changes that may be the person’s own; at most 20.'),
    attempts: z.array(attemptSchema).describe('The last five runs, oldest first.'),
    passing: z.array(z.string()).describe('Gates that passed on the tree of the last report.'),
    failing: z.array(z.string()).describe('Gates that had to pass and did not.'),
    artifacts: z.array(z.string()).describe('Of the last report, below .wukong/; at most 20.'),
    runs_left: z.number().int().nullable().describe('Of the node.'),
    budget_left: z
      .partialRecord(z.enum(BUDGETED), z.number())
      .optional()
      .describe('Of each limit of the goal; below 0 if more was used.'),
    in_doubt: z
      .array(z.string())
      .optional()
      .describe('Of what is asked, what a run may have done already that left no report.'),
    plan_b: planBFoundSchema.optional().describe('What the last run of plan B found.'),
    language: z.enum(LANGUAGES).optional().describe('Of its file; absent is English.'),
  })
  .describe('What a person needs to decide: as it was when they were asked.');
export type AskedPacket = z.infer<typeof packetSchema>;

export const ESCALATION_FACTS = family({
  'escalation.opened': {
    about: 'goal',
    means:
      'Only a person can go on from here; `.wukong/escalations/` has a file with what they need.',
    when: 'A node is blocked, or a goal paused, for an answer; not what was only stopped or interrupted.',
    payload: z.strictObject({
      id,
      reason: z.enum(ESCALATION_REASONS),
      urgency: z.enum(URGENCIES),
      packet: packetSchema,
    }),
    example: {
      id: 'ESC-0001',
      reason: 'ambiguous',
      urgency: 'medium',
      packet: {
        goal: 'the decoder crashes on empty input',
        node: 'Fix it',
        because: { kind: 'questions', questions: ['which one?'] },
        asked: [],
        outside: [],
        attempts: [],
        passing: [],
        failing: [],
        artifacts: [],
        runs_left: 2,
      },
    },
  },
  'escalation.urgent': {
    about: 'goal',
    means: 'Nobody has answered for so many hours: its urgency is critical.',
    when: 'At the first event or command after `work_order_system.escalation_policy.auto_escalate_after_hours`.',
    payload: z.strictObject({ id, hours: z.number() }),
    example: { id: 'ESC-0001', hours: 24 },
  },
  'escalation.read': {
    about: 'goal',
    means: 'As its file is, nothing in it can be taken; the same file is not read again.',
    when: 'A hook or a command looked for an answer.',
    payload: z.strictObject({
      id,
      stamp: z.string().describe('Size and time of the file.'),
      problem: z.string().nullable().describe('As it was said; null if nothing was answered.'),
      shown: z
        .string()
        .optional()
        .describe('SHA-256 of the choice and the words that a person was shown in a session.'),
    }),
    example: { id: 'ESC-0001', stamp: '1840:1795600000000', problem: null },
  },
  'answers.told': {
    about: 'session',
    means: 'Its person was told what was answered from elsewhere, by whom and from where.',
    when: 'At the next prompt that is typed in any session but the one of the answer.',
    payload: z.strictObject({ count: z.number().int().describe('How many answers.') }),
    example: { count: 1 },
  },
  'escalation.closed': {
    about: 'goal',
    means: 'Nobody has to answer it any more.',
    when: 'A person answered or ignored it, or what it asked about is gone.',
    payload: z.strictObject({
      id,
      how: z.enum(['answered', 'ignored', 'dropped']).describe('Dropped: it needs no answer now.'),
      by: z.string().optional(),
      terminal: terminalSchema.optional(),
      response: z
        .strictObject({
          words: z.string().optional().describe('At most 2,000 characters.'),
          took: z
            .array(z.string())
            .optional()
            .describe('What the person allowed or accepted with it: types of facts.'),
        })
        .optional(),
    }),
    example: {
      id: 'ESC-0001',
      how: 'answered',
      by: 'u@host',
      response: { words: 'the second one' },
    },
  },
});

export type EscalationFact = FactsOf<typeof ESCALATION_FACTS>;
