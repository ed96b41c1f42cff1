import type { IncomingHttpHeaders } from 'node:http';
import type { Message, Request, Tool, ToolInput } from './message.ts';

export const ROLES = ['ear', 'eye', 'nose', 'tongue', 'body', 'mind'] as const;
export type Role = (typeof ROLES)[number];

/** One question the client asks the model, and who in the client asks it. */
export type ModelCall = Readonly<{
  who: 'main' | 'subagent' | 'title' | 'classifier' | 'compaction';
  agentId: string | null;
  sessionId: string | null;
  /** From the line `Wukong role: eye` in the agent file, which is the agent's system prompt. */
  role: Role | null;
  model: string;
  system: string;
  messages: readonly Message[];
  tools: readonly Tool[];
  /** Assistant messages already in the conversation: 0 for the first answer. */
  turn: number;
}>;

export type Reply = Readonly<{
  text?: string;
  tools?: readonly Readonly<{ name: string; input: ToolInput }>[];
  error?: Readonly<{ status: number; type: string; message: string }>;
  /** How long the model "thinks". */
  delayMs?: number;
}>;

/** Answers from the conversation alone and keeps no count, so agents in parallel cannot mix it up. */
export type Script = (call: ModelCall) => Reply | Promise<Reply>;

export function classify(request: Request, headers: IncomingHttpHeaders): ModelCall {
  const agentId = header(headers, 'x-claude-code-agent-id');
  return {
    who: whoAsks(request, agentId),
    agentId,
    sessionId: header(headers, 'x-claude-code-session-id'),
    role: roleIn(request.system),
    model: request.model,
    system: request.system,
    messages: request.messages,
    tools: request.tools,
    turn: request.messages.filter((message) => message.role === 'assistant').length,
  };
}

function whoAsks(request: Request, agentId: string | null): ModelCall['who'] {
  const last = request.messages.at(-1);
  const asked = last?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (asked !== undefined && /create a detailed summary/i.test(asked)) return 'compaction';
  if (request.tools.length === 0) {
    if (/<severity>|<block>/.test(request.system + (asked ?? ''))) return 'classifier';
    if (/title/i.test(request.system)) return 'title';
  }
  return agentId === null ? 'main' : 'subagent';
}

function roleIn(system: string): Role | null {
  const named = /^Wukong role: ([a-z]+)\s*$/m.exec(system)?.[1];
  return ROLES.find((role) => role === named) ?? null;
}

function header(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
