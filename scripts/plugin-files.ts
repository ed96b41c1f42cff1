// The plugin of Claude Code, as files below dist/plugin/: a folder that is a marketplace, too, so that it can be
// added and installed as it is. What lies in it is made of what `init` puts into a repository.

import { REGISTRATIONS } from '../runtime/hosts/claude-code/settings/registration.ts';
import { ROLES, WRITING_ROLES } from '../runtime/model/vocabulary.ts';
import { withPluginNames } from '../runtime/words/in-shell.ts';

const AUTHOR = { name: 'The Wukong authors' };

type Package = Readonly<{ version: string; description: string; license: string }>;

export function pluginFiles({ version, description, license }: Package): Record<string, string> {
  const about = { name: 'wukong', description };
  return {
    '.claude-plugin/plugin.json': json({ ...about, version, author: AUTHOR, license }),
    '.claude-plugin/marketplace.json': json({
      ...about,
      owner: AUTHOR,
      plugins: [{ ...about, source: './' }],
    }),
    'hooks/hooks.json': json({ description: 'Wukong and its guard', hooks: hooks() }),
  };
}

/**
 * Hooks in the agent files of a plugin do not fire, so the guard is asked before each call of every session.
 * The shell lets go what is neither a call of an agent that writes nor about our data: that costs no start
 * of Node. `sh` reads all of its input, so that the client can always write it.
 */
export const GUARD = `input=$(cat); case "$input" in ${guarded()}) printf %s "$input" | node "$CLAUDE_PLUGIN_ROOT/hook.cjs" guard;; esac`;

function guarded(): string {
  const agents = WRITING_ROLES.map((role) => `"agent_type":"wukong:${role}"`);
  return [...agents, '.wukong', '.git/wukong'].map((text) => `*'${text}'*`).join('|');
}

function hooks(): Record<string, unknown[]> {
  const byEvent: Record<string, unknown[]> = {};
  for (const { event, matcher, timeout } of REGISTRATIONS) {
    const agents = ROLES.map((role) => `wukong:${role}`).join('|');
    const matches = event === 'SubagentStop' ? agents : matcher;
    const args = [`\${CLAUDE_PLUGIN_ROOT}/hook.cjs`, event];
    byEvent[event] = [
      {
        ...(matches !== undefined && { matcher: matches }),
        hooks: [{ type: 'command', command: 'node', args, timeout }],
      },
    ];
  }
  const guard = { type: 'command', command: GUARD, timeout: 30, onFailure: 'block' };
  byEvent.PreToolUse?.push({ matcher: '*', hooks: [guard] });
  return byEvent;
}

/** Without the hooks in its head: the client does not start those of a plugin, so they would promise too much. */
export function agentOfPlugin(text: string): string {
  return text.replace(/^# prettier-ignore\nhooks:\n(?: .*\n)+/m, '');
}

/** `wukong_fix.md` is `/wukong:fix`, and `wukong.md` is `/wukong:do`. */
export function commandOfPlugin(name: string, text: string): readonly [string, string] {
  const short = name === 'wukong.md' ? 'do.md' : name.replace(/^wukong_/, '');
  return [short, withPluginNames(text)];
}

/** The client puts the folder `bin` of a plugin on the PATH of its agents' shell. */
export const IN_PLUGIN_SHELL = `#!/bin/sh
exec node "$(dirname "$0")/../shell/cli.js" "$@"
`;

/** There are no command files in the tree for it: this one is of the plugin alone. */
export const TRUST_COMMAND = `---
description: Let the checks found in this repository run in this clone
---

The user typed /wukong:trust, which the Wukong runtime answers itself. If you read this, its hooks did not answer. Say so, and do nothing else.
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
