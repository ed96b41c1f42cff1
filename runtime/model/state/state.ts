// `state.json`: all that the log says of what is open.

import * as z from 'zod';
import { processSchema } from '../actors/process-ref.ts';
import { nodeIdSchema } from '../edge.ts';
import { keptTrialSchema } from '../gate-schema.ts';
import { noticeSchema } from '../notice.ts';
import { pastUseSchema } from '../usage/usage.ts';
import { ESCALATION_REASONS, LANGUAGES, STATE_VERSION, URGENCIES } from '../vocabulary.ts';

import { compiledConfigSchema } from './compiled-config.ts';
import type { Goal } from './goal.ts';
import { personAnswerSchema } from './person-answer.ts';
import { publishedSchema } from './published.ts';

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
  shown: z
    .string()
    .optional()
    .describe('SHA-256 of what stood in it when a person was last shown it in a session.'),
});
export type OpenEscalation = z.infer<typeof openEscalationSchema>;

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
    answered: z
      .array(personAnswerSchema)
      .optional()
      .describe('What persons answered, and from where: the last 16.'),
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
    daemon: z
      .strictObject({ process: processSchema, since: z.string() })
      .optional()
      .describe('What carries out what is queued; it may be gone.'),
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
    published: z
      .record(z.string(), publishedSchema)
      .optional()
      .describe('By goal: what of it has left this machine. The last 256.'),
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
