// What an agent at work said last, from the end of the transcript its client keeps.

import { join } from 'node:path';
import { parseJson } from '../../files/parse-json.ts';
import { readEnds } from '../../files/reading.ts';
import { subagentOf } from '../../kernel/state/run-by.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';

/** Of a longer file so much of its end. */
const READ_BYTES = 64 * 1024;

export function lastSaid(state: State, run: Run): string | null {
  const agent = subagentOf(run);
  const main = agent && state.sessions[agent.session_id]?.transcript;
  if (!main?.endsWith('.jsonl') || !/^[\w-]{1,128}$/.test(agent?.agent_id ?? '')) return null;
  const folder = join(main.slice(0, -'.jsonl'.length), 'subagents');
  const ends = endsOf(join(folder, `agent-${agent?.agent_id}.jsonl`));
  const lines = (ends?.tail ?? ends?.head ?? '').split('\n');
  for (const line of lines.reverse()) {
    const text = textIn(line);
    if (text !== '') return text;
  }
  return null;
}

function endsOf(path: string) {
  try {
    return readEnds(path, READ_BYTES);
  } catch {
    return undefined; // Of another user, or gone: then there is no word to show.
  }
}

type Line = Readonly<{ type?: unknown; message?: { content?: unknown } }>;
type Part = Readonly<{ type?: unknown; text?: unknown }>;

/** Nothing where a line is no whole one: the first of what was read is cut, the last may be half written. */
function textIn(line: string): string {
  const record = line.includes('"assistant"') ? (parseJson(line) as Line | undefined) : undefined;
  const content = record?.type === 'assistant' ? record.message?.content : undefined;
  if (!Array.isArray(content)) return '';
  const texts = content.flatMap((part: Part | null) =>
    part?.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.join(' ').trim();
}
