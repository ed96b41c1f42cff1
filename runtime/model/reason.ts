// Why a run ended, a node waits, a goal paused: as data. What follows from it is in waits.ts, and what it is called in
// words/ (english-waits.ts, languages/chinese-waits.ts).

import * as z from 'zod';
import { SWITCH_EVENTS } from './actors/handover.ts';
import { sayingSchema } from './saying.ts';
import { failedGatesSchema, shortfallSchema } from './shortfall.ts';
import { trialCauseSchema } from './trial-cause.ts';
import { BUDGETED } from './usage/usage.ts';
import { EVIDENCE_LEVELS, EXECUTOR_ENDS } from './vocabulary.ts';

const none = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) });
const said = <K extends string, P extends z.ZodRawShape>(kind: K, fields: P) =>
  z.strictObject({ kind: z.literal(kind), ...fields });

const text = z.string();
const texts = z.array(z.string());

const credential = z
  .literal(true)
  .optional()
  .describe('Its executor named missing_credential as the reason, whatever its words are.');

/** Reasons that stand for themselves. */
const CAUSES = [
  said('text', {
    text: z.string(),
    waits: z.string().optional().describe('What an older log calls it, where a node waits for it.'),
  }).describe('What logs of older versions, and people, say.'),

  // How a run came to its end.
  said('finished', { summary: text }),
  said('agent-failed', {
    summary: text,
    last: z
      .strictObject({ command: text, printed: text })
      .optional()
      .describe('The last command it ran that failed, and the line of its output that says most.'),
    credential,
  }).describe('The agent reported failure.'),
  said('own-work-audited', { what: text }).describe('The auditor made what it judges.'),
  said('too-little-evidence', {
    level: z.enum(EVIDENCE_LEVELS),
    required: z.enum(EVIDENCE_LEVELS).optional(),
    missing: texts
      .optional()
      .describe('What the last report lacked, the first of it; as its agent was told.'),
    ...shortfallSchema.shape,
  }).describe('What was proven.'),
  none('no-change').describe('A role that changes files changed none.'),
  none('no-report').describe('The agent ended without a report.'),
  none('agent-error').describe('The client says that the agent ended with an error.'),
  said('api-error', {
    said: text,
    until: text.optional().describe('A limit or an outage: the goal goes on by itself after it.'),
  }).describe('A turn was ended by an error of the API.'),
  none('client-gone').describe('The process of its client has ended.'),
  none('taken-over').describe('Another session took the goal over.'),
  said('switched', {
    to: text.describe('Type and name of the executor that goes on.'),
    rule: z.enum(SWITCH_EVENTS).optional().describe('Of the configuration.'),
    why: text.optional().describe('As a person says it.'),
  }).describe('Another executor goes on with the node.'),
  none('user-interrupted').describe('The user rejected its tool call.'),
  none('agent-interrupted').describe('Its agent was interrupted.'),
  none('agent-stopped').describe('The user stopped its agent.'),
  said('no-order-folder', { why: text }).describe('Its order folder cannot be written.'),
  said('executor-ended', {
    how: z.enum(EXECUTOR_ENDS),
    why: text.optional(),
  }).describe('What was started outside of a session ended without a result that counts.'),
  none('not-started').describe('The client did not start its agent.'),
  said('start-refused', { why: text.optional().describe('What it said.') }).describe(
    'The client could not start its agent.',
  ),

  // What only a person can answer.
  said('questions', {
    questions: texts,
    untested: z
      .literal(true)
      .optional()
      .describe('It had to show the fault by a test: a person may go on without one.'),
    credential,
  }),
  said('rejected', { findings: texts, summary: text }).describe('The audit rejects the change.'),
  said('nothing-to-reopen', { findings: texts }).describe('It asks for rework of no node.'),
  said('tests-changed', {
    why: text,
    saying: sayingSchema.optional(),
    unchecked: z
      .literal(true)
      .optional()
      .describe('Not even the unchanged ones pass in a copy, so no run can say.'),
  }).describe('Sealed tests changed, and were not shown to hold.'),
  said('fault-not-shown', {
    why: text,
    saying: sayingSchema.optional(),
    singly: z.literal(true).optional().describe('What is in doubt has to be named one by one.'),
  }).describe('No check was seen to fail before the change and to pass after it.'),
  said('criteria-open', {
    open: z.array(z.strictObject({ number: z.number().int(), text, why: text })),
  }).describe('These criteria were not seen to hold.'),
  said('gate-stuck', {
    gate: z.string(),
    how: z.enum(['timeout', 'same-tree', 'unable']),
    error: text,
    cause: trialCauseSchema.optional().describe('unable: what it misses.'),
    printed: text.optional().describe('The line of its output that says most of why.'),
    red_before: z.literal(true).optional().describe('It failed before the first change as well.'),
    dir: z.string().describe('The folder with its output, below .wukong/.'),
  }).describe('A gate that another try of an agent does not change.'),
  said('denied', {
    what: text,
    rule: text.describe('The permission rule of the client that lets it run.'),
    said: text,
    questions: texts,
    headless: z.literal(true).optional().describe('Its client ran without a terminal.'),
  }).describe('The client did not let its agent do what it could not do without.'),
  said('lane-conflict', {
    paths: texts.describe('At most 20.'),
    nodes: texts.describe('Whose work there is in the way; none: what somebody else changed.'),
    unasked: texts
      .optional()
      .describe(
        'Merge drivers that did not merge it: nobody approved them as they are, or they did not end.',
      ),
  }).describe('What it changed in its lane cannot be brought together with what came meanwhile.'),
  said('edge-undecided', {
    from: z.string().describe('The node that the edge leaves.'),
    run: z.string().describe('Its run that counts.'),
    expression: text,
    error: text,
    values: z.record(z.string(), z.string()).describe('What it names, as JSON.'),
  }).describe('The condition of an edge to it cannot be asked.'),
  none('order-replaced').describe('Its agent got other words than its work order.'),
  said('guard-missed', { role: z.string(), run: z.string() }).describe(
    'It worked without its guard.',
  ),
  said('guard-unproven', { role: z.string(), run: z.string() }).describe('No other run starts.'),

  // Why a node is open again, or will never run.
  said('rework', { by: z.string() }).describe('The node that asked for it.'),
  said('final-gate', { failed: failedGatesSchema.optional() }).describe(
    'A gate fails on the final tree.',
  ),
  none('rolled-back').describe('A person put the tree back to before its work.'),
  none('reopened-before').describe('What it needs is open again.'),
  said('replanned', {
    by: text,
    parts: texts.optional().describe('What is done instead.'),
  }).describe('The node that had planned it, or may plan it in parts, did so.'),
  said('open-already', { node: z.string() }).describe('What it judges is open already.'),
  none('branches-skipped').describe('Every branch for its failure was skipped.'),
  none('cannot-run').describe('No edge can make it ready any more.'),
  said('nobody-has-role', { role: z.string() }).describe('No executor of its driver has the role.'),

  // Why a goal is paused or closed.
  none('other-goal').describe('Another goal was started in its session.'),
  said('goal-resumed', { goal: z.string() }).describe('This one was resumed in its session.'),
  none('session-cleared'),
  said('no-progress', { reminders: z.number().int() }),
  said('last-nodes-skipped', { nodes: texts }),
  said('work-gone', {
    files: z
      .array(
        z.strictObject({
          path: text,
          node: text,
          run: text.describe('In whose tree it was.'),
          patch: text
            .optional()
            .describe('What brings it back, below .wukong/. None of work that was never judged.'),
        }),
      )
      .describe('At most 20.'),
    total: z.number().int(),
  }).describe('Files that finished nodes changed are as they were before, or not there any more.'),
  said('deadline-passed', { deadline: text }).describe('Nothing more is dispatched after it.'),
  said('context-pack-missing', { node: text, files: texts }).describe(
    'What earlier runs of the node left is gone, so where its work stood cannot be told.',
  ),
  said('budget-exceeded', {
    what: z.enum(BUDGETED),
    limit: z.number(),
    spent: z.number(),
    claimed: z.number().optional().describe('The part of it that executors claim.'),
    needs: z.number().optional().describe('What one more run is expected to use.'),
    node: text.optional().describe('Whose own budget it is; left out, that of the goal.'),
  }).describe('Nothing more is dispatched until a person raises the limit.'),
  none('plan-mode').describe('The session is in plan mode, in which agents change nothing.'),
  said('final-gate-unfixable', { failed: failedGatesSchema.optional() }).describe(
    'A gate fails on the final tree, and no node can fix it.',
  ),
  said('settings-changed', { what: texts }).describe(
    'What gates need to run was there when the goal began, and is gone or different.',
  ),
  none('gates-running').describe('At the end of the session’s turn gates still ran.'),
  none('report-unjudged').describe('A report could not be judged yet.'),
  said('by-person', { from: z.enum(['session', 'shell']) }),
] as const;

const causeSchema = z.discriminatedUnion('kind', CAUSES).meta({ id: 'cause' });

export const reasonSchema = z
  .discriminatedUnion('kind', [
    ...CAUSES,
    said('never-started', {
      role: z.string(),
      times: z.number().int(),
      last: causeSchema,
    }).describe('Its agent could not be started so many times in a row.'),
    said('runs-used-up', { runs: z.number().int(), last: causeSchema }).describe(
      'No run is left; why the last one did not do.',
    ),
    said('stuck', {
      signature: text,
      times: z.number().int(),
      last: causeSchema,
      untried: z.literal(true).optional().describe('Nobody looked for a plan B.'),
    }).describe('So many runs in a row failed with the same error, and plan B did not help.'),
  ])
  .meta({ id: 'reason', description: 'Why. Wording is not part of it.' });

/** Reasons that need no other to be understood. */
export type Cause = z.infer<typeof causeSchema>;
export type Reason = z.infer<typeof reasonSchema>;
