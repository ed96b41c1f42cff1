// What the client's status line costs: the client runs it every few seconds, and when something happens.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleaved, takeBare } from './hooks.ts';
import { payloadOf, SESSION } from './payload.ts';
import type { Row, Run } from './row.ts';
import { type Call, timed } from './timed.ts';
import { hookScript, type Prepared } from './workspace.ts';

const BATCH = 8;
const NAME = 'example/statusline';
export const STATUS_LINE_NAMES = [NAME];

/** In a session that has a goal: without one the line ends before it reads any. */
export function measureStatusLine(prepared: Prepared, run: Run): Row[] {
  const { repo, home } = prepared;
  prepared.restore('working');
  const of = { event: 'statusline', session: SESSION, payload: {} };
  const said = prepared.hook(of);
  if (!said.startsWith('G-')) throw new Error(`The status line is not that of a goal: ${said}`);
  const input = join(home, 'statusline.json');
  writeFileSync(input, payloadOf(repo, home, of));
  const call: Call = { cwd: repo, args: [hookScript(repo), 'statusline'], input };
  const measured = () => timed(Array<Call>(BATCH).fill(call), prepared);
  const pair = { name: NAME, limit: 1.7, base: takeBare(prepared), measured };
  return interleaved([pair], 'node -e 0', run);
}
