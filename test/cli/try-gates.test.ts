// `wukong gates --try` and what `wukong init` offers, with the built CLI in a real repository.

import { expect, test } from 'vitest';
import { readState } from '../../runtime/step/run-step.ts';
import { Sandbox } from '../install/temporary.ts';
import { git } from '../rig/repository.ts';

/** Its gate needs a folder that git ignores. */
async function needsBuild(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write('.gitignore', 'build/\n');
  sandbox.write('build/out.mjs', '');
  sandbox.write('check.mjs', "await import('./build/out.mjs');\n");
  sandbox.write('good.mjs', '');
  const gates = [
    { type: 'test', name: 'needs a build', command: ['node', 'check.mjs'] },
    { type: 'lint', name: 'good', command: ['node', 'good.mjs'] },
  ];
  sandbox.write('.wukong/config.yaml', JSON.stringify({ gates }));
  await git(sandbox.repo, 'add', '-A');
  return sandbox;
}

test('a gate that needs what git ignores is told of, with the way out, and the log keeps it', async () => {
  using sandbox = await needsBuild();
  await sandbox.wukong(['init', '--yes']);
  const ended = await sandbox.wukong(['gates', '--try']);
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(ended.stdout).toContain(
    "node check.mjs  passes here, and fails (Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'build/",
  );
  expect(ended.stdout).toContain(
    'build is not in a clean copy, because git ignores it. Let the check make it, ',
  );
  expect(ended.stdout).toContain('node good.mjs  passes here and in a clean copy');
  expect((await sandbox.wukong(['log'])).stdout).toContain('gate needs a build tried: passes here');
  const now = readState(sandbox.ws);
  const trials = now.ok ? now.state.trials : [];
  expect(trials).toMatchObject([
    { gate: 'needs a build', goal: null, cause: { kind: 'not-in-copy', path: 'build' } },
    { gate: 'good', cause: null },
  ]);
  const log = sandbox.read(`.wukong/${trials?.[0]?.copy.log}`);
  expect(log).toContain('ERR_MODULE_NOT_FOUND');

  const { code, out } = await sandbox.json(['gates', '--try']);
  expect(code).toBe(1);
  expect(out).toMatchObject({
    ok: true,
    tried: [
      { name: 'needs a build', alike: false, here: { outcome: 'pass' }, copy: { outcome: 'fail' } },
      { name: 'good', alike: true, next: '' },
    ],
  });
  expect((await sandbox.wukong(['fsck'])).code).toBe(0);
});

test('where there is no gate, nobody is told to approve one', async () => {
  using sandbox = await Sandbox.create();
  await sandbox.wukong(['init', '--yes']);
  const ended = await sandbox.wukong(['gates', '--try']);
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain('No gate is configured.');
  expect(ended.stderr).toContain('what to write: wukong gates');
});

test('a gate that makes what it needs is good, and the exit code says so', async () => {
  using sandbox = await needsBuild();
  const line = 'mkdir -p build && touch build/out.mjs && node check.mjs';
  const gate = { type: 'test', name: 'both', command: [line], shell: true };
  sandbox.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  await sandbox.wukong(['init', '--yes']);
  expect(await sandbox.wukong(['gates', '--try'])).toMatchObject({ code: 0 });
});

test('only what a person approved is tried, and nothing by looking', async () => {
  using sandbox = await needsBuild();
  await sandbox.wukong(['init']);
  const ended = await sandbox.wukong(['gates', '--try']);
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(ended.stderr).toContain('wukong trust --approve');
  expect((await sandbox.wukong(['gates', '--try', 'check.mjs'])).code).toBe(2);
  expect(sandbox.has('.wukong/artifacts/tried')).toBe(false);
});

test('init offers it at a terminal, says how long it may take, and asks once', async () => {
  using sandbox = await needsBuild();
  await sandbox.wukong(['init', '--yes']);
  expect(sandbox.has('.wukong/artifacts/tried')).toBe(false);
  const asked = await sandbox.person(
    ['init'],
    [
      [/Is this the program\?[\s\S]*Yes/, 'y'],
      [/Try the 2 gates[\s\S]*Yes \/ /, 'y'],
      [/status line\?[\s\S]*Yes \/ /, 'y'],
    ],
  );
  expect(asked.stdout).toContain('Status line: in .claude/settings.local.json');
  expect(asked.stdout).toContain(
    'Try the 2 gates now, once here and once in a clean copy? Ctrl-C ends it.',
  );
  expect(asked.stdout).toContain('build is not in a clean copy');
  expect(asked.code).toBe(0);
  // Its configuration is JSON, into which no line is written.
  const again = await sandbox.person(['init'], [[/Is this the program\?[\s\S]*Yes/, 'y']]);
  expect(again.timedOut, again.stdout).toBe(false);
  expect(again.stdout).not.toContain('status line');
  expect(again.stdout).not.toContain('Try the');
});
