// What a person confirmed of config.local.yaml is not taken away by what git does with the file, nor by a fault in it.

import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configOf } from '../../runtime/documents/config.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { git } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';

const LOCAL = '.wukong/config.local.yaml';

/** A repository whose gates run in a box, as a person confirmed it. */
async function boxed(): Promise<Readonly<{ rig: Rig; box: string; wrapper: readonly string[] }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Install Wukong');
  const box = join(rig.root, 'box');
  const wrapper = ['sh', '-c', `echo in >> "${box}"; exec "$@"`, 'x'];
  const settings = { gate_wrapper: wrapper, allow_dispatch: true, approval: ['rm *'] };
  rig.write(LOCAL, JSON.stringify(settings));
  expect(await rig.person(['trust']), rig.dump()).toMatchObject({ code: 0 });
  return { rig, box, wrapper };
}

/** Another clone commits the file by force. */
async function pushed(rig: Rig): Promise<void> {
  const other = join(rig.root, 'other');
  await git(rig.root, 'clone', '--quiet', rig.repo, other);
  appendFileSync(join(other, LOCAL), 'limits:\n  writers: 2\n');
  await git(other, 'add', '--force', LOCAL);
  await git(other, 'commit', '--quiet', '--message', 'local');
}

const WAYS: Readonly<
  Record<string, Readonly<{ does: (rig: Rig) => Promise<unknown>; says: string }>>
> = {
  'a pull that brings the file': {
    does: async (rig) => {
      await pushed(rig);
      await rig.git('pull', '--quiet', join(rig.root, 'other'));
    },
    says: 'git rm --cached',
  },
  'a branch that has the file, and the way back': {
    does: async (rig) => {
      await pushed(rig);
      await rig.git('fetch', '--quiet', join(rig.root, 'other'), 'HEAD:refs/heads/theirs');
      const own = (await rig.git('branch', '--show-current')).trim();
      await rig.git('checkout', '--quiet', 'theirs');
      await rig.git('checkout', '--quiet', own);
      expect(existsSync(join(rig.repo, LOCAL))).toBe(false);
    },
    says: 'gate_wrapper',
  },
  'git stash --all': {
    does: (rig) => rig.git('stash', '--all', '--quiet', '--', LOCAL),
    says: 'gate_wrapper',
  },
  'a deleted file': { does: async (rig) => rmSync(join(rig.repo, LOCAL)), says: 'gate_wrapper' },
  'a fault in the file': { does: async (rig) => rig.write(LOCAL, 'gate_wrapper: ['), says: LOCAL },
};

test.each(Object.entries(WAYS))(
  '%s: gates run in the wrapper that was confirmed',
  async (_, way) => {
    const { rig, box, wrapper } = await boxed();
    await using _rig = rig;
    await way.does(rig);
    rmSync(box, { force: true });
    const tried = await rig.cli(['gates', '--try']);
    expect(existsSync(box), rig.dump()).toBe(true);
    expect(tried.stderr).toContain(way.says);
    const ws = findRepository(rig.repo);
    if (!ws) throw new Error('no repository');
    const { config } = configOf(ws);
    expect(config.gate_wrapper).toEqual(wrapper);
    expect(config.approval).toContain('rm *');
  },
);
