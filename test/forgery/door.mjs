// An executor, or the `claude` of a test, that does nothing by itself: it says where it was started, waits, and
// ends as it is told. What is done meanwhile the test does in its name. Its hooks it calls as the client does.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const door = join(process.cwd(), '..', 'door');
const begun = join(door, 'begun.json');
const end = join(door, 'end.json');
// Another run is no part of the case: it leaves no result, and a person is asked.
if (existsSync(begun)) process.exit(1);
mkdirSync(door, { recursive: true });
const { WUKONG_ORDER_DIR: dir } = process.env;
const session = process.argv[process.argv.indexOf('--session-id') + 1];
writeFileSync(`${begun}.new`, JSON.stringify({ dir, session }));
renameSync(`${begun}.new`, begun);
while (!existsSync(end)) await new Promise((resolve) => setTimeout(resolve, 20));
const { hooks, out, code } = JSON.parse(readFileSync(end, 'utf8'));
const env = { ...process.env, CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: process.cwd() };
for (const [event, payload] of hooks) {
  const script = join('.wukong', 'runtime', 'hook.cjs');
  spawnSync(process.execPath, [script, event], { env, input: JSON.stringify(payload) });
}
process.stdout.write(out);
process.exitCode = code;
