// What the client passes to hooks that concern a goal, checked by hand as in ids.ts.

import { isObject } from '../../../files/parse-json.ts';
import { type GivenIds, idOf, textOf } from './ids.ts';

export type Payload = Readonly<ReturnType<typeof readPayload>>;

/** The rest, for events that concern a goal. */
export function readPayload({ given, ...ids }: GivenIds) {
  return {
    ...ids,
    agent_type: textOf(given.agent_type).slice(0, 128),
    source: textOf(given.source).slice(0, 64),
    reason: textOf(given.reason).slice(0, 64),
    trigger: textOf(given.trigger).slice(0, 64),
    permission_mode: textOf(given.permission_mode).slice(0, 64),
    // Whole: secrets are taken out before it is clipped.
    error: textOf(given.error),
    tool_input: objectOf(given.tool_input),
    tool_response: objectOf(given.tool_response),
    /** Undefined when the event has none: in auto mode a report comes by SubagentHandback instead. */
    last_assistant_message:
      typeof given.last_assistant_message === 'string' ? given.last_assistant_message : undefined,
    /** Of the subagents that still run. Undefined: the client does not say. */
    running_agents: runningAgents(given.background_tasks),
  };
}

function runningAgents(tasks: unknown): string[] | undefined {
  if (!Array.isArray(tasks)) return undefined;
  return tasks
    .filter((task) => isObject(task) && task.type === 'subagent' && task.status === 'running')
    .map((task) => idOf(task.id))
    .filter((id) => id !== '');
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
