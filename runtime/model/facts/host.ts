// The client's own events, under the client's own names: people grep for them.

import * as z from 'zod';
import { HOST_EVENTS, type HostEvent } from '../vocabulary.ts';
import { type Definition, type FactsOf, family } from './definition.ts';

/** Ids and sizes of every event; text only of sessions with a goal. */
const hostPayload = z.strictObject({
  key: z.string().optional().describe('Names the delivery, so that it counts once.'),
  ms: z.number().int().optional().describe('Milliseconds since the hook’s process started.'),
  late: z.literal(true).optional().describe('It waited in inbox/ because the log was locked.'),
  hook_error: z.string().optional().describe('The hook broke down; why.'),
  prompt_id: z.string().optional(),
  agent_id: z.string().optional(),
  tool_use_id: z.string().optional(),
  tool: z.string().optional(),
  source: z.string().optional().describe('SessionStart: startup, resume, clear, compact, fork.'),
  prompt: z.string().optional().describe('UserPromptSubmit: at most 2,000 characters.'),
  to: z.string().optional().describe('PreToolUse of SendMessage: the agent.'),
  from: z.string().optional().describe('UserPromptSubmit: the agent that woke the main one.'),
  tasks: z.array(z.string()).optional().describe('UserPromptSubmit: agents that ended, and how.'),
  running: z.array(z.string()).optional().describe('Stop: agents the client lists as running.'),
  subagent_type: z.string().optional().describe('PreToolUse of Agent.'),
  status: z.string().optional().describe('PostToolUse of Agent.'),
  error: z.string().optional().describe('StopFailure.'),
  said: z.string().optional().describe('StopFailure: the last words of the agent.'),
  trigger: z.string().optional().describe('PreCompact: manual or auto.'),
  reason: z.string().optional().describe('SessionEnd.'),
  agent: z.string().optional().describe('SubagentStop: the role.'),
  agent_type: z.string().optional(),
  run: z.string().optional(),
  result: z.string().optional().describe('SubagentStop: what became of the report.'),
  summary: z.string().optional(),
  artifacts: z.array(z.string()).optional(),
  evidence_level: z.string().optional().describe('SubagentStop: the level proven by then.'),
});

const MEANINGS: Readonly<Record<HostEvent, string>> = {
  SessionStart: 'A session began, was resumed, cleared or compacted.',
  UserPromptSubmit: 'The user sent a prompt, or the client woke the main agent.',
  PreToolUse: 'A tool call of interest is about to happen.',
  PostToolUse: 'A call of the Agent tool came back.',
  PostToolUseFailure: 'A call of the Agent tool failed.',
  SubagentStop: 'An agent wants to end its work.',
  Stop: 'The main agent wants to stop.',
  StopFailure: 'A turn was ended by an API error.',
  PreCompact: 'The context is about to be compacted.',
  SessionEnd: 'A session ended.',
};

function hostEvent(name: HostEvent) {
  return {
    about: 'workspace',
    means: MEANINGS[name],
    when: 'The client started the hook of this name.',
    payload: hostPayload,
    example: { key: '04de585e728949df', ms: 131 },
  } as const satisfies Definition;
}

export const HOST_FACTS = family(
  Object.fromEntries(HOST_EVENTS.map((name) => [name, hostEvent(name)])) as Readonly<
    Record<HostEvent, ReturnType<typeof hostEvent>>
  >,
);

/** The id of a goal stands beside it where the session has one in focus. */
export type HostFact = FactsOf<typeof HOST_FACTS>;
export type HostPayload = HostFact['payload'];
