import * as z from 'zod';
import { processSchema } from './process-ref.ts';

const called = z.strictObject({
  kind: z.literal('subagent'),
  session_id: z.string(),
  tool_use_id: z.string(),
  client: processSchema.nullable().describe('The process its agent lives in.'),
});

const process = z.strictObject({
  kind: z.literal('process'),
  name: z.string().describe('The executor, as the plan names it.'),
  ref: processSchema,
});

const person = z.strictObject({
  kind: z.literal('person'),
  name: z.string().describe('As the plan names them.'),
});

/** Who a run is given to: an agent that a session calls, a process, or a person. */
export const calledSchema = z.discriminatedUnion('kind', [called, process, person]);
export type Called = z.infer<typeof calledSchema>;

/** The same with what was seen of an agent since. */
export const runBySchema = z.discriminatedUnion('kind', [
  called.extend({
    agent_id: z.string().nullable().describe('null while the run is only an offer.'),
    background: z.boolean(),
    guarded: z.boolean().describe('Its guard hook was seen to run.'),
    unlisted: z.boolean().describe('A Stop did not list it although it runs in the background.'),
    transcript: z.string().optional().describe('The conversation it last reported from.'),
  }),
  process.extend({
    session: z.string().optional().describe('Of a headless client, once its hooks were heard.'),
    guarded: z.literal(true).optional().describe('The guard of that client was seen to run.'),
    transcript: z.string().optional().describe('The conversation of that client.'),
  }),
  person,
]);
export type RunBy = z.infer<typeof runBySchema>;
export type Process = Extract<RunBy, { kind: 'process' }>;
export type Subagent = Extract<RunBy, { kind: 'subagent' }>;
