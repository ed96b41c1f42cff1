import * as z from 'zod';
import { edgeSchema } from '../edge.ts';
import { COMMAND_GATE_TYPES } from '../gate.ts';
import { commandGateSchema, gateSchema } from '../gate-schema.ts';
import { llmReviewSchema, nodeSpecSchema } from '../node.ts';
import { JOINS, PROOFS_ASKED } from '../vocabulary.ts';

const shape = nodeSpecSchema.shape;

const repositoryGateSchema = z
  .strictObject({
    type: z.literal('repository').describe('Gates that the configuration of the repository has.'),
    for: z
      .enum(COMMAND_GATE_TYPES)
      .exclude(['command'])
      .describe(
        'Which of them: all whose type is this one. If the configuration has none of this type, none is added.',
      ),
  })
  .describe('Stands for the gates of one type in .wukong/config.yaml.');

const templatePlanSchema = z
  .strictObject({
    deterministic: z
      .array(z.discriminatedUnion('type', [...gateSchema.options, repositoryGateSchema]))
      .default([])
      .describe('Commands, built-in checks, and gates of the repository.'),
    behavioral: z
      .array(z.discriminatedUnion('type', [commandGateSchema, repositoryGateSchema]))
      .optional()
      .describe('Commands that act as a user would. They run after the deterministic ones.'),
    llm_review: llmReviewSchema.optional(),
  })
  .describe('How the runtime checks the work. Left out, it follows from the role.');

/** A node as a person writes it: what is left out follows from the role. */
const templateNodeSchema = z
  .strictObject({
    id: shape.id,
    title: shape.title,
    role: shape.role,
    type: shape.type,
    estimated_effort: shape.estimated_effort,
    issue_ref: shape.issue_ref,
    executor: shape.executor.optional(),
    instructions: shape.instructions,
    inputs: shape.inputs.optional(),
    constraints: shape.constraints
      .omit({ allowed_paths_re: true, allowed_commands: true })
      .describe('Limits of the run. What is left out follows from the role.')
      .optional(),
    quality: shape.quality
      .partial({ evidence_level_required: true })
      .describe('When the work is good enough. A level left out follows from the role.')
      .optional(),
    verification_plan: templatePlanSchema.optional(),
    reproduce: shape.reproduce,
    may_grow: shape.may_grow,
    join: z
      .enum(JOINS)
      .default('all')
      .describe(
        'When the node becomes ready: all (each edge to it has fired, those from skipped nodes aside) or any (one has).',
      ),
    cost_estimate: shape.cost_estimate,
    budget: shape.budget,
    max_retries: shape.max_retries,
  })
  .describe('A unit of work.');
export type TemplateNode = z.infer<typeof templateNodeSchema>;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/);

const parameterSchema = z
  .strictObject({
    description: z.string().min(1).max(200).describe('What it is for, in one line.'),
    default: z.string().max(500).optional().describe('Left out, a person has to give a value.'),
  })
  .describe('A value a person gives when a goal begins.');

/** A template that is complete: as people write it, or made of several files. */
export const templateSchema = z
  .strictObject({
    name: nameSchema.describe('The template’s name: /wukong_<name> starts it.'),
    version: z.number().int().positive().describe('Counts up when the template changes.'),
    description: z.string().max(300).describe('What the template is for.'),
    success_criteria: z
      .array(z.string().min(1))
      .min(1)
      .describe('What the plan is for; its orders say it.'),
    proof: z
      .enum(PROOFS_ASKED)
      .optional()
      .describe(
        'red_green: a check must fail before the first change and pass after the last. same: told at the end is whether the same cases pass before and after. none: told at the end is whether a check failed before. Left out, it is that for names that end in fix, and none for others.',
      ),
    risk: z
      .literal('high')
      .optional()
      .describe('High: whatever changes files needs L3, and a nose node that judges it.'),
    reproduce: z
      .literal('first')
      .optional()
      .describe(
        'A tongue node before the first body: its test has to show the fault before anything is fixed. Always so where the risk is high and proof is red_green.',
      ),
    allowed_actions: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        'What every run of the goal may use; narrows roles and nodes. Words as in allowed_tools.',
      ),
    parameters: z
      .record(
        nameSchema.describe('Small letters, digits and _, the first one a letter.'),
        parameterSchema,
      )
      .optional()
      .describe(
        'Values for {{name}} in the texts, globs and commands below, given as --param name=value.',
      ),
    nodes: z.array(templateNodeSchema).min(1).describe('The units of work.'),
    edges: z.array(edgeSchema).default([]).describe('Which node waits for which.'),
  })
  .describe('A plan to make task graphs from.');
export type Template = z.infer<typeof templateSchema>;

/** What only a template that extends another one may leave out. */
const WHOLE = { description: true, success_criteria: true, nodes: true } as const;
const WHOLE_NODE = { title: true, role: true } as const;

/** A template as a person writes it: whole, or what is different from another one. */
export const templateFileSchema = templateSchema
  .extend({
    extends: nameSchema
      .describe('Another template: what is not written here is taken from it.')
      .optional(),
    remove: z
      .array(shape.id)
      .min(1)
      .optional()
      .describe(
        'Nodes of that template to leave out; what waited for one waits for those before it.',
      ),
    nodes: z
      .array(templateNodeSchema.partial(WHOLE_NODE).describe('A unit of work.'))
      .min(1)
      .describe('The units of work. With extends, one of a known id changes that node.'),
  })
  .partial(WHOLE)
  .superRefine((file, context) => {
    if (file.extends !== undefined) return;
    const missing = (path: Array<string | number>): void =>
      context.addIssue({ code: 'custom', path, message: 'missing' });
    for (const field of keysOf(WHOLE)) if (file[field] === undefined) missing([field]);
    for (const [i, node] of (file.nodes ?? []).entries()) {
      for (const field of keysOf(WHOLE_NODE))
        if (node[field] === undefined) missing(['nodes', i, field]);
    }
    if (file.remove !== undefined) missing(['extends']);
  })
  .meta({
    description: 'A plan to make task graphs from.',
    // The same for validators and editors.
    if: { properties: { extends: true }, required: ['extends'] },
    else: wholeRules(),
  });

function wholeRules() {
  const rule = (description: string | undefined) => ({ description });
  const of = { ...templateSchema.shape, ...templateNodeSchema.shape };
  const described = (fields: readonly (keyof typeof of)[]) =>
    Object.fromEntries(fields.map((field) => [field, rule(of[field].description)]));
  const items = {
    type: 'object',
    properties: described(keysOf(WHOLE_NODE)),
    required: keysOf(WHOLE_NODE),
  };
  const properties = {
    ...described(keysOf(WHOLE)),
    nodes: { type: 'array', description: templateSchema.shape.nodes.description, items },
  };
  return { properties, required: keysOf(WHOLE), dependencies: { remove: ['extends'] } };
}

function keysOf<T extends object>(of: T): Array<keyof T & string> {
  return Object.keys(of) as Array<keyof T & string>;
}
