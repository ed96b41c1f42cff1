// In a file of the program of its own, so that Stop loads nothing that it does not need.

import type { Workspace } from '../../workspace/paths.ts';
import { startBackground } from './background.ts';

/**
 * What a session changed is judged in a process of its own (engine/turn/judge-turn.ts), and nobody waits for it.
 * `names`: of variables that gates may get.
 */
export function startTurn(ws: Workspace, session: string, names: readonly string[]): Promise<void> {
  const child = startBackground(ws, names);
  // By the pipe: another process can read an environment. It takes secrets out of what it says.
  const job = { session, turn: true, env: process.env };
  const payload = JSON.stringify({ session_id: session, cwd: ws.root, tool_input: job });
  return new Promise((done) => {
    // It could not be started: the next turn tries again.
    child.once('error', () => done());
    child.stdin.end(payload, () => done());
  });
}
