// Most events of most sessions concern no goal. They are recorded (type, time, ids, no text), and
// nothing else of this program is loaded for them.

import { type Head, headOf } from '../../cache/state-head.ts';
import { readText } from '../../files/reading.ts';
import { deliveryKey, type GivenIds, type Ids } from '../../hosts/claude-code/events/ids.ts';
import type { Timed } from '../../model/facts/fact.ts';
import type { HostFact } from '../../model/facts/host.ts';
import { type HostEvent, isHostEvent } from '../../model/vocabulary.ts';
import { appendOne, type FindStep } from '../../step/append-one.ts';
import { configStamp, hasNewReview } from '../../workspace/config-stamp.ts';
import type { Trusted } from '../../workspace/find-trusted.ts';
import { stateOf, type Workspace } from '../../workspace/paths.ts';
import { canLookAlike, recordOf } from './event-payload.ts';

/** An event as far as it was read before it was known that something may follow from it. */
export type Seen = Readonly<{
  ids: GivenIds;
  /** Of the delivery as it came, in characters. */
  length: number;
  found: Trusted;
  /** What state.json says, if this version can use it. */
  at: Readonly<{ stored: string; head: Head }> | undefined;
}>;

/**
 * Where a person turned hooks off in this clone, only a typed command goes on, to be stopped, and the guard:
 * an agent that was at work must not lose its limits by this.
 */
export function isSilent(event: string, ids: Ids | undefined, { trust }: Trusted): boolean {
  return trust.off !== undefined && event !== 'guard' && !isCommand(ids?.prompt);
}

/** Undefined: the event is recorded, and there is nothing more to do. */
export function recordQuietly(
  event: string,
  length: number,
  ids: GivenIds,
  found: Trusted,
  findStep: FindStep,
): Seen | undefined {
  const { CLAUDE_PID = '', WUKONG_RUN } = process.env;
  const { ws, trust } = found;
  const at = storedHead(ws);
  const seen = { ids, length, found, at };
  if (!at || WUKONG_RUN || !isHostEvent(event) || !canBeQuiet(event, ids, at.head)) return seen;
  const { head } = at;
  if (head.log_id !== trust.log_id) return seen;
  // A person who types may have changed the configuration just before, or decided about candidates; and whoever
  // types next is told of what was answered in their place.
  if (ids.prompt !== '' && (isChanged(ws, head) || isToBeTold(head, ids.session_id))) return seen;
  const key = canLookAlike(event) ? undefined : deliveryKey(event, ids, length, CLAUDE_PID);
  const draft: Timed<HostFact> = {
    type: event,
    timestamp: new Date().toISOString(),
    session_id: ids.session_id,
    payload: recordOf(ids, key),
  };
  return appendOne(ws, head, draft, findStep) ? undefined : seen;
}

function isChanged(ws: Workspace, { config, candidates }: Head): boolean {
  return config.stamp !== configStamp(ws) || hasNewReview(ws, candidates);
}

/** Undefined: something is not as usual, and the full read says what. */
function storedHead(ws: Workspace): Seen['at'] {
  try {
    const stored = readText(stateOf(ws));
    const head = headOf(stored);
    return { stored, head };
  } catch {
    return undefined;
  }
}

/** Where a session begins or ends there is more to do, whosever it is. */
function canBeQuiet(event: HostEvent, ids: Ids, head: Head): boolean {
  return (
    event !== 'SessionStart' &&
    event !== 'SessionEnd' &&
    head.config.record === 'all' &&
    !(head.config.prove && isProven(event)) &&
    concernsNoGoal(event, ids, head)
  );
}

/** With `prove: on_stop` it begins something, or tells what came of it. */
export function isProven(event: string): boolean {
  return event === 'Stop' || event === 'UserPromptSubmit';
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

/** The same as readPrompt (hosts/claude-code/session/prompt.ts) takes for one, in less: by either name. */
export function isCommand(prompt = ''): boolean {
  return /^\s*\/wukong([_:-][^\s/]*)?(\s|$)/.test(prompt);
}

function isToBeTold({ answered }: Head, typedIn: string): boolean {
  return answered?.some((one) => isUntold(one, typedIn)) === true;
}

export function isUntold(
  { told, session }: Readonly<{ told?: true | undefined; session?: string | undefined }>,
  typedIn: string,
): boolean {
  return told === undefined && session !== typedIn;
}
