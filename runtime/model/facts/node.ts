// Facts about a node: its way through the machine drawn in model/state/node-state.ts.

import * as z from 'zod';
import { handoverSchema } from '../actors/handover.ts';
import { writersSchema } from '../actors/lane.ts';
import { terminalSchema } from '../actors/terminal.ts';
import { edgeSchema, nodeIdSchema } from '../edge.ts';
import { executorSchema, nodeSpecSchema } from '../node.ts';
import { reasonSchema } from '../reason.ts';
import { remarkSchema } from '../remark.ts';
import { EVIDENCE_LEVELS } from '../vocabulary.ts';
import { BLOCKED_KINDS } from '../waits.ts';
import { type FactsOf, family } from './definition.ts';

const attempt = z.number().int().describe('1 for the first run of the node.');
const action = z.string().describe('The command or path, exactly.');

export const NODE_FACTS = family({
  'node.ready': {
    about: 'node',
    means: 'The node can be dispatched.',
    when: 'Its incoming edges are satisfied, or its last run ended and another may try.',
    payload: z.strictObject({
      attempt,
      because: reasonSchema.optional().describe('How the run before ended.'),
    }),
    example: { attempt: 1 },
  },
  'node.added': {
    about: 'node',
    means: 'The graph has one node more; what its edges lead to waits for it.',
    when: 'The same error came again and again, and plan B looks for another way.',
    payload: z.strictObject({
      spec: nodeSpecSchema,
      edges: z.array(edgeSchema).describe('From it.'),
    }),
    example: {
      spec: {
        id: 'N-060',
        title: 'Plan B for N-030',
        role: 'mind',
        executor: { type: 'subagent', name: 'mind' },
        instructions: '3 runs of N-030 in a row failed with the same error.',
        inputs: { files: [], context_refs: [], upstream_outputs: [] },
        constraints: {
          allowed_tools: ['Read', 'Grep', 'Glob'],
          allowed_paths: [],
          allowed_paths_re: [],
          time_budget_sec: 900,
        },
        quality: { evidence_level_required: 'L1', checklist: [] },
        verification_plan: {
          deterministic: [{ type: 'builtin', name: 'plan_b', mustPass: true }],
        },
        max_retries: 1,
        join: 'all',
        plan_b_for: 'N-030',
      },
      edges: [{ from: 'N-060', to: 'N-030', condition: 'always' }],
    },
  },
  'graph.grown': {
    about: 'node',
    means: 'Parts that the node planned are done instead of the one it may plan so.',
    when: 'A node with `may_grow` is done. Without parts: that one is done as it stands again.',
    payload: z.strictObject({
      run: z.string(),
      specs: z.array(nodeSpecSchema),
      edges: z.array(edgeSchema).describe('Between them, to the first and from the last of them.'),
      writers: writersSchema.optional(),
    }),
    example: { run: '2026-11-22-mind-0001', specs: [], edges: [] },
  },
  'node.switched': {
    about: 'node',
    means: 'Another executor carries out the node from here on.',
    when: '`wukong switch`, or a rule of the configuration.',
    payload: z.strictObject({
      executor: executorSchema,
      because: reasonSchema,
      run: z.string().nullable().describe('Its last run, which is replaced by the next one.'),
      handover: handoverSchema,
      by: z.string().optional().describe('Who said so. None where a rule did.'),
      terminal: terminalSchema.optional(),
    }),
    example: {
      executor: { type: 'command', name: 'fixer' },
      because: { kind: 'switched', to: 'command fixer', why: 'The agent lacks the compiler.' },
      run: '2026-11-22-body-0001',
      handover: { commits: ['4f2a9c1'] },
      by: 'Ada',
    },
  },
  'node.offered': {
    about: 'node',
    means: 'The main agent was told that the node is ready; once per attempt.',
    when: 'At the next hook that can give context.',
    payload: z.strictObject({ attempt }),
    example: { attempt: 1 },
  },
  'node.done': {
    about: 'node',
    means: 'The node has passed; what waits for it may become ready.',
    when: 'A report was judged and its evidence is enough.',
    payload: z.strictObject({
      run: z.string(),
      level: z.enum(EVIDENCE_LEVELS).describe('Proven, not claimed.'),
    }),
    example: { run: '2026-11-22-ear-0001', level: 'L1' },
  },
  'node.failed': {
    about: 'node',
    means: 'Its runs are used up, and a branch for its failure takes over.',
    when: 'The last run failed.',
    payload: z.strictObject({ because: reasonSchema }),
    example: { because: { kind: 'too-little-evidence', level: 'L0' } },
  },
  'node.skipped': {
    about: 'node',
    means: 'No edge can make it ready any more; what only it leads to is skipped too.',
    when: 'A node before it ended the other way.',
    payload: z.strictObject({ because: reasonSchema }),
    example: { because: { kind: 'cannot-run' } },
  },
  'node.blocked': {
    about: 'node',
    means: 'The node waits for a person.',
    when: 'Questions, used-up runs, a rejected change, or a run that was stopped.',
    payload: z.strictObject({
      kind: z.enum(BLOCKED_KINDS).describe('What unblocks it.'),
      because: reasonSchema,
    }),
    example: { kind: 'questions', because: { kind: 'questions', questions: ['which one?'] } },
  },
  'node.cancelled': {
    about: 'node',
    means: 'The node will not run.',
    when: 'Its goal was aborted, or whoever had planned it has made another plan.',
    payload: z.strictObject({ because: reasonSchema.optional() }),
    example: {},
  },
  'edge.decided': {
    about: 'node',
    means: 'Whether the edge from that node to this one fires: what its condition came to.',
    when: 'The node it leaves is done; once for each run of it. A person says it where the condition cannot be asked.',
    payload: z.strictObject({
      from: nodeIdSchema,
      run: z.string().describe('Of the node it leaves.'),
      expression: z.string(),
      outcome: z.boolean(),
      values: z
        .record(z.string(), z.string())
        .describe('What it names, as JSON: at most 12, each cut at 200 characters.'),
      by: z.string().optional().describe('Who said so. None where the condition did.'),
      terminal: terminalSchema.optional(),
    }),
    example: {
      from: 'N-020',
      run: '2026-11-22-body-0001',
      expression: 'run.lines.added > 100',
      outcome: false,
      values: { 'run.lines.added': '12' },
    },
  },
  'node.answered': {
    about: 'node',
    means: 'A person answered; the answer is in the next work order.',
    when: '`/wukong_resume`, `wukong resume --answer`, `wukong accept`.',
    payload: z.strictObject({
      answer: z.string().describe('At most 2,000 characters.'),
      to: reasonSchema.describe('What the node waited for.'),
      by: z.string().optional().describe('Older logs do not say.'),
      terminal: terminalSchema
        .optional()
        .describe('Where; of an answer that was typed in a session, where its client runs.'),
    }),
    example: {
      answer: 'the second one',
      to: { kind: 'questions', questions: ['which one?'] },
    },
  },
  'node.unblocked': {
    about: 'node',
    means: 'The node is ready again.',
    when: 'A person answered or resumed.',
    payload: z.strictObject({
      attempts: z.number().int().describe('Runs counted as used at the most.'),
    }),
    example: { attempts: 2 },
  },
  'node.reopened': {
    about: 'node',
    means: 'The node is open again with these findings, and what comes after it waits.',
    when: 'An audit asked for rework, a gate failed on the final tree, or what it needs reopened.',
    payload: z.strictObject({
      because: reasonSchema,
      findings: z.array(remarkSchema),
      between: z
        .array(z.string())
        .optional()
        .describe('Nodes that wait again. Absent if too many to name: then `judge` tells them.'),
      judge: z.string().optional().describe('The node that asked for it.'),
      keeps_base: z
        .boolean()
        .optional()
        .describe('Nothing more was asked for: what the node changed before is its change still.'),
    }),
    example: {
      because: { kind: 'rework', by: 'N-040' },
      findings: [{ kind: 'said', text: 'not yet' }],
      between: ['N-040'],
    },
  },
  'work.rolled_back': {
    about: 'node',
    means: 'These files are as they were before the work of the node; it is open again.',
    when: 'A person typed `wukong rollback`.',
    payload: z.strictObject({
      tree: z.string().describe('Git tree before its work.'),
      files: z.array(z.string()).describe('At most 200.'),
      patch: z
        .string()
        .describe('What was taken back, below .wukong/: `git apply` brings it again.'),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: {
      tree: '0a0c6ad0fbd2a35ad04a0c2d8e7a2a1c1f4a7d3b',
      files: ['src/decoder.js'],
      patch: 'artifacts/S-20261122-001/rollback-N-020.patch',
      by: 'u@host',
    },
  },
  'approval.asked': {
    about: 'node',
    means: 'An agent wants to do something that a person has to allow.',
    when: 'Its guard refused a call that is on the approval list.',
    payload: z.strictObject({
      action,
      rule: z.string().describe('The entry of the list.'),
      in_doubt: z
        .string()
        .optional()
        .describe('A run that was let do this and ended without a report: it may have happened.'),
    }),
    example: { action: 'git push origin main', rule: 'git push' },
  },
  'approval.given': {
    about: 'node',
    means: 'A person allows exactly this, once.',
    when: '`/wukong_resume --approve`, or `wukong resume --approve`.',
    payload: z.strictObject({
      action,
      by: z.string().optional().describe('Older logs do not say.'),
      terminal: terminalSchema.optional(),
    }),
    example: { action: 'git push origin main' },
  },
  'approval.used': {
    about: 'node',
    means: 'What a person allowed was done; it is not allowed a second time.',
    when: 'The guard lets the call through, before it happens: cut off then, it is in doubt.',
    payload: z.strictObject({ action }),
    example: { action: 'git push origin main' },
  },
});

export type NodeFact = FactsOf<typeof NODE_FACTS>;
