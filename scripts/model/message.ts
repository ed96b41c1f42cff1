/** What the client sends and gets back, as far as a scripted model reads it. */

export type ContentBlock =
  | Readonly<{ type: 'text'; text: string }>
  | Readonly<{ type: 'tool_use'; id: string; name: string; input: ToolInput }>
  | Readonly<{ type: 'tool_result'; toolUseId: string; text: string; isError: boolean }>
  | Readonly<{ type: 'other'; kind: string }>;

export type ToolInput = Readonly<Record<string, unknown>>;

export type Message = Readonly<{
  /** `system` messages in the conversation carry what hooks add. */
  role: 'user' | 'assistant' | 'system';
  content: readonly ContentBlock[];
}>;

export type Tool = Readonly<{ name: string }>;

export type Request = Readonly<{
  model: string;
  stream: boolean;
  system: string;
  messages: readonly Message[];
  tools: readonly Tool[];
}>;

/** Reads a request body without trusting its shape: what is unknown becomes `other`. */
export function parseRequest(body: string): Request {
  const raw = asRecord(JSON.parse(body === '' ? '{}' : body));
  return {
    model: typeof raw.model === 'string' ? raw.model : 'unknown',
    stream: raw.stream === true,
    system: blocks(raw.system).map(blockText).join('\n\n'),
    messages: asArray(raw.messages).map(parseMessage),
    tools: asArray(raw.tools).map((tool) => ({ name: String(asRecord(tool).name ?? '') })),
  };
}

export function blockText(block: ContentBlock): string {
  return block.type === 'text' || block.type === 'tool_result' ? block.text : '';
}

function parseMessage(value: unknown): Message {
  const { role, content } = asRecord(value);
  const known = role === 'assistant' || role === 'system' ? role : 'user';
  return { role: known, content: blocks(content) };
}

function blocks(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asArray(content).map(parseBlock);
}

function parseBlock(value: unknown): ContentBlock {
  const raw = asRecord(value);
  switch (raw.type) {
    case 'text':
      return { type: 'text', text: String(raw.text ?? '') };
    case 'tool_use':
      return {
        type: 'tool_use',
        id: String(raw.id ?? ''),
        name: String(raw.name ?? ''),
        input: asRecord(raw.input),
      };
    case 'tool_result':
      return {
        type: 'tool_result',
        toolUseId: String(raw.tool_use_id ?? ''),
        text: blocks(raw.content).map(blockText).join('\n'),
        isError: raw.is_error === true,
      };
    default:
      return { type: 'other', kind: String(raw.type ?? '') };
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
