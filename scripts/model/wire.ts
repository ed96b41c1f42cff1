import { randomBytes } from 'node:crypto';
import type { Reply } from './call.ts';

type Answer = Readonly<{
  reply: Reply;
  model: string;
  inputTokens: number;
  nextId: (prefix: 'msg' | 'toolu') => string;
}>;

type Block =
  | Readonly<{ type: 'text'; text: string }>
  | Readonly<{ type: 'tool_use'; id: string; name: string; input: unknown }>;

/** Ids that no other message in a transcript has, also when two models served one session. */
export function ids(): Answer['nextId'] {
  const own = randomBytes(6).toString('hex');
  let count = 0;
  return (prefix) => {
    count += 1;
    return `${prefix}_01${own}${String(count).padStart(8, '0')}`;
  };
}

/** The whole message at once, as without `stream: true`. */
export function messageJson(answer: Answer): unknown {
  const content = blocksOf(answer);
  return {
    ...envelope(answer),
    content,
    stop_reason: stopReason(content),
    usage: usage(answer, content),
  };
}

/** The same message as server-sent events. */
export function messageStream(answer: Answer): string {
  const content = blocksOf(answer);
  const spent = usage(answer, content);
  const start = {
    ...envelope(answer),
    content: [],
    stop_reason: null,
    usage: { ...spent, output_tokens: 1 },
  };
  return [
    sse('message_start', { message: start }),
    ...content.flatMap((block, index) => [
      sse('content_block_start', { index, content_block: opening(block) }),
      sse('content_block_delta', { index, delta: delta(block) }),
      sse('content_block_stop', { index }),
    ]),
    sse('message_delta', {
      delta: { stop_reason: stopReason(content), stop_sequence: null },
      usage: { output_tokens: spent.output_tokens },
    }),
    sse('message_stop', {}),
  ].join('');
}

function sse(type: string, fields: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function blocksOf({ reply, nextId }: Answer): readonly Block[] {
  const text: Block[] = reply.text === undefined ? [] : [{ type: 'text', text: reply.text }];
  const tools = (reply.tools ?? []).map(
    ({ name, input }): Block => ({ type: 'tool_use', id: nextId('toolu'), name, input }),
  );
  return [...text, ...tools];
}

function envelope({ model, nextId }: Answer): Readonly<Record<string, unknown>> {
  return { id: nextId('msg'), type: 'message', role: 'assistant', model, stop_sequence: null };
}

function opening(block: Block): unknown {
  return block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
}

function delta(block: Block): unknown {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}

function stopReason(content: readonly Block[]): string {
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

function usage({ inputTokens }: Answer, content: readonly Block[]) {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: Math.ceil(JSON.stringify(content).length / 4),
  };
}
