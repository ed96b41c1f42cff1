// What the client passes to every hook, checked by hand: only the fields we use, because a schema library
// would cost more than the whole hook. Unknown fields pass; wrong types count as absent.

import { statSync } from 'node:fs';
import { crc32 } from '../../../files/crc32.ts';
import { isObject } from '../../../files/parse-json.ts';

/** What every event is known by, with everything else that came. */
export type GivenIds = Readonly<NonNullable<ReturnType<typeof idsIn>>>;
export type Ids = Omit<GivenIds, 'given'>;

/** What came, if it is a JSON object. Never throws. */
export function readGiven(raw: string): Record<string, unknown> | undefined {
  try {
    // Cursor's begins with a byte order mark.
    const given: unknown = JSON.parse(raw.trim());
    return isObject(given) ? given : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for anything that is not a payload of the client. Never throws. */
export function readIds(raw: string): GivenIds | undefined {
  const given = readGiven(raw);
  return given && idsIn(given);
}

export function idsIn(given: Record<string, unknown>) {
  const session_id = idOf(given.session_id);
  if (session_id === '') return undefined;
  return {
    given,
    session_id,
    transcript_path: textOf(given.transcript_path),
    cwd: textOf(given.cwd),
    prompt_id: idOf(given.prompt_id),
    agent_id: idOf(given.agent_id),
    prompt: textOf(given.prompt),
    tool_name: textOf(given.tool_name).slice(0, 128),
    tool_use_id: idOf(given.tool_use_id),
    agent_transcript_path: textOf(given.agent_transcript_path),
  };
}

/**
 * Names one delivery: event, session, agent, tool use or prompt, the client process, and, where that
 * does not tell, how long the transcript was. The same delivery twice has one effect.
 */
export function deliveryKey(
  event: string,
  payload: Ids,
  rawLength: number,
  clientPid: string,
): string {
  const { session_id, agent_id, tool_use_id, prompt_id } = payload;
  const isUnique = tool_use_id !== '' || payload.prompt !== '';
  const length = isUnique ? 0 : sizeOf(payload.agent_transcript_path || payload.transcript_path);
  const what = tool_use_id || prompt_id;
  // Several wake-ups of one busy turn share a prompt id; what they are about distinguishes them.
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
    return 0; // Not ours to read; then it distinguishes nothing.
  }
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
