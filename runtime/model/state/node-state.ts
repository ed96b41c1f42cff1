// A node of an open goal, and what its last report came to.

import * as z from 'zod';
import { GATE_RESULTS } from '../gate.ts';
import { reasonSchema } from '../reason.ts';
import { planBFoundSchema, remarkSchema } from '../remark.ts';
import { EVIDENCE_LEVELS } from '../vocabulary.ts';
import { BLOCKED_KINDS } from '../waits.ts';
import { answeredFromSchema } from './person-answer.ts';

const level = z.enum(EVIDENCE_LEVELS);

const progress = {
  attempts: z.number().int().min(0).describe('Runs that count against max_retries.'),
  reopened: z.number().int().min(0),
  unstarted: z.number().int().min(0).describe('Runs in a row whose agent never started.'),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  base: z
    .string()
    .nullable()
    .describe('Git tree where the work of this node began; later runs are measured from it too.'),
  findings: z
    .array(remarkSchema)
    .describe('What earlier attempts or judges found; in the next work order.'),
  answers: z.array(z.string()).describe('What a person answered; in the next work order.'),
  answered_from: z
    .array(answeredFromSchema.nullable())
    .optional()
    .describe('From where each of them came; null where nobody wrote that down.'),
};

/**
 *   pending ──► ready ──► running ──► verify ──► done
 *                 ▲          │           │         │ node.reopened
 *                 └──────────┴───────────┘◄────────┘
 *                            └──► failed | blocked        skipped, cancelled
 *
 * Each status carries only what is true in it.
 */
export const nodeStateSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('pending'), ...progress }),
  z.strictObject({ status: z.literal('ready'), ...progress, offered: z.boolean() }),
  z.strictObject({ status: z.literal('running'), ...progress, run: z.string() }),
  z.strictObject({ status: z.literal('verify'), ...progress, run: z.string() }),
  z.strictObject({ status: z.literal('done'), ...progress, run: z.string(), level }),
  z.strictObject({ status: z.literal('failed'), ...progress }),
  z.strictObject({
    status: z.literal('blocked'),
    ...progress,
    kind: z.enum(BLOCKED_KINDS),
    because: reasonSchema,
  }),
  z.strictObject({ status: z.literal('skipped'), ...progress }),
  z.strictObject({ status: z.literal('cancelled'), ...progress }),
]);
export type NodeState = z.infer<typeof nodeStateSchema>;

/** What a report came to. */
export const outputsSchema = z.strictObject({
  dir: z.string().describe('The order folder, below .wukong/.'),
  summary: z.string(),
  patch_files: z.array(z.string()),
  artifacts: z.array(z.string()),
  level,
  tree: z.string().nullable(),
  output_tokens: z.number().int(),
  failed: z
    .array(
      z.strictObject({
        gate: z.string(),
        outcome: z.enum(['fail', 'timeout']),
        printed: z.string().optional().describe('The line of its output that says most of why.'),
      }),
    )
    .optional()
    .describe('Gates that had to pass and did not.'),
  lines: z
    .strictObject({ added: z.number().int(), removed: z.number().int() })
    .optional()
    .describe('Of its patch, binary files not counted.'),
  outside: z
    .array(z.string())
    .optional()
    .describe('Changed outside its paths, and nobody was seen to do it; at most 20.'),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      'What did not keep the node from passing: gates that failed, another branch, a sentence each.',
    ),
  sealed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Tests that showed the fault before the change: by path their content.'),
  asked: z
    .strictObject({
      claimed: level.nullable(),
      verdict: z.string().nullable(),
      findings: z.array(z.string()),
      questions: z.array(z.string()),
      gates: z.array(
        z.strictObject({
          gate: z.string(),
          outcome: z.enum(GATE_RESULTS),
          tests: z
            .strictObject({ passed: z.number(), failed: z.number(), skipped: z.number() })
            .optional(),
        }),
      ),
    })
    .optional()
    .describe('What else a condition may ask, of a node that one leaves.'),
  plan_b: planBFoundSchema.optional().describe('Of a node that looked for another way.'),
  trials: z.string().optional().describe('SHA-256 of trials.json, where a verdict is in doubt.'),
});
export type Outputs = z.infer<typeof outputsSchema>;
