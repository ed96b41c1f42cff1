// A program that tests load from the working tree, wherever they run, through the built hooks.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepsReadTimes } from '../../runtime/evidence/trees/looks.ts';
import { SOURCE, TEST, TESTED } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { atBody } from './agents.ts';

const client = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => client.kill('SIGKILL'));

test('a fix whose tests load the installed program says so, and is for a person to take', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  // A file system may be set up to keep no times of reading; then nothing is said.
  if (!keepsReadTimes(rig.home)) return;
  const program = join(rig.repo, 'src', 'index.js');
  rig.write('.gitignore', 'node_modules/\n');
  rig.write('node_modules/installed/package.json', '{ "type": "module", "exports": "./it.js" }');
  rig.write('node_modules/installed/it.js', `export * from ${JSON.stringify(program)};\n`);
  rig.write(TEST, rig.file(TEST).replace('../src/index.js', 'installed'));
  const env = { CLAUDE_PID: String(client.pid) };
  fromBody(rig);
  const agents = await atBody(rig, env);
  const crash = '  const version = bytes.readUInt8(0);';
  const guard = '  if (bytes.length === 0) return [];';
  rig.write(SOURCE, rig.file(SOURCE).replace(crash, `${guard}\n${crash}`));
  await agents.report('body', TESTED);

  const red = rig.events('check.measured')[0];
  expect(red?.payload, rig.dump()).toMatchObject({ side: 'plain', outcome: 'unavailable' });
  expect(red?.payload.why).toMatch(
    /^reads the program from elsewhere: in the copy it opened test\/decoder\.test\.js, and nothing of src\//,
  );

  await agents.dispatch('tongue');
  const added = 'test/more.test.js';
  rig.write(added, "import test from 'node:test';\ntest('more', () => {});\n");
  await agents.report('tongue', { ...TESTED, references: [`${added}:1`] });
  await agents.report('tongue', { ...TESTED, references: [`${added}:1`] });
  const status = await rig.cli(['status']);
  expect(status.stdout).toContain('it tests one that is installed elsewhere');
  const accepted = await rig.person(['accept', '--unproven', 'seen on the device']);
  expect(accepted, rig.dump()).toMatchObject({ code: 0 });
});
