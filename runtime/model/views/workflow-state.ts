// One object that tells a program how a goal stands: groups and names are those of the
// specification, and every value is a view of the log.

import * as z from 'zod';
import { termsSchema } from '../goal-terms.ts';
import { FILE_VERSION } from '../vocabulary.ts';
import { escalationSchema } from './escalation.ts';

const errorSchema = z.strictObject({
  checkpoint_id: z.string().describe('The event that says so.'),
  at: z.string(),
  node: z.string().nullable(),
  run: z.string().nullable(),
  kind: z.string().describe('Why a run ended, or `gate` and its outcome.'),
  message: z.string(),
});
export type WorkflowError = z.infer<typeof errorSchema>;

const checkpointSchema = z.strictObject({
  checkpoint_id: z.string().describe('The event.'),
  thread_id: z.string(),
  job_id: z.string(),
  seq: z.number().int().describe('From 1, without gaps.'),
  node: z.string().describe('`load_context`, `retrieve_evidence`, or the id of a node.'),
  status: z.enum(['ok', 'error', 'waiting']).describe('Waiting: for a person.'),
  payload: z.record(z.string(), z.unknown()),
  tenant_id: z.string(),
  created_at: z.string(),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

const jobSchema = z.strictObject({
  job_id: z.string(),
  job_type: z.string().describe('The template.'),
  status: z.string(),
  retry_count: z.number().int(),
  thread_id: z.string(),
  trace_id: z.string(),
  resource: z.record(z.string(), z.unknown()),
  payload: z.record(z.string(), z.unknown()),
  last_error: errorSchema.nullable(),
  errors: z.array(errorSchema),
});

export const workflowStateSchema = z
  .strictObject({
    schema_version: z.literal(FILE_VERSION),
    identity: z.strictObject({
      tenant_id: z.string(),
      project_id: z.string().describe('The name of the repository’s folder.'),
      evaluation_id: z.string().describe('The goal.'),
      supplier_id: z
        .string()
        .describe('Who carries the nodes out, by the names they are set up with.'),
    }),
    trace: z.strictObject({
      trace_id: z.string().describe('A W3C trace id, the same for each call.'),
      thread_id: z.string().describe('The folder of the goal below artifacts/.'),
      checkpoint_id: z.string().nullable().describe('The newest checkpoint.'),
    }),
    inputs: z.strictObject({
      query_bundle: z.strictObject({
        request: z.string(),
        track: z.string(),
        parameters: z.record(z.string(), z.string()),
        issue_ref: z.string(),
        reasons: z.array(z.string()).describe('Why the rules chose the track; else none.'),
        terms: termsSchema.describe('Priority, deadline and budget, as a person gave them.'),
        paths: z.array(z.string()).describe('Files and tests that the request names.'),
      }),
      rule_pack_version: z.string().describe('Template: name, version, hash.'),
    }),
    retrieval: z.strictObject({
      retrieved_chunks: z
        .array(
          z.strictObject({
            id: z.string(),
            score: z.number(),
            parts: z.record(z.string(), z.number()),
            nodes: z.array(z.string()),
          }),
        )
        .describe('Recalled anchors, best first.'),
      evidence_bundle: z
        .record(
          z.string(),
          z.strictObject({
            run: z.string(),
            level: z.string(),
            required: z.string(),
            passes: z.boolean(),
            reasons: z.array(z.string()),
            changed: z.array(z.string()),
            dir: z.string().describe('Below .wukong/.'),
          }),
        )
        .describe('By node: its newest judged report.'),
    }),
    scoring: z.strictObject({
      criteria_scores: z.array(
        z.strictObject({
          name: z.string(),
          kind: z.string().describe('gate, or the kind of a criterion.'),
          met: z.boolean(),
          why: z.string(),
        }),
      ),
      total_score: z.number().nullable().describe('Met over all; null without criteria.'),
      confidence: z
        .number()
        .nullable()
        .describe('The lowest of its decisions; null where no report states one.'),
      citation_coverage: z
        .number()
        .nullable()
        .describe(
          'Places that resolve, over all that agents cited. Places that the runtime looked up for a program do not count.',
        ),
    }),
    review: z.strictObject({
      requires_human_review: z.boolean().describe('Only a person can answer what waits.'),
      human_review_payload: z
        .array(
          z.strictObject({
            node: z.string().nullable(),
            kind: z.string(),
            why: z.string(),
            next: z.string().describe('What to type.'),
            escalation: escalationSchema
              .nullable()
              .describe('Null where a word is enough: it was stopped or interrupted.'),
            resume_token: z.string().nullable().describe('Of the first; null of the others.'),
          }),
        )
        .nullable()
        .describe('All that waits, also what was stopped and goes on by a word.'),
      human_decision: z
        .strictObject({
          what: z.string(),
          by: z.string().nullable(),
          at: z.string(),
          why: z.string(),
        })
        .nullable()
        .describe(
          'The last of a person: what was decided, or `answered` or `ignored` and the words.',
        ),
      resume_token: z.string().nullable().describe('`wukong resume --token`; taken once.'),
    }),
    output: z.strictObject({
      report_payload: z
        .record(z.string(), z.unknown())
        .describe('The summary as data: what the goal came to so far.'),
      status: z.enum(['queued', 'active', 'blocked', 'completed', 'cancelled']),
    }),
    runtime: z.strictObject({
      retry_count: z
        .number()
        .int()
        .describe('Runs beyond the first of each node, those that were lost not counted.'),
      last_error: errorSchema.nullable(),
      errors: z.array(errorSchema).describe('Every error ever, oldest first.'),
    }),
    checkpoints: z.array(checkpointSchema),
    jobs: z.array(jobSchema),
  })
  .describe('How one goal stands, for programs; derived from events.jsonl.');
export type WorkflowState = z.infer<typeof workflowStateSchema>;
