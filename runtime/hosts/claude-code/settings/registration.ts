// What Wukong registers with the client, and nothing else of it. Measured: with exactly
// these events every mode of the client works, and no ordinary tool call of the user starts a hook.

import { type HostEvent, ROLES } from '../../../model/vocabulary.ts';

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

/**
 * What no agent may edit: all that Wukong writes itself, long-term memory, and what gives power in this clone. The
 * client holds it for the main agent and all subagents, plain shell writes included. Agents, settings, templates
 * and `config.yaml` are the user's to shape, with an agent too: there the guard holds ours.
 */
export const DENY_RULES: readonly string[] = [
  'Edit(.git/wukong/**)',
  'Edit(.wukong/*.json*)',
  'Edit(.wukong/events.lock)',
  'Edit(.wukong/config.local.yaml)',
  ...[
    'anchors',
    'archive',
    'artifacts',
    'context_packs',
    'escalations',
    'goals',
    'graphs',
    'inbox',
    'landing',
    'next',
    'objects',
    'runtime',
  ].map((folder) => `Edit(.wukong/${folder}/**)`),
  // None of these holds who takes away the whole folder. This one is for tidying up in good faith.
  'Bash(rm -rf .wukong*)',
];

/** Of earlier versions, which had them all. */
export const EARLIER_DENY_RULES: readonly string[] = [
  'Edit(.wukong/**)',
  'Edit(.claude/settings*.json)',
  'Edit(.claude/agents/**)',
];

type HookEntry = Readonly<{
  type: 'command';
  command: string;
  args: readonly string[];
  timeout: number;
}>;

/**
 * A line for `node -e`, in the syntax of Node 12, so that the launcher gets to say that its Node is too old. The
 * launcher is started as `node <launcher> <event>` would. Where it is missing (a
 * branch from before, a clone without `.wukong`) the event goes by in silence.
 */
export const START_IF_THERE =
  "const hook = process.argv[1]; if (require('fs').existsSync(hook)) require(hook);";

/**
 * The same for the guard, in the agent files. Where a person trusts the clone, a launcher that is missing
 * may be an agent's doing, so there the call is refused (`onFailure: block`).
 */
export const GUARD_IF_THERE = [
  "const fs = require('fs'), path = require('path'), hook = process.argv[1];",
  'if (fs.existsSync(hook)) require(hook);',
  "else { let git = path.resolve(hook, '../../../.git');",
  // In a linked worktree a file that says where it belongs. Elsewhere a folder, whose reading fails, and it stays.
  "try { git = path.resolve(git, '..', fs.readFileSync(git, 'utf8').slice(8).trim()); } catch (e) {}",
  // Another client's call is none of ours, as in not-our-client.ts.
  "let p; try { p = JSON.parse(fs.readFileSync(0, 'utf8').trim()); } catch (e) {}",
  "const others = p && (p.cursor_version || p.sessionId || p.timestamp || p.turn_id || (p.hook_event_name || 'PreToolUse') !== 'PreToolUse');",
  "if (!others && [git, git + '/../..'].some((at) => fs.existsSync(at + '/wukong/trust.json')))",
  // One sentence and no stack: the client shows it to the agent, which tells the person.
  "{ console.error('Wukong: .wukong/runtime/hook.cjs is missing, so this call is held. A person types in a terminal: wukong init (or wukong uninstall)'); process.exit(1); } }",
].join(' ');

/**
 * The same for what a person types: a command of ours is stopped, because a model would wait for us. All else
 * goes by in silence.
 */
export const START_OR_STOP = [
  START_IF_THERE,
  "else { let p; try { p = JSON.parse(require('fs').readFileSync(0)); } catch (e) {}",
  // Not for another client, as in not-our-client.ts.
  "if (p && p.hook_event_name === 'UserPromptSubmit' && !p.timestamp && !p.turn_id && /^\\s*\\/wukong([_-][^\\s/]*)?(\\s|$)/.test(p.prompt))",
  "console.log(JSON.stringify({ decision: 'block', reason: 'Not started: .wukong/runtime/hook.cjs is missing here. Type in a terminal: wukong init (or wukong uninstall)' })); }",
].join(' ');

/** Started without a shell: a path with spaces or quotes in it stays one argument. */
export function hookEntry({ event, timeout }: Registration): HookEntry {
  const line = event === 'UserPromptSubmit' ? START_OR_STOP : START_IF_THERE;
  const args = ['-e', line, `\${CLAUDE_PROJECT_DIR}/${HOOK_SCRIPT}`, event];
  return { type: 'command', command: 'node', args, timeout };
}
