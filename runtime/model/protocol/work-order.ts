import * as z from 'zod';
import { criterionSchema } from '../proof.ts';
import { EVIDENCE_LEVELS, ROLES } from '../vocabulary.ts';
import { PROTOCOL_VERSION } from './vocabulary.ts';

const text = z.string();
/** proto-json leaves empty lists out. */
const texts = z.array(text).default([]);
const count = z.number().int().min(0);

const nodeSchema = z.strictObject({
  id: text,
  title: text,
  role: z.enum(ROLES),
  instructions: text,
  evidence_level_required: z.enum(EVIDENCE_LEVELS),
  checks: texts,
  review: z.array(z.strictObject({ node: text, aspects: texts })).optional(),
  may_grow: z
    .strictObject({ node: text, title: text, roles: texts, gates: texts })
    .optional()
    .describe('The node it may plan in parts under `## Plan` (growth.schema.json).'),
  allowed_paths: texts,
  allowed_tools: texts,
  allowed_commands: texts.optional(),
  time_budget_sec: count,
});

const inputsSchema = z.strictObject({
  files: texts,
  anchors: z
    .array(
      z.strictObject({
        id: text,
        title: text,
        text,
        review: z.enum(['here', 'by_run', 'changed']).optional(),
        changed: z.literal(true).optional(),
      }),
    )
    .default([]),
  upstream: z
    .array(
      z.strictObject({
        ref: text,
        kind: z.enum(['summary', 'patch', 'report', 'evidence']),
        file: text,
        text,
      }),
    )
    .default([]),
  history: text.default(''),
  criteria: z.array(criterionSchema).optional(),
});

/** A work order as executors are given it: work_order.json. */
export const workOrderSchema = z
  .strictObject({
    schema_version: z.literal(PROTOCOL_VERSION),
    issue_ref: text.min(1).describe('org/repo#12 or local#12.'),
    run_id: text.min(1).describe('2026-02-14-body-0003.'),
    role: z.enum(ROLES),
    repo_dir: text.min(1).describe('Absolute path of the working tree.'),
    spec_ref: text.optional().describe('Where the task is told, if it is told somewhere else.'),
    spec_snapshot: text.min(1).describe('A file beside this one.'),
    contracts_ref: text
      .min(1)
      .describe(
        'Interface files (.proto, OpenAPI and the like) that its plan names or that were changed before it; none where there are none.',
      ),
    constraints: texts.describe('Hard limits, a sentence each.'),
    depends_on: texts,
    run_number: count,
    lease_ttl_sec: count,
    goal: z.strictObject({ id: text, title: text, request: text, success_criteria: texts }),
    node: nodeSchema,
    inputs: inputsSchema,
    findings: z.array(z.strictObject({ kind: text, text })).default([]),
    answers: texts,
    to_accept: z.array(z.strictObject({ id: text, node: text, type: text, text })).optional(),
    folder: text.describe('Below .wukong/.'),
    resume: z
      .strictObject({ file: text, text })
      .optional()
      .describe('Where the node stands after earlier runs.'),
  })
  .describe('A work order.');
export type WorkOrderFile = z.infer<typeof workOrderSchema>;
