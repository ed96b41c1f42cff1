// Facts about a goal and its graph.

import * as z from 'zod';
import { writersSchema } from '../actors/lane.ts';
import { leftSchema, ownerSchema } from '../actors/owner.ts';
import { terminalSchema } from '../actors/terminal.ts';
import { edgeSchema } from '../edge.ts';
import { commandGateSchema, PINNED_SETTINGS, pinnedSchema } from '../gate-schema.ts';
import { termsSchema } from '../goal-terms.ts';
import { nodeSpecSchema } from '../node.ts';
import { noticeSchema } from '../notice.ts';
import { besideSchema, faultSchema, givenCriteriaSchema, ownTemplateSchema } from '../proof.ts';
import { reasonSchema } from '../reason.ts';
import { DECISION_TYPES, LANGUAGES, PROOFS_ASKED } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

export const GOAL_FACTS = family({
  'goal.created': {
    about: 'goal',
    means: 'A goal is open, with its plan.',
    when: 'A person typed a `/wukong_…` command that starts work, or `wukong goal add`.',
    payload: z.strictObject({
      title: z.string().describe('First line of the request, at most 120 characters.'),
      request: z.string().describe('The user’s words, at most 2,000 characters.'),
      language: z
        .enum(LANGUAGES)
        .optional()
        .describe('Of the request, which is spoken in its session; absent is English.'),
      issue_ref: z
        .string()
        .describe('org/repo#12, where the request begins with it, or local#<number of the goal>.'),
      artifacts: z.string().describe('S-20261121-001: its folder below artifacts/.'),
      graph_id: z.string(),
      template: z.strictObject({
        name: z.string(),
        version: z.number().int(),
        sha256: z.string(),
        proof: z.enum(PROOFS_ASKED).optional().describe('Older logs have none: the name says it.'),
        risk: z.literal('high').optional(),
        parameters: z.record(z.string(), z.string()).optional().describe('As a person gave them.'),
        own: ownTemplateSchema.optional(),
      }),
      chosen: z
        .strictObject({
          reasons: z.array(z.string()).describe('The most important first; at most 10.'),
          alternatives: z.array(z.string()).describe('The other tracks.'),
        })
        .optional()
        .describe('Why the rules chose this plan. Absent where a person named it.'),
      success_criteria: z.array(z.string()),
      criteria: givenCriteriaSchema
        .optional()
        .describe('These, one by one, where a person wrote them and not the template.'),
      other_gates: z
        .array(commandGateSchema)
        .optional()
        .describe('Gates of the configuration that no node asks for.'),
      allowed_actions: z.array(z.string()).optional().describe('What runs may use, if narrowed.'),
      terms: termsSchema
        .optional()
        .describe('Priority, deadline and budget, as a person gave them.'),
      unchecked: z
        .literal(true)
        .optional()
        .describe('Nothing that a person approved could run when it began.'),
      writers: writersSchema.optional(),
      queued: z
        .strictObject({ by: z.string(), terminal: terminalSchema.optional() })
        .optional()
        .describe(
          'Nobody drives it yet. Who queued it; without a terminal nobody was there, and it is a proposal.',
        ),
      nodes: z
        .array(nodeSpecSchema)
        .optional()
        .describe('The plan. In the log it is absent where `graph` names the file it is in.'),
      edges: z.array(edgeSchema).optional(),
      graph: z
        .strictObject({ sha256: z.string(), bytes: z.number().int() })
        .optional()
        .describe('A plan above 48 KB is in graphs/<sha256>.json.'),
      lost: z
        .enum(['missing', 'altered'])
        .optional()
        .describe('Never in the log: what a reader found where that file cannot be had.'),
    }),
    example: {
      title: 'the decoder crashes on empty input',
      request: 'the decoder crashes on empty input',
      issue_ref: 'local#1',
      artifacts: 'S-20261122-001',
      graph_id: 'G-0001.1',
      template: { name: 'fix', version: 1, sha256: '841acfe5…', proof: 'red_green' },
      success_criteria: ['The fault no longer shows, and a test fails if it comes back.'],
      nodes: [],
      edges: [],
    },
  },
  'goal.owned': {
    about: 'goal',
    means: 'This owner gets the work orders of the goal; in a session it is in focus.',
    when: 'The goal was started, resumed or taken over.',
    payload: z.strictObject({
      owner: ownerSchema,
      transcript: z.string().optional().describe('The conversation of the session.'),
      at_byte: z
        .number()
        .int()
        .optional()
        .describe('How long the transcript was: what comes behind it is counted.'),
      chosen: z
        .strictObject({
          score: z.number(),
          priority: z.number(),
          age: z.number(),
          dependencies: z.number(),
          before: z.string().nullable().describe('The goal that came next to it.'),
        })
        .optional()
        .describe('Why the daemon took it up before others: as `wukong next --explain`.'),
      left: leftSchema.optional(),
    }),
    example: {
      owner: { kind: 'session', session_id: '5f0c1d9e', client: { pid: 4242, started: '1' } },
      transcript: '/home/u/.claude/projects/r/s.jsonl',
    },
  },
  'goal.set': {
    about: 'goal',
    means: 'These terms hold from now on; those that are not named stay.',
    when: 'A person typed `wukong goal set`.',
    payload: z.strictObject({
      terms: termsSchema,
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: { terms: { priority: 80 }, by: 'u@host' },
  },
  'goal.admitted': {
    about: 'goal',
    means: 'The daemon may carry it out.',
    when: 'A person typed `wukong goal admit`.',
    payload: z.strictObject({ by: z.string(), terminal: terminalSchema.optional() }),
    example: { by: 'Ada' },
  },
  'goal.released': {
    about: 'goal',
    means: 'Nobody owns the goal.',
    when: 'Its session ended.',
    payload: z.strictObject({ reason: z.string().describe('As the client says it.') }),
    example: { reason: 'other' },
  },
  'goal.continued': {
    about: 'goal',
    means: 'The main agent was kept from stopping, because nodes are ready.',
    when: 'At Stop.',
    payload: z.strictObject({
      stalls: z.number().int().describe('How often since the last progress.'),
    }),
    example: { stalls: 1 },
  },
  'graph.paused': {
    about: 'goal',
    means: 'Nothing more is dispatched until the goal is resumed.',
    when: 'A person paused it, another goal began in its session, or nothing moved.',
    payload: z.strictObject({ because: reasonSchema }),
    example: { because: { kind: 'other-goal' } },
  },
  'graph.resumed': {
    about: 'goal',
    means: 'The goal runs again.',
    when: 'A person resumed it, or the wait for a limit or an outage is over.',
    payload: z.strictObject({
      by: z.string().optional().describe('Older logs do not say.'),
      answer: z.string().optional().describe('What they said to why it was paused.'),
      terminal: terminalSchema.optional(),
    }),
    example: {},
  },
  'graph.completed': {
    about: 'goal',
    means: 'Every node ended well and no gate failed on the final tree; the goal is closed.',
    when: 'After the last node, once summary and candidates were written.',
    payload: z.strictObject({
      log_sha256: z.string().describe('Of the log file up to here.'),
      log_bytes: z.number().int(),
      fault: faultSchema
        .optional()
        .describe('Absent where the template asks for no red and green.'),
      beside: besideSchema.optional().describe('Absent if there is nothing in it.'),
      notice: noticeSchema
        .optional()
        .describe('What is told of it, where no session has the goal; else in its notices.'),
    }),
    example: {
      log_sha256: '9f86d081…',
      log_bytes: 48211,
      fault: { kind: 'shown', check: 'npm test' },
    },
  },
  'graph.aborted': {
    about: 'goal',
    means: 'The goal is closed without being finished.',
    when: 'A person aborted it.',
    payload: z.strictObject({
      because: reasonSchema,
      unseen: z
        .array(z.tuple([z.string(), z.string()]))
        .optional()
        .describe('Tool call and run of agents that may be starting just now.'),
    }),
    example: { because: { kind: 'by-person', from: 'shell' } },
  },
  'settings.pinned': {
    about: 'goal',
    means: 'What gives gates power counts for this goal as it is here, whatever files say later.',
    when: 'A goal began; a person said `wukong trust`, or approved a command meanwhile.',
    payload: z.strictObject({
      pinned: pinnedSchema,
      changed: z.array(z.enum(PINNED_SETTINGS)).optional().describe('What a person was shown.'),
      by: z.string().optional().describe('Missing at the beginning of a goal.'),
      terminal: terminalSchema.optional(),
    }),
    example: {
      pinned: {
        wrapper: [],
        env: ['DATABASE_URL'],
        overrides_tests: false,
        allow_dispatch: false,
        sha256: '5f1c0d9e…',
        values: { DATABASE_URL: '0a3c77aa…' },
        approvals: ['c1d2e3f4…'],
      },
    },
  },
  'settings.uncounted': {
    about: 'goal',
    means: 'What is there now differs from what was pinned, and counts for nothing.',
    when: 'Before gates run, once for each such change.',
    payload: z.strictObject({
      what: z.array(z.enum(PINNED_SETTINGS)),
      sha256: z.string().describe('Of what is there now.'),
    }),
    example: { what: ['gate_wrapper'], sha256: '77b1aa02…' },
  },
  'decision.made': {
    about: 'goal',
    means: 'Something was decided that a report did not.',
    when: 'A failed gate was overridden, or an agent given another model, by the configuration; or plan B begins.',
    payload: z.strictObject({
      node: z.string(),
      event: z.string().describe('The run it belongs to, or `final`.'),
      text: z.string(),
      because: z.string().optional(),
      type: z
        .enum(DECISION_TYPES)
        .optional()
        .describe('Absent: tool_selected. Later work is told of that and of plan_b_activated.'),
      alternatives: z.array(z.string()).optional(),
      confidence: z.number().min(0).max(1).optional(),
    }),
    example: {
      node: 'N-020',
      event: '2026-11-22-body-0006',
      text: 'The test gate "unit" failed, and the local configuration let it pass.',
      because: 'allow_override_failing_tests',
    },
  },
});

export type GoalFact = FactsOf<typeof GOAL_FACTS>;
