// Goals for commands that look at them: from the first word to the end through the built hooks, or as far as work.

import { join } from 'node:path';
import { Agents, type Words } from '../hooks/agents.ts';
import { Sandbox } from '../install/temporary.ts';
import type { Rig } from '../rig/rig.ts';
import { start, work } from './goals.ts';

const GUARD = 'if (bytes.length === 0) return [];';

/** Starts a goal and carries it up to the node of a role, that one included. `said` replaces words. */
export async function carryTo(
  rig: Rig,
  role: string,
  said: Readonly<Record<string, Words>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const agents = new Agents(rig, env);
  const prompt = '/wukong_fix the decoder crashes on empty input';
  await rig.typed(prompt, env);
  const roles = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];
  for (const next of roles.slice(0, roles.indexOf(role) + 1)) {
    await agents.dispatch(next);
    if (!agents.orders.get(next)) throw new Error(`${next} was not dispatched.\n${rig.dump()}`);
    if (next === 'body') fixDecoder(rig);
    if (next === 'tongue') {
      rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
    }
    await agents.report(next, { ...usual(rig, next), ...said[next] });
  }
}

function fixDecoder(rig: Rig): void {
  const first = '  const bytes = Buffer.from(input);\n';
  rig.write('src/decoder.js', rig.file('src/decoder.js').replace(first, `${first}  ${GUARD}\n`));
}

function usual(rig: Rig, role: string): Words {
  const lines = rig.file('src/decoder.js').split('\n');
  const place = `src/decoder.js:${lines.findIndex((text) => text.includes(GUARD)) + 1} "${GUARD}"`;
  switch (role) {
    case 'ear':
      return { more: 'Criterion: empty input gives no readings. (request: "empty input")' };
    case 'body':
      return {
        references: [place],
        calls: [
          ['Edit', { file_path: join(rig.repo, 'src/decoder.js') }, 'ok'],
          ['Bash', { command: 'npm test' }, '# pass 6'],
        ],
        command: 'npm test',
      };
    case 'tongue':
      return {
        references: [place, 'test/more.test.js:2'],
        calls: [
          ['Write', { file_path: join(rig.repo, 'test/more.test.js') }, 'ok'],
          ['Bash', { command: 'npm test' }, '# pass 7'],
        ],
        command: 'npm test',
      };
    case 'nose':
      return { header: 'Verdict: accept', references: [place] };
    default:
      return {};
  }
}

/** A goal at whose first node an agent works. */
export async function withHistory(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  start(sandbox.ws, 'the decoder crashes');
  work(sandbox.ws, 'G-0001', 'ear');
  return sandbox;
}
