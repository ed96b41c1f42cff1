import * as z from 'zod';
import { handoverSchema, orderCopySchema, SWITCH_EVENTS } from './actors/handover.ts';
import { laneSchema } from './actors/lane.ts';
import { leaseSchema } from './actors/lease.ts';
import { ownerSchema } from './actors/owner.ts';
import { processSchema } from './actors/process-ref.ts';
import { runBySchema } from './actors/run-by.ts';
import { edgeStateSchema, nodeIdSchema } from './edge.ts';
import { countsSchema, keptTrialSchema, pinnedSchema, productGlobSchema } from './gate-schema.ts';
import { termsSchema } from './goal-terms.ts';
import { executorSchema, nodeSpecSchema } from './node.ts';
import { caughtSchema, noticeSchema } from './notice.ts';
import { besideSchema, faultSchema, proofSchema } from './proof.ts';
import { reasonSchema } from './reason.ts';
import { planBFoundSchema, remarkSchema } from './remark.ts';
import { roleModelsSchema } from './role-models.ts';
import { priceTableSchema } from './usage/prices.ts';
import {
  byModelSchema,
  goalUsageSchema,
  pastUseSchema,
  reservedSchema,
  runUsageSchema,
} from './usage/usage.ts';
import {
  ACCEPTING_ROLES,
  BLOCKED_KINDS,
  ESCALATION_REASONS,
  EVIDENCE_LEVELS,
  LANGUAGES,
  NEXT_ACTIONS,
  PROOFS_ASKED,
  ROLES,
  SAVE_FREQUENCIES,
  STATE_VERSION,
  URGENCIES,
} from './vocabulary.ts';

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
    .array(z.strictObject({ gate: z.string(), outcome: z.enum(['fail', 'timeout']) }))
    .optional()
    .describe('Gates that had to pass and did not.'),
  outside: z
    .array(z.string())
    .optional()
    .describe('Changed outside its paths, and nobody was seen to do it; at most 20.'),
  warnings: z
    .array(z.string())
    .optional()
    .describe('Gates that failed and did not keep the node from passing, one sentence each.'),
  plan_b: planBFoundSchema.optional().describe('Of a node that looked for another way.'),
});
export type Outputs = z.infer<typeof outputsSchema>;

const takenOverSchema = z
  .strictObject({ run: z.string(), because: reasonSchema, handover: handoverSchema })
  .describe('The run of another executor that it goes on from.');
export type TakenOver = z.infer<typeof takenOverSchema>;

const runSchema = z.strictObject({
  id: z.string(),
  node: nodeIdSchema,
  number: z.number().int().positive(),
  role: z.enum(ROLES),
  by: runBySchema,
  lane: laneSchema,
  lease: leaseSchema.optional().describe('Of a run outside of a session, once it was started.'),
  dispatched_at: z.string(),
  sent_back: z.number().int(),
  missing: z.array(z.string()).describe('What was missing when the agent was last sent back.'),
  caught: caughtSchema.optional().describe('Why it was sent back the first time.'),
  asked_to_show: z.literal(true).optional().describe('It was sent back to show the fault.'),
  asked_criteria: z.literal(true).optional().describe('It was sent back for open criteria.'),
  report: z
    .strictObject({
      key: z.string(),
      verifier: processSchema,
      waiter: processSchema
        .optional()
        .describe('The hook that holds the agent meanwhile, so that it can still be sent back.'),
      file: z.string(),
      transcript: z.string(),
      brought: z
        .enum(['silently', 'with-words'])
        .optional()
        .describe('A person brought what its gates lacked, and said something to it or not.'),
    })
    .nullable()
    .describe('The report being judged.'),
  ended: z
    .strictObject({
      outcome: z.enum(['success', 'failed', 'lost', 'stopped', 'blocked', 'replaced']),
      because: reasonSchema,
      signature: z.string().optional().describe('Of the error it failed of.'),
      next_action: z.enum(NEXT_ACTIONS).optional(),
    })
    .nullable(),
  outputs: outputsSchema.nullable(),
  error_code: z.string().optional().describe('Why it failed, as its executor named it.'),
  takes_over: takenOverSchema.optional(),
  copy: orderCopySchema.optional(),
  reserved: reservedSchema.optional(),
  usage: runUsageSchema.optional(),
  seen: z
    .string()
    .optional()
    .describe('Its last sign of life; of one that ended otherwise than lost, its end.'),
  claimed: byModelSchema.optional().describe('By its executor, and counted nowhere.'),
});
export type Run = z.infer<typeof runSchema>;

export const goalSchema = z
  .strictObject({
    id: z.string(),
    as_of: z.string().describe('The last event that changed it.'),
    title: z.string(),
    request: z.string().describe('The user’s words, at most 2,000 characters.'),
    language: z.enum(LANGUAGES).optional().describe('Of its request; absent is English.'),
    issue_ref: z.string(),
    issue_seq: z.number().int(),
    status: z.enum(['running', 'paused', 'completed', 'aborted']),
    paused: reasonSchema.nullable().describe('Why it is paused.'),
    owner: ownerSchema,
    artifacts: z.string().describe('S-20261121-001'),
    graph_id: z.string(),
    template: z.strictObject({
      name: z.string(),
      version: z.number().int(),
      sha256: z.string(),
      proof: z
        .enum(PROOFS_ASKED)
        .optional()
        .describe('Older logs have none; then the name says it.'),
      risk: z.literal('high').optional(),
      parameters: z.record(z.string(), z.string()).optional().describe('As a person gave them.'),
    }),
    success_criteria: z.array(z.string()),
    terms: termsSchema.optional().describe('Priority, deadline and budget, if a person gave them.'),
    usage: goalUsageSchema.optional(),
    created_at: z.string(),
    parkings: z
      .number()
      .int()
      .optional()
      .describe('How often since the last run that passed a limit or an outage stopped it.'),
    stalls: z.number().int().describe('Stop continuations since the last progress.'),
    ran: z.array(z.string()).describe('Commands agents ran in this goal, at most 64.'),
    proven: z
      .record(z.string(), z.string())
      .describe('By gate: the git tree on which it passed last.'),
    decisions: z.array(z.strictObject({ node: z.string(), event: z.string(), text: z.string() })),
    calls: z
      .array(z.strictObject({ key: z.string(), at: z.string(), counts: countsSchema.optional() }))
      .optional()
      .describe('Gates that passed, by the key of the call: the newest.'),
    approvals: z
      .array(
        z.strictObject({
          node: z.string(),
          action: z.string(),
          given: z.boolean(),
          in_doubt: z.string().optional().describe('The run that may have done it already.'),
        }),
      )
      .optional()
      .describe('Actions that wait for a person, and those one allowed, each to happen once.'),
    acted: z
      .array(z.strictObject({ node: z.string(), action: z.string(), run: z.string() }))
      .optional()
      .describe('Allowed actions that a guard let through: the newest.'),
    specs: z.array(nodeSpecSchema),
    edges: z.array(edgeStateSchema),
    nodes: z.record(nodeIdSchema, nodeStateSchema),
    runs: z.record(z.string(), runSchema),
    switched: z
      .record(nodeIdSchema, takenOverSchema)
      .optional()
      .describe('By node: the run that the next one replaces, since its executor was switched.'),
    trier: processSchema.optional().describe('What tries its gates before anything is written.'),
    fault: faultSchema.optional().describe('Of a completed goal whose template asks for it.'),
    pinned: pinnedSchema
      .optional()
      .describe('What gives its gates power. Goals of older logs have none: what is there counts.'),
    uncounted: z
      .string()
      .optional()
      .describe('Hash of the settings that a person was told do not count.'),
    changed_anchors: z
      .array(z.string())
      .optional()
      .describe('Anchors it was given, whose files changed after they were last validated.'),
    proposed_after: z
      .number()
      .int()
      .optional()
      .describe('Runs that had ended when anchor candidates were last proposed.'),
    without_pack: z
      .array(nodeIdSchema)
      .optional()
      .describe('Nodes of which a person was told that nobody can say where they stood.'),
    beside: besideSchema.optional().describe('Of a completed goal, if there is something.'),
    proof: proofSchema.optional().describe('Absent until there is something in it.'),
    lost: z
      .strictObject({ file: z.string(), why: z.enum(['missing', 'altered']) })
      .optional()
      .describe(
        'Its plan cannot be had: it has no nodes, and nothing is done until the file is back.',
      ),
  })
  .describe('An open goal and where it stands; derived from events.jsonl.');
export type Goal = z.infer<typeof goalSchema>;

const sessionSchema = z.strictObject({
  focus: z.string().nullable(),
  client: processSchema.nullable(),
  transcript: z.string(),
  ended: z.boolean(),
  language: z.enum(LANGUAGES).optional().describe('Of the goal it had last.'),
  notices: z.array(noticeSchema).describe('What the user has not been shown yet.'),
});
export type Session = z.infer<typeof sessionSchema>;

const openEscalationSchema = z.strictObject({
  goal: z.string(),
  node: z.string().nullable().describe('Null: the goal itself is paused.'),
  reason: z.enum(ESCALATION_REASONS),
  urgency: z.enum(URGENCIES),
  opened_at: z.string(),
  read: z
    .string()
    .optional()
    .describe('Size and time of its file when nothing in it could be taken.'),
});
export type OpenEscalation = z.infer<typeof openEscalationSchema>;

export const compiledConfigSchema = z.strictObject({
  stamp: z.string().describe('Sizes and mtimes of the files it was compiled from.'),
  problem: z.string().nullable().describe('Why the newest files were rejected.'),
  no_progress_stops: z.number().int(),
  send_backs: z.number().int(),
  tree_wait_sec: z.number().int(),
  gate_wait_sec: z.number().int(),
  stop_wait_sec: z.number().int(),
  approval: z.array(z.string()),
  record: z.enum(['all', 'goals', 'off']),
  allow_dispatch: z.boolean(),
  owner: z.string().optional(),
  next_weights: z
    .strictObject({
      priority: z.number(),
      age: z.number(),
      dependencies: z.number(),
    })
    .optional(),
  models: roleModelsSchema.optional(),
  try_gates: z.boolean().optional(),
  // What older versions accepted has none of these.
  max_concurrent_work_items: z.number().int().optional(),
  gate_env: z.array(z.string()).optional(),
  gate_wrapper: z.array(z.string()).optional(),
  allow_override_failing_tests: z.boolean().optional(),
  product: z.array(productGlobSchema).optional(),
  accept_by: z.enum(ACCEPTING_ROLES).optional(),
  // Of work_order_system; kernel/state/settings.ts has the value where one is missing.
  enabled: z.boolean().optional(),
  deterministic_required: z.boolean().optional(),
  llm_review_enabled: z.boolean().optional(),
  max_retries_per_error_signature: z.number().int().optional(),
  auto_escalate_after_hours: z.number().optional(),
  context_packs_enabled: z.boolean().optional(),
  save_frequency: z.enum(SAVE_FREQUENCIES).optional(),
  context_packs_retention_days: z.number().int().optional(),
  artifacts_retention_days: z.number().int().optional(),
  max_artifact_mb: z.number().optional(),
  daily_rollup_hour: z.number().int().optional(),
  prices: priceTableSchema.optional(),
  switching: z
    .array(
      z.strictObject({
        when: z.enum(SWITCH_EVENTS),
        roles: z.array(z.enum(ROLES)).optional(),
        to: executorSchema,
      }),
    )
    .optional(),
});
export type CompiledConfig = z.infer<typeof compiledConfigSchema>;

const goalFileSchema = z
  .strictObject({
    file: z.string().describe('Below .wukong/.'),
    as_of: z.string().describe('The last event that changed it, which the file has to name too.'),
  })
  .describe('Where an open goal is.');
export type GoalFile = z.infer<typeof goalFileSchema>;

export const stateSchema = z
  .strictObject({
    schema_version: z.literal(STATE_VERSION),
    as_of: z.string().describe('The event this file shows; E-000000 before the first.'),
    log_id: z.string(),
    log: z
      .strictObject({
        events: z.number().int(),
        bytes: z.number().int().describe('Where the last counted step ends.'),
        crc: z.string(),
        void_steps: z.number().int(),
        last_shown: z.string().describe('The last event that taskgraph.json shows.'),
      })
      .describe('How far the log was read.'),
    counters: z.strictObject({
      goals: z.number().int(),
      open_goals: z.number().int(),
      open_nodes: z.number().int().describe('Nodes of all open goals.'),
      day: z.string().describe('The day the per-day counters count for.'),
      artifact_sessions: z.number().int(),
      role_seq: z.record(z.string(), z.number().int()),
      issue_seq: z
        .record(z.string(), z.number().int())
        .describe('By issue ref, for refs that outlive a goal.'),
      escalations: z.number().int().optional().describe('Absent until there is one.'),
    }),
    config: compiledConfigSchema,
    candidates: z
      .strictObject({ stamp: z.string() })
      .optional()
      .describe('anchors_candidates.md as it was when nothing was left in it to take up.'),
    reviewed_anchors: z
      .record(
        z.string(),
        z.strictObject({
          sha256: z.string().describe('Of its entry as it was then, the first 16 characters.'),
          by_run: z.literal(true).optional().describe('No person looked.'),
        }),
      )
      .optional()
      .describe('By id: what was accepted or reviewed in this log.'),
    escalations: z
      .record(z.string(), openEscalationSchema)
      .optional()
      .describe('By id: what a person was asked and has not answered.'),
    sessions: z.record(z.string(), sessionSchema),
    goals: z.record(z.string(), goalFileSchema).describe('The open ones, by id.'),
    handed: z
      .record(
        z.string(),
        z.strictObject({
          goal: z.string(),
          node: nodeIdSchema,
          artifacts: z.string().describe('Of its goal.'),
          dir: z.string(),
          over: z
            .enum(['judged', 'left'])
            .optional()
            .describe('Its run has ended, with or without a result: the folder is to be removed.'),
          read: z.string().optional().describe('The result as it was last looked at.'),
        }),
      )
      .optional()
      .describe('By run: orders that a person has, and where they lie.'),
    executors: z
      .strictObject({
        active: z.record(z.string(), z.string()),
        ended: z.record(z.string(), z.string()).describe('The last 256.'),
      })
      .describe(
        'By agent id and by tool call, of others by run id: the open goal their run is in.',
      ),
    retired: z
      .record(z.string(), z.string())
      .describe(
        'Agents of closed goals, or the tool calls of those never seen, with their runs: their calls are refused. The last 64.',
      ),
    guards: z
      .record(
        z.string(),
        z.strictObject({
          seen: z.string().nullable().describe('When it last fired.'),
          missed: z
            .string()
            .nullable()
            .describe('The run that worked without it. Until a person says so, no other starts.'),
        }),
      )
      .describe('By role: whether the guard of its agent file was seen.'),
    last_finished: z
      .string()
      .nullable()
      .describe('The goal that ended last, shown in taskgraph.json.'),
    hooks: z
      .record(
        z.string(),
        z.strictObject({
          count: z.number().int(),
          last: z.string(),
          errors: z.number().int(),
          ms: z
            .array(z.number().int())
            .describe('How many took up to each of HOOK_MS (model/vocabulary.ts), and beyond.'),
        }),
      )
      .describe('By host event: how often, how long, how well.'),
    deliveries: z.array(z.string()).describe('Keys of the last 256 deliveries.'),
    role_usage: z
      .record(z.string(), z.array(pastUseSchema))
      .optional()
      .describe('By role what its last 15 runs used.'),
    trials: z
      .array(keptTrialSchema)
      .optional()
      .describe('The newest trial of each gate; the last 16.'),
  })
  .describe('Open goals and where they stand; derived from events.jsonl.');
/**
 * `finished` is the goal that ended last: never stored here, taskgraph.json carries it. Goals are read
 * when they are first asked for (cache/goal-files.ts).
 */
export type State = Omit<z.infer<typeof stateSchema>, 'goals'> & {
  goals: Record<string, Goal>;
  finished?: Goal;
};
/** state.json as it is stored. */
export type StoredState = z.infer<typeof stateSchema>;
