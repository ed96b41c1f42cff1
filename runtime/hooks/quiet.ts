// Most events of most sessions concern no goal. They are recorded (type, time, ids, no text), and
// nothing else of this program is loaded for them.

import { readFileSync } from 'node:fs';
import { deliveryKey, type GivenIds, type Ids, readIds } from '../hosts/claude-code/ids.ts';
import { HOST_EVENTS } from '../model/words.ts';
import { appendOne, type Head, headOf } from '../store/append-one.ts';
import { isoTime } from '../store/clock.ts';
import { configStamp } from '../store/config-stamp.ts';
import { parseTrust, type Trust } from '../store/parse-trust.ts';
import { mainCheckout, stateOf, trustOf, type Workspace } from '../store/places.ts';
import { sessionsBeside } from '../store/shards.ts';
import { canLookAlike, recordOf } from './kept.ts';

/** An event as far as it was read before it was known that something may follow from it. */
export type Seen = Readonly<{
  ids: GivenIds;
  /** Of the delivery as it came, in characters. */
  length: number;
  /** If the project is a main checkout that a person trusts. */
  at: Readonly<{ ws: Workspace; trust: Trust; stored: string; head: Head }> | undefined;
}>;

/** Undefined: the event is recorded, or is none of ours, and there is nothing more to do. */
export function recordQuietly(event: string, raw: string): Seen | undefined {
  const { CLAUDE_PROJECT_DIR, CLAUDE_PID = '', WUKONG_RUN } = process.env;
  const ids = readIds(raw);
  if (!ids) return undefined;
  const at = lookAround(CLAUDE_PROJECT_DIR || ids.cwd, ids.session_id);
  const seen = { ids, length: raw.length, at };
  if (!at || WUKONG_RUN || !canBeQuiet(event, ids, at.head)) return seen;
  const { ws, trust, head } = at;
  if (head.log_id !== trust.log_id) return seen;
  // A person who types may have changed the configuration just before.
  if (ids.prompt !== '' && head.config.stamp !== configStamp(ws)) return seen;
  const key = canLookAlike(event) ? undefined : deliveryKey(event, ids, raw.length, CLAUDE_PID);
  const draft = {
    type: event,
    timestamp: isoTime(Date.now()),
    session_id: ids.session_id,
    payload: recordOf(ids, key),
  };
  return appendOne(ws, head, draft) ? undefined : seen;
}

/** Undefined: something is not as usual, and whoever looks again says what. */
function lookAround(project: string, session: string): Seen['at'] {
  const ws = mainCheckout(project);
  try {
    const trust = project === '' ? undefined : parseTrust(readFileSync(trustOf(ws), 'utf8'));
    if (!trust) return undefined;
    const stored = readFileSync(stateOf(ws), 'utf8');
    const head = headOf(stored);
    if (head.shards) Object.assign(head.sessions, sessionsBeside(ws, head.shards, session));
    return { ws, trust, stored, head };
  } catch {
    return undefined;
  }
}

/** Where a session begins or ends there is more to do, whosever it is. */
function canBeQuiet(event: string, ids: Ids, head: Head): boolean {
  return (
    (HOST_EVENTS as readonly string[]).includes(event) &&
    event !== 'SessionStart' &&
    event !== 'SessionEnd' &&
    head.config.record === 'all' &&
    concernsNoGoal(event, ids, head)
  );
}

/**
 * Nothing can follow from the event: its session is not known here, and it is not about an agent
 * (after /clear, agents of a goal report from a session of another name).
 */
export function concernsNoGoal(event: string, ids: Ids, head: Head): boolean {
  const { agent_id, prompt, session_id, tool_name } = ids;
  if (tool_name === 'SendMessage' || isCommand(prompt)) return false;
  if (Object.hasOwn(head.sessions, session_id)) return false;
  const mayWake = event === 'SessionStart' || agent_id !== '' || prompt.startsWith('<');
  return !mayWake || (head.counters.open_nodes === 0 && !Object.hasOwn(head.retired, agent_id));
}

/** What readPrompt (hosts/claude-code/prompt.ts) takes for a command, and more. */
function isCommand(prompt: string): boolean {
  return prompt !== '' && prompt.trimStart().startsWith('/wukong');
}
