import { join } from 'node:path';

/** The session whose goal is measured. */
export const SESSION = '11111111-1111-4111-8111-111111111111';
export const PROMPT = '/wukong_fix the decoder crashes on empty input';

/** `guard` is PreToolUse from an agent file, which the client starts apart. */
export type HookCall = Readonly<{
  event: string;
  session: string;
  payload: Readonly<Record<string, unknown>>;
}>;

/** What the client writes to the hook's stdin. */
export function payloadOf(repo: string, home: string, { event, session, payload }: HookCall) {
  return JSON.stringify({
    session_id: session,
    transcript_path: transcriptOf(home, session),
    cwd: repo,
    prompt_id: 'p1',
    hook_event_name: event === 'guard' ? 'PreToolUse' : event,
    ...payload,
  });
}

export function transcriptOf(home: string, session: string): string {
  return join(home, '.claude', 'projects', 'bench', `${session}.jsonl`);
}

export function agentCall(role: string, id: string) {
  return {
    tool_name: 'Agent',
    tool_use_id: id,
    tool_input: { description: 'x', prompt: 'go', subagent_type: role },
  };
}

export function launched(id: string, agentId = 'agent1', role = 'ear') {
  return {
    ...agentCall(role, id),
    tool_response: { status: 'async_launched', agentId, isAsync: true },
  };
}
