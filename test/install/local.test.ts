// `init --local`: for one clone alone.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addExcludes,
  removeExcludes,
} from '../../runtime/hosts/claude-code/install/local-install.ts';
import { removeFromSettings } from '../../runtime/hosts/claude-code/settings/settings.ts';
import { isLocalInstall } from '../../runtime/workspace/installation.ts';
import { git } from '../rig/repository.ts';
import { Sandbox } from './temporary.ts';

const EXCLUDE = '.git/info/exclude';
const LOCAL = '.claude/settings.local.json';

async function status(sandbox: Sandbox): Promise<string> {
  return git(sandbox.repo, 'status', '--porcelain', '--untracked-files=all');
}

test('git shows nothing of a local installation, and it is whole', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('biome.json', '{}\n');
  sandbox.write('.claude/settings.json', '{ "model": "opus" }\n');
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'before');
  const ended = await sandbox.wukong(['init', '--local', '--yes']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('git shows nothing of it');
  expect(await status(sandbox)).toBe('');
  expect(sandbox.read('.claude/settings.json')).toBe('{ "model": "opus" }\n');
  expect(JSON.parse(sandbox.read(LOCAL)).hooks).toHaveProperty('Stop');
  expect((await sandbox.json(['doctor'])).out.findings).toEqual([]);

  // It stays so, and a person's own files do show.
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('Nothing to do.');
  sandbox.write('.claude/agents/body.md', `${sandbox.read('.claude/agents/body.md')}Mine.\n`);
  await sandbox.wukong(['init', '--yes']);
  expect(await status(sandbox)).toBe('');
  sandbox.write('.claude/agents/mine.md', 'mine\n');
  expect(await status(sandbox)).toBe('?? .claude/agents/mine.md\n');
});

test('what the exclude file and the local settings held comes back to the byte', async () => {
  using sandbox = await Sandbox.create();
  const settings = '{"env":{"A":"1"}}';
  sandbox.write(LOCAL, settings);
  sandbox.write(EXCLUDE, '# mine\n*.log');
  await sandbox.wukong(['init', '--local', '--yes']);
  expect(sandbox.read(EXCLUDE)).toContain('\n# mine\n*.log');
  expect(removeExcludes(sandbox.read(EXCLUDE))).toBe('# mine\n*.log');
  const before = sandbox.read('.git/wukong/settings.before');
  expect(removeFromSettings(sandbox.read(LOCAL), before)).toMatchObject({
    ok: true,
    value: { text: settings },
  });
});

test('installed for everybody, what is one person’s own is left out by git, which init says', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write(EXCLUDE, '# mine\n*.log');
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(stdout).toContain('Git leaves out .claude/settings.local.json, which is yours alone.');
  expect(stdout).toContain(
    'For this clone alone, where git shows nothing of them: wukong init --local',
  );
  sandbox.write(LOCAL, '{}');
  sandbox.write('.claude/agents/body.md.new', 'of an update\n');
  const shown = await status(sandbox);
  expect(shown).toContain('?? .claude/agents/body.md\n');
  expect(shown).not.toMatch(/settings\.local|\.new/);
  sandbox.remove('.claude/agents/body.md.new');
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('Nothing to do.');
  await sandbox.wukong(['uninstall', '--yes']);
  expect(sandbox.read(EXCLUDE)).toBe('# mine\n*.log');
});

test('a linked worktree leaves it out as well, and an exclude file that is a link stays one', async () => {
  using sandbox = await Sandbox.create();
  await git(sandbox.repo, 'commit', '--quiet', '--allow-empty', '--message', 'before');
  const linked = join(sandbox.root, 'linked');
  await git(sandbox.repo, 'worktree', 'add', '--quiet', linked);
  await sandbox.wukong(['init', '--yes']);
  mkdirSync(join(linked, '.claude'));
  writeFileSync(join(linked, LOCAL), '{}');
  expect(await git(linked, 'status', '--porcelain')).toBe('');

  await sandbox.wukong(['uninstall', '--yes']);
  const shared = join(sandbox.root, 'shared');
  writeFileSync(shared, '*.log\n');
  rmSync(join(sandbox.repo, EXCLUDE));
  symlinkSync(shared, join(sandbox.repo, EXCLUDE));
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(stdout).not.toContain('Git leaves out');
  expect(readFileSync(shared, 'utf8')).toBe('*.log\n');
});

test('lines for excludes are put in once, and leave nothing behind', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '#', '\n', '\r', ' ') }), (text) => {
      const once = addExcludes(text, ['.wukong/']);
      expect(addExcludes(once, ['.wukong/'])).toBe(once);
      expect(removeExcludes(once)).toBe(text);
      expect(removeExcludes(addExcludes(text, ['a'], 'shared'))).toBe(text);
      expect(addExcludes(addExcludes(text, ['a'], 'shared'), ['.wukong/'])).toBe(once);
      expect(removeExcludes(text)).toBe(text);
    }),
  );
});

test('where Wukong is installed for everybody, a local installation is refused', async () => {
  using sandbox = await Sandbox.installed();
  const ended = await sandbox.wukong(['init', '--local', '--yes']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('.claude/settings.json has the hooks of Wukong for everybody');
  expect(isLocalInstall(sandbox.ws)).toBe(false);
});
