// Goals in the client's status line: asked for where a person sits and nobody has one; else the line is told.

import { LOCAL_SETTINGS_FILE } from '../../hosts/claude-code/settings/settings-text.ts';
import {
  addStatusLine,
  STATUS_LINE,
  statusLineThere,
} from '../../hosts/claude-code/statusline/setting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { ask } from '../frame/ask.ts';
import { isAttended } from '../frame/output.ts';

const QUESTION = `Show goals in Claude Code's status line? It goes into ${LOCAL_SETTINGS_FILE}, for this clone alone.`;

/** What to say of it in the end. `yes` approves gates, and takes nothing that was not asked for. */
export async function offerStatusLine(ws: Workspace, yes: boolean): Promise<readonly string[]> {
  const there = statusLineThere(ws);
  if (there === 'ours') return [];
  if (there !== 'none' || yes || !isAttended()) return [lineToAdd()];
  if ((await ask(QUESTION)) !== true) return [lineToAdd()];
  const problem = addStatusLine(ws);
  return problem === undefined
    ? [`Status line: in ${LOCAL_SETTINGS_FILE}, for this clone alone.`]
    : [`${problem}, so the status line was not put there. ${lineToAdd()}`];
}

function lineToAdd(): string {
  return `To see goals in Claude Code's status line, add to ${LOCAL_SETTINGS_FILE}: "statusLine": ${JSON.stringify(STATUS_LINE)}`;
}
