// A gate that failed is the last word on its command, whatever a transcript shows.

import { spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { SOURCE } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { atBody } from './agents.ts';

const SHOWS = 'node --test --test-name-pattern "an empty body" test/decoder.test.js';

/** A client that lives, and did not start what a person types in these tests. */
const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => client.kill('SIGKILL'));

test('a gate of the configuration that a report names, in its own words, is run, and its failure is the last word on it', async () => {
  await using rig = await Rig.create();
  const command = [
    'node',
    '--test',
    '--test-name-pattern',
    'an empty body',
    'test/decoder.test.js',
  ];
  rig.write(
    '.wukong/config.yaml',
    JSON.stringify({ gates: [{ type: 'test', name: 'empty', command }] }),
  );
  expect(await rig.cli(['trust', '--approve'])).toMatchObject({ code: 0 });
  const env = { CLAUDE_PID: String(client.pid) };
  fromBody(rig);
  const agents = await atBody(rig, env);
  rig.write(SOURCE, `${rig.file(SOURCE)}// fixed\n`);
  await agents.report('body', { command: SHOWS, references: [`${SOURCE}:1`] });
  const graded = rig.events('evidence.graded').at(-1)?.payload;
  expect(graded, rig.dump()).toMatchObject({ level: 'L1', passes: false });
  expect(graded?.reasons[1]?.why).toBe('"empty" did not pass when the runtime ran it.');
});
