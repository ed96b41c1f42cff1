// What the plugin costs where it has nothing to do: its guard is asked before each tool call of each session.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUARD } from '../plugin-files.ts';
import { interleaved, takeBare } from './hooks.ts';
import { payloadOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { type Call, timed } from './timed.ts';
import type { Prepared } from './workspace.ts';

const BATCH = 8;
const NAME = 'plugin/guard';
export const PLUGIN_NAMES = [NAME];

/** An ordinary call of a session that has nothing to do with Wukong, by the line of hooks.json. */
export function measurePlugin(prepared: Prepared, run: Run): Row[] {
  const { repo, home } = prepared;
  const input = join(home, 'plugin-guard.json');
  const payload = { tool_name: 'Read', tool_input: { file_path: 'package.json' } };
  writeFileSync(input, payloadOf(repo, home, { event: 'guard', session: 'other', payload }));
  const call: Call = { cwd: repo, program: '/bin/sh', args: ['-c', GUARD], input };
  const measured = () => timed(Array<Call>(BATCH).fill(call), prepared);
  return interleaved(
    [{ name: NAME, limit: 0.5, base: takeBare(prepared), measured }],
    'node -e 0',
    run,
  );
}
