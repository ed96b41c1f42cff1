// What `doctor` says of the folder it is typed in, `status` and `init` say as well.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';
import { git } from '../rig/repository.ts';

const READS = 'Claude Code reads the settings of the folder it is started in';

test('below the top of the repository doctor, status and init say that no hook starts there', async () => {
  using sandbox = await Sandbox.installed();
  const cwd = join(sandbox.repo, 'packages/api');
  mkdirSync(cwd, { recursive: true });
  const doctor = await sandbox.wukong(['doctor'], { cwd });
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(READS)]);
  expect(doctor.stdout).toContain(`next: Start it in ${sandbox.repo}`);
  expect((await sandbox.wukong(['status'], { cwd })).stdout).toContain(READS);
  expect((await sandbox.wukong(['init', '--yes'], { cwd })).stdout).toContain(READS);
  const { out } = await sandbox.json(['doctor']);
  expect(out.facts.here).toBe('a client started in this folder starts the hooks');
  expect((await sandbox.wukong(['status'])).stdout).not.toContain(READS);
});

test('what is gone at the top is told by doctor and status, once, and put back by init', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.remove('.wukong/runtime');
  sandbox.write('.claude/settings.json', '{}');
  const gone = ['.wukong/runtime/hook.cjs', 'Hooks that are missing: SessionStart, '];
  const doctor = await sandbox.wukong(['doctor']);
  for (const text of gone) expect(doctor.stdout.split(text)).toHaveLength(2);
  expect(doctor.stdout).not.toContain('starts the hooks');
  const { stdout } = await sandbox.wukong(['status']);
  for (const text of gone) expect(stdout).toContain(text);
  expect((await sandbox.wukong(['init', '--yes'])).stdout).not.toContain(gone[1]);
  expect((await sandbox.json(['status'])).out.start_problems).toEqual([]);
});

test('an agent that is denied, in the settings of the user, is told by all three', async () => {
  using sandbox = await Sandbox.installed();
  mkdirSync(join(sandbox.root, '.claude'));
  const own = join(sandbox.root, '.claude/settings.json');
  writeFileSync(own, '{"permissions":{"deny":["Agent"]}}');
  const said = `The rule "Agent" of "permissions.deny"`;
  for (const args of [['doctor'], ['status'], ['init', '--yes']]) {
    expect((await sandbox.wukong(args)).stdout, args.join(' ')).toContain(said);
  }
  const { out } = await sandbox.json(['status']);
  expect(out.start_problems).toEqual([{ kind: 'agent-denied', place: own }]);
});

test('a Node that settings put first on the path is the one that counts', async () => {
  using sandbox = await Sandbox.installed();
  mkdirSync(join(sandbox.root, 'bin'));
  writeFileSync(join(sandbox.root, 'bin/node'), '#!/bin/sh\necho v16.20.2\n', { mode: 0o755 });
  const PATH = `${sandbox.root}/bin:${process.env.PATH}`;
  sandbox.write('.claude/settings.local.json', JSON.stringify({ env: { PATH } }));
  const { out, code } = await sandbox.json(['doctor']);
  expect([code, out.findings]).toEqual([
    1,
    [expect.objectContaining({ kind: 'node', message: expect.stringContaining('is 16.20.2') })],
  ]);
});

test.each([
  ['of the repository', '.gitignore'],
  ['of this clone', '.git/info/exclude'],
])('a pattern %s that hides .claude is named by all three', async (_, file) => {
  using sandbox = await Sandbox.create();
  sandbox.write(file, '# mine\n.claude/\n');
  const said = expect.stringMatching(
    /:\d+ {2}The pattern "\.claude\/" hides \.claude\/settings\.json/,
  );
  for (const args of [['init', '--yes'], ['doctor'], ['status']]) {
    expect((await sandbox.wukong(args)).stdout, args.join(' ')).toEqual(said);
  }
  await git(sandbox.repo, 'add', '--force', '.claude', '.wukong');
  expect((await sandbox.json(['doctor'])).out.notes).not.toContainEqual(
    expect.objectContaining({ kind: 'hidden-from-git' }),
  );
});

test.each(['.claude', '.claude/agents', '.claude/skills'])(
  'where %s is a link init refuses once, and names the plugin, which works',
  async (path) => {
    using sandbox = await Sandbox.create();
    mkdirSync(join(sandbox.repo, '.agents'), { recursive: true });
    mkdirSync(join(sandbox.repo, path, '..'), { recursive: true });
    symlinkSync(join(sandbox.repo, '.agents'), join(sandbox.repo, path));
    const init = await sandbox.wukong(['init', '--yes']);
    expect([init.code, init.stderr.match(/is a symbolic link/g)]).toEqual([
      1,
      ['is a symbolic link'],
    ]);
    expect(init.stderr).toContain('plugin');
    const { out } = await sandbox.json(['doctor']);
    expect(out.findings).toContainEqual(
      expect.objectContaining({ kind: 'in-the-way', place: path }),
    );
  },
);
