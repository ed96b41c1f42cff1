// Facts about a run: one attempt at a node.

import * as z from 'zod';
import { handoverSchema } from '../actors/handover.ts';
import { laneSchema } from '../actors/lane.ts';
import { leaseSchema } from '../actors/lease.ts';
import { processSchema } from '../actors/process-ref.ts';
import { calledSchema } from '../actors/run-by.ts';
import { executorSchema } from '../node.ts';
import { caughtSchema } from '../notice.ts';
import { reasonSchema } from '../reason.ts';
import { remarkSchema } from '../remark.ts';
import { shortfallSchema } from '../shortfall.ts';
import { expectedSchema, reservedSchema } from '../usage/usage.ts';
import { NEXT_ACTIONS, ROLES } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

const key = z.string().describe('Names the report: its hash and where in the transcript it came.');

const RUN_OUTCOMES = ['success', 'failed', 'lost', 'stopped', 'blocked', 'replaced'] as const;

export const RUN_FACTS = family({
  'run.dispatched': {
    about: 'run',
    means: 'The node is given to somebody; the agent of a tool call is not seen yet.',
    when: 'The main agent called a role agent and a node of that role was ready.',
    payload: z.strictObject({
      role: z.enum(ROLES),
      seq: z.number().int().describe('The number in the run id.'),
      number: z.number().int().describe('1, 2, 3… of this node.'),
      by: calledSchema.describe('Whom it was given to.'),
      lane: laneSchema,
      reserved: reservedSchema.optional().describe('Of the budget, if there is one.'),
      expected: expectedSchema.optional(),
    }),
    example: {
      role: 'ear',
      seq: 1,
      number: 1,
      by: {
        kind: 'subagent',
        session_id: '5f0c1d9e',
        tool_use_id: 'toolu_1',
        client: { pid: 4242, started: '1' },
      },
      lane: { worktree: '/repo', base: null },
    },
  },
  'run.started': {
    about: 'run',
    means: 'The agent of the run is known from here on.',
    when: 'The client named it, its guard ran, or it reported.',
    payload: z.strictObject({
      agent_id: z.string().describe('Of a headless client: its session.'),
      background: z.boolean(),
      via: z.string().describe('What told it: a host event, or `report`.'),
      transcript: z.string().optional().describe('Of a headless client: its conversation.'),
    }),
    example: { agent_id: 'a1', background: true, via: 'PostToolUse' },
  },
  'run.leased': {
    about: 'run',
    means: 'Its executor outside of a session was started.',
    when: 'A driver has started it.',
    payload: leaseSchema,
    example: {
      driver: { pid: 4242, started: '1' },
      process: { pid: 4250, started: '2' },
      ttl_sec: 30,
      time_limit_sec: 1800,
      no_output_limit_sec: null,
      folder: '/tmp/wukong-order-2026-11-22-body-0001-x3',
    },
  },
  'run.guarded': {
    about: 'run',
    means: 'The guard of the role runs.',
    when: 'The first tool call of the run.',
    payload: z.strictObject({}),
    example: {},
  },
  'guard.missed': {
    about: 'run',
    means: 'The run used tools without its guard: its work is not accepted, no other starts.',
    when: 'Its report was judged.',
    payload: z.strictObject({ role: z.string() }),
    example: { role: 'body' },
  },
  'run.unlisted': {
    about: 'run',
    means: 'The client does not list the agent as running; with `again`, it does once more.',
    when: 'At Stop.',
    payload: z.strictObject({ again: z.boolean().optional() }),
    example: {},
  },
  'run.reported': {
    about: 'run',
    means: 'A report arrived and is being verified by this process.',
    when: 'The agent ended its work.',
    payload: z.strictObject({
      key,
      file: z.string().describe('The report, below .wukong/.'),
      transcript: z.string(),
      verifier: processSchema,
      waiter: processSchema.optional().describe('The hook that holds the agent meanwhile.'),
    }),
    example: {
      key: '8e9bf2fce08e9da5',
      file: 'artifacts/S-20261122-001/N-001/2026-11-22-ear-0001/report.md',
      transcript: '/home/u/.claude/projects/r/s/subagents/agent-a1.jsonl',
      verifier: { pid: 6465, started: '1' },
    },
  },
  'verify.detached': {
    about: 'run',
    means: 'The agent was let go; the report is verified without it.',
    when: 'The gates took longer than the hook may wait.',
    payload: z.strictObject({}),
    example: {},
  },
  'verify.restarted': {
    about: 'run',
    means: 'Another process verifies the report.',
    when: 'The one before was gone.',
    payload: z.strictObject({ verifier: processSchema }),
    example: { verifier: { pid: 7001, started: '2' } },
  },
  'verify.stopped': {
    about: 'run',
    means: 'Nobody verifies the report until the goal is resumed.',
    when: 'A person paused the goal, or what its gates need changed.',
    payload: z.strictObject({ verifier: processSchema, because: reasonSchema }),
    example: {
      verifier: { pid: 0, started: null },
      because: { kind: 'by-person', from: 'session' },
    },
  },
  'verify.repeated': {
    about: 'run',
    means: 'Its last report is judged once more, without the agent; the attempt counts when it is.',
    when: 'A person accepted what alone had kept it from passing, or brought what its gates lacked.',
    payload: z.strictObject({
      key,
      file: z.string().describe('The report, below .wukong/.'),
      transcript: z.string(),
      verifier: processSchema,
      brought: z
        .enum(['silently', 'with-words'])
        .optional()
        .describe(
          'A person brought what its gates lacked; if they fail all the same, the next run is given the words.',
        ),
    }),
    example: {
      key: 'again-E-000184',
      file: 'artifacts/S-20261122-001/N-030/2026-11-22-tongue-0004/report.md',
      transcript: '/home/u/.claude/projects/r/s/subagents/agent-a4.jsonl',
      verifier: { pid: 0, started: null },
    },
  },
  'run.sent_back': {
    about: 'run',
    means: 'The agent was sent back with what is missing, and keeps working.',
    when: 'Its evidence was too little and it may try again.',
    payload: z.strictObject({
      missing: z.array(z.string()).describe('One sentence each, for the agent.'),
      lacks: shortfallSchema.optional().describe('The same as a person is told it.'),
      caught: caughtSchema.optional(),
      only_fault: z.literal(true).optional().describe('All else is there: the fault is not shown.'),
      criteria: z.array(z.number().int()).optional().describe('Open ones that it was asked about.'),
    }),
    example: { missing: ['Cite the command that shows the result.'] },
  },
  'run.refused': {
    about: 'run',
    means: 'A report changes nothing.',
    when: 'It came after its run had ended, or names another run.',
    payload: z.strictObject({
      key,
      outcome: z.enum(RUN_OUTCOMES).optional().describe('How the run had ended.'),
      names: z.string().optional().describe('The other run it names.'),
      because: reasonSchema,
    }),
    example: { key: '8e9bf2fce08e9da5', outcome: 'lost', because: { kind: 'client-gone' } },
  },
  'run.ended': {
    about: 'run',
    means: 'The run is over; no report of it counts any more.',
    when: 'It was judged, its client is gone, or somebody stopped it.',
    payload: z.strictObject({
      outcome: z.enum(RUN_OUTCOMES),
      because: reasonSchema,
      counts: z.boolean().describe('Whether it uses up one of the node’s runs.'),
      findings: z.array(remarkSchema).describe('For the next work order of the node.'),
      unstarted: z.literal(true).optional().describe('Its agent never started.'),
      seen: z
        .string()
        .optional()
        .describe(
          'Of a lost one: until when it was seen at work, if that is later than its facts.',
        ),
      error_signature: z
        .string()
        .optional()
        .describe(
          'Of a failed one: a hash of its message without numbers, folders, times and ids.',
        ),
      error_message: z.string().optional().describe('What it failed of, the first of it.'),
      next_action: z.enum(NEXT_ACTIONS).optional().describe('What it leads to.'),
    }),
    example: {
      outcome: 'success',
      because: { kind: 'finished', summary: 'An empty body decodes.' },
      counts: true,
      findings: [],
      next_action: 'done',
    },
  },
  'run.replaced': {
    about: 'run',
    means: 'Another run goes on from this one; no report of it counts any more.',
    when: 'Before that other run is dispatched to the executor the node was switched to.',
    payload: z.strictObject({
      run: z.string().describe('The new one.'),
      executor: executorSchema.describe('Who carries it out.'),
      because: reasonSchema,
      handover: handoverSchema,
      tried: z
        .array(
          z.strictObject({
            run: z.string(),
            outcome: z.enum(RUN_OUTCOMES),
            because: reasonSchema,
          }),
        )
        .describe('The last runs of the node, at most five.'),
    }),
    example: {
      run: '2026-11-22-body-0002',
      executor: { type: 'command', name: 'fixer' },
      because: { kind: 'switched', to: 'command fixer', why: 'The agent lacks the compiler.' },
      handover: { commits: ['4f2a9c1'] },
      tried: [
        {
          run: '2026-11-22-body-0001',
          outcome: 'replaced',
          because: { kind: 'switched', to: 'command fixer', why: 'The agent lacks the compiler.' },
        },
      ],
    },
  },
  'run.error_named': {
    about: 'run',
    means:
      'Its executor names why it failed or waits. A rule may give the node to another one for that.',
    when: 'Its result said `fail` or `blocked`, with a code of the protocol.',
    payload: z.strictObject({ error_code: z.string().describe('One of the protocol.') }),
    example: { error_code: 'missing_tool' },
  },
  'run.excused': {
    about: 'run',
    means: 'The attempt is given back.',
    when: 'A usage limit or an outage ended the run.',
    payload: z.strictObject({ because: reasonSchema }),
    example: { because: { kind: 'api-error', said: 'usage limit' } },
  },
});

export type RunFact = FactsOf<typeof RUN_FACTS>;
