// What Wukong registers with the client, and nothing else of it. Measured: with exactly
// these events every mode of the client works, and no ordinary tool call of the user starts a hook.

import { type HostEvent, ROLES } from '../../model/words.ts';

/** Recognises an entry of ours, whatever version wrote it. */
export const HOOK_SCRIPT = '.wukong/runtime/hook.cjs';

/** Seconds. The client's own default is 600; a hook of ours that hangs must not hold the user so long. */
const SHORT = 30;
/** These may wait: for another writing run, for gates, for a verifier. */
const LONG = 600;

type Registration = Readonly<{ event: HostEvent; matcher?: string; timeout: number }>;

export const REGISTRATIONS: readonly Registration[] = [
  { event: 'SessionStart', timeout: SHORT },
  { event: 'UserPromptSubmit', timeout: SHORT },
  { event: 'PreToolUse', matcher: 'Agent|Task|SendMessage|SubagentHandback', timeout: LONG },
  { event: 'PostToolUse', matcher: 'Agent|Task', timeout: SHORT },
  { event: 'PostToolUseFailure', matcher: 'Agent|Task', timeout: SHORT },
  // Other agents, and the nameless one of a compaction, never start a hook.
  { event: 'SubagentStop', matcher: ROLES.join('|'), timeout: LONG },
  { event: 'Stop', timeout: LONG },
  { event: 'StopFailure', timeout: SHORT },
  { event: 'PreCompact', timeout: SHORT },
  { event: 'SessionEnd', timeout: SHORT },
];

/** The client holds these for the main agent and all subagents, plain shell writes included. */
export const DENY_RULES: readonly string[] = [
  'Edit(.wukong/**)',
  'Edit(.claude/settings*.json)',
  'Edit(.claude/agents/**)',
];

export type HookEntry = Readonly<{
  type: 'command';
  command: string;
  args: readonly string[];
  timeout: number;
}>;

/** Started without a shell: a path with spaces or quotes in it stays one argument. */
export function hookEntry({ event, timeout }: Registration): HookEntry {
  const args = [`\${CLAUDE_PROJECT_DIR}/${HOOK_SCRIPT}`, event];
  return { type: 'command', command: 'node', args, timeout };
}
