import * as z from 'zod';
import { nodeIdSchema } from './edge.ts';
import { commandGateSchema, gateSchema } from './gate-schema.ts';
import { nodeBudgetSchema } from './goal-terms.ts';
import {
  EFFORTS,
  EVIDENCE_LEVELS,
  EXECUTOR_TYPES,
  ISSUE_REF,
  JOINS,
  NODE_STATUSES,
  ROLES,
  WORK_TYPES,
} from './vocabulary.ts';

const inputsSchema = z
  .strictObject({
    files: z
      .array(z.string())
      .default([])
      .describe('Files or globs to start from, relative to the repository.'),
    context_refs: z
      .array(z.string())
      .default([])
      .describe('Anchors to quote in the work order, for example A-2026-k3f7.'),
    upstream_outputs: z
      .array(z.string())
      .default([])
      .describe('Outputs of earlier nodes: <node>.outputs.summary|patch|evidence|report.'),
  })
  .describe('What the run is given.');

const constraintsSchema = z
  .strictObject({
    allowed_tools: z
      .array(z.string())
      .default([])
      .describe(
        'Narrows the role’s tools: read, edit, write, bash, run_test (the shell for test commands only), grep, glob; read_file, write_file and the client’s own names are known too.',
      ),
    allowed_commands: z
      .array(z.string())
      .optional()
      .describe(
        'The only shell commands, where only run_test is allowed: made when a template is loaded.',
      ),
    allowed_paths: z
      .array(z.string())
      .default([])
      .describe('Globs the run may change; empty means the whole repository.'),
    allowed_paths_re: z
      .array(z.string())
      .default([])
      .describe('The globs as regular expressions, for the guard: made when a template is loaded.'),
    time_budget_sec: z
      .number()
      .int()
      .positive()
      .default(1800)
      .describe('Seconds after which the agent may only report.'),
  })
  .describe('Limits of the run.');

const qualitySchema = z
  .strictObject({
    evidence_level_required: z
      .enum(EVIDENCE_LEVELS)
      .describe('The level the runtime must have proven before the node is done.'),
    checklist: z
      .array(z.enum(['tests_added', 'repro_steps', 'risk_assessment']))
      .default([])
      .describe('Further gates, each with one fixed rule.'),
  })
  .describe('When the work is good enough.');

export const llmReviewSchema = z
  .strictObject({
    aspects: z
      .array(z.string().min(1).max(100))
      .max(20)
      .default([])
      .describe('What to look at, for example security_risk.'),
  })
  .describe('A nose node behind this one must judge it; these aspects stand in its work order.');

const verificationSchema = z
  .strictObject({
    deterministic: z.array(gateSchema).default([]).describe('Commands and built-in checks.'),
    behavioral: z
      .array(commandGateSchema)
      .optional()
      .describe('Commands that act as a user would. They run after the deterministic ones.'),
    llm_review: llmReviewSchema.optional(),
  })
  .describe('How the runtime checks the work.');

export const executorSchema = z
  .strictObject({
    type: z.enum(EXECUTOR_TYPES).describe('What carries the run out.'),
    name: z
      .string()
      .describe('Of a subagent the agent file, without .md; else the skill, command or person.'),
  })
  .describe('Who carries it out.');
export type Executor = z.infer<typeof executorSchema>;

const reproduceSchema = z
  .literal('first')
  .describe(
    'Its test has to fail on the files before the first change, twice, by what the program does; from then on it is sealed for whoever changes the program.',
  );

/** A node as planned: everything that does not change while it is worked on. */
export const nodeSpecSchema = z.strictObject({
  id: nodeIdSchema,
  title: z.string().min(1).max(200).describe('One line a person understands.'),
  role: z.enum(ROLES).describe('Which of the six agents carries it out.'),
  type: z
    .enum(WORK_TYPES)
    .optional()
    .describe('What kind of work it is, for work orders. Default: by its role.'),
  estimated_effort: z
    .enum(EFFORTS)
    .optional()
    .describe('S: about an hour. M: two to four. L: more.'),
  issue_ref: z
    .string()
    .regex(ISSUE_REF)
    .optional()
    .describe('An issue of its own, org/repo#12 or local#12. Default: that of its goal.'),
  executor: executorSchema,
  instructions: z.string().max(4000).default('').describe('What to do, for the work order.'),
  inputs: inputsSchema,
  constraints: constraintsSchema,
  quality: qualitySchema,
  verification_plan: verificationSchema,
  cost_estimate: z.number().min(0).optional().describe('US dollars one run is expected to cost.'),
  budget: nodeBudgetSchema.optional(),
  max_retries: z.number().int().min(1).max(20).default(3).describe('Runs in all, not extra ones.'),
  reproduce: reproduceSchema.optional(),
  may_grow: nodeIdSchema
    .optional()
    .describe(
      'The node that its report may plan in parts, which are done instead of it. Of the role mind; an edge leads from it to that node.',
    ),
  part_of: nodeIdSchema.optional().describe('The node that it is a part of.'),
  plan_b_for: nodeIdSchema
    .optional()
    .describe(
      'The node it looks for another way for, because that one fails of the same each time.',
    ),
  join: z
    .enum([...JOINS, 'legacy'])
    .default('all')
    .describe(
      'When it becomes ready: all (each edge to it has fired, those from skipped nodes aside) or any (one has). legacy: a graph begun before there were joins, where an edge from a skipped node counts as one that cannot fire.',
    ),
});
export type NodeSpec = z.infer<typeof nodeSpecSchema>;

/** A node as published in taskgraph.json: the plan, where it stands and what came out. */
export const nodeSchema = nodeSpecSchema
  .extend({
    status: z.enum(NODE_STATUSES),
    retries: z
      .number()
      .int()
      .min(0)
      .describe('Runs beyond the first, those that were lost not counted.'),
    outputs: z.strictObject({
      artifacts_dir: z.string().describe('Folder of the run that counted, below .wukong/.'),
      summary: z.string(),
      patch_files: z.array(z.string()),
      evidence: z.array(z.string()).describe('Evidence reports, below .wukong/.'),
      evidence_tree: z.string().nullable().describe('Git tree it was measured on.'),
      evidence_stale: z
        .boolean()
        .describe('The goal changed something after it, and nothing was run since.'),
      evidence_level: z.enum(EVIDENCE_LEVELS).nullable().describe('Proven, not claimed.'),
    }),
    metrics: z.strictObject({
      cost_estimate: z
        .number()
        .nullable()
        .describe('US dollars: of the plan, else the median of past runs of its role.'),
      actual_cost: z.number().nullable().describe('US dollars, where known.'),
      output_tokens: z.number().int().nullable(),
      started_at: z.string().nullable(),
      finished_at: z.string().nullable(),
    }),
  })
  .describe('One unit of work.');
export type TaskNode = z.infer<typeof nodeSchema>;
