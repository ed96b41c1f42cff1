// What the client tells a hook, checked by hand: only the fields we use, because a schema library
// would cost more than the whole hook. Unknown fields pass; wrong types count as absent.

import { statSync } from 'node:fs';
import { crc32 } from '../../store/crc32.ts';

export type Payload = Readonly<{
  session_id: string;
  transcript_path: string;
  cwd: string;
  prompt_id: string;
  agent_id: string;
  agent_type: string;
  prompt: string;
  source: string;
  reason: string;
  trigger: string;
  error: string;
  tool_name: string;
  tool_use_id: string;
  tool_input: Readonly<Record<string, unknown>>;
  tool_response: Readonly<Record<string, unknown>>;
  agent_transcript_path: string;
  /** Undefined when the event has none: in auto mode a report comes by SubagentHandback instead. */
  last_assistant_message: string | undefined;
  /** Ids of the subagents that still run. */
  running_agents: readonly string[];
}>;

/** Undefined for anything that is not a payload of the client. Never throws. */
export function readPayload(raw: string): Payload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined; // Not JSON: not the client's.
  }
  if (!isObject(value)) return undefined;
  const session_id = idOf(value.session_id);
  if (session_id === '') return undefined;
  return {
    session_id,
    transcript_path: textOf(value.transcript_path),
    cwd: textOf(value.cwd),
    prompt_id: idOf(value.prompt_id),
    agent_id: idOf(value.agent_id),
    agent_type: textOf(value.agent_type).slice(0, 128),
    prompt: textOf(value.prompt),
    source: textOf(value.source).slice(0, 64),
    reason: textOf(value.reason).slice(0, 64),
    trigger: textOf(value.trigger).slice(0, 64),
    // Whole: secrets are taken out before it is clipped.
    error: textOf(value.error),
    tool_name: textOf(value.tool_name).slice(0, 128),
    tool_use_id: idOf(value.tool_use_id),
    tool_input: objectOf(value.tool_input),
    tool_response: objectOf(value.tool_response),
    agent_transcript_path: textOf(value.agent_transcript_path),
    last_assistant_message:
      typeof value.last_assistant_message === 'string' ? value.last_assistant_message : undefined,
    running_agents: runningAgents(value.background_tasks),
  };
}

function runningAgents(tasks: unknown): string[] {
  if (!Array.isArray(tasks)) return [];
  return tasks
    .filter((task) => isObject(task) && task.type === 'subagent' && task.status === 'running')
    .map((task) => idOf(task.id))
    .filter((id) => id !== '');
}

/**
 * Names one delivery: event, session, agent, tool use or prompt, the client process, and, where that
 * does not tell, how long the transcript was. The same delivery twice has one effect.
 */
export function deliveryKey(
  event: string,
  payload: Payload,
  rawLength: number,
  clientPid: string,
): string {
  const { session_id, agent_id, tool_use_id, prompt_id } = payload;
  const tells = tool_use_id !== '' || payload.prompt !== '';
  const length = tells ? 0 : sizeOf(payload.agent_transcript_path || payload.transcript_path);
  const what = tool_use_id || prompt_id;
  // Several wake-ups of one busy turn share a prompt id; what they are about tells them apart.
  const about = payload.prompt.slice(0, 256);
  const name = [event, session_id, agent_id, what, clientPid, length, rawLength, about].join('|');
  const bytes = Buffer.from(name);
  // Twice, from different ends: 32 bits would let two of 256 kept keys meet too easily.
  return crc32(bytes) + crc32(bytes.reverse());
}

function sizeOf(path: string): number {
  if (path === '' || path.includes('\0')) return 0;
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0; // Not ours to read; then it tells nothing apart.
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function idOf(value: unknown): string {
  // Ids become keys of our maps, where `constructor` would be there already.
  return typeof value === 'string' && isId(value) && !(value in Object.prototype) ? value : '';
}

/** Letters, digits, `_` and `-`, at most 128. */
function isId(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    const letter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
    if (!letter && !(c >= 48 && c <= 57) && c !== 45 && c !== 95) return false;
  }
  return text.length > 0 && text.length <= 128;
}
