import { readFileSync } from 'node:fs';
import { readStored } from '../../cache/read-state.ts';
import { readIds } from '../../hosts/claude-code/events/ids.ts';
import { lineFor } from '../../hosts/claude-code/session/speak.ts';
import { readState } from '../../step/run-step.ts';
import { findTrusted } from '../../workspace/find-trusted.ts';
import { isInstalled } from '../../workspace/repository.ts';
import type { Command } from '../frame/command.ts';
import { done } from '../frame/outcome.ts';

/** For a status line of one's own. The one `init` puts in asks the hooks' program, which starts faster. */
export const statusline: Command = {
  description: "Print the line for Claude Code's status line; its JSON comes on stdin",
  args: {},
  examples: [['wukong statusline', "for a status line of your own; reads the client's JSON"]],
  startedBy: 'client',
  run() {
    const line = lineHere();
    return done(line, { line });
  },
};

/** Whatever is not as usual, the client shows nothing. */
function lineHere(): string {
  const ids = process.stdin.isTTY ? undefined : readIds(readFileSync(0, 'utf8'));
  const found = findTrusted(process.env.CLAUDE_PROJECT_DIR || ids?.cwd || process.cwd());
  if (!found || found.trust.off !== undefined || !isInstalled(found.ws)) return '';
  const stored = readStored(found.ws);
  const read = stored && readState(found.ws, undefined, stored);
  if (!read?.ok || read.state.log_id !== found.trust.log_id) return '';
  return lineFor(read.state, ids?.session_id ?? '');
}
