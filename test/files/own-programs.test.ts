import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownPath, ownProgram, whyNotFound, withOwnPath } from '../../runtime/files/own-programs.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const root = temporaryFolder('wukong-programs-');
const repository = join(root, 'repository');
const beside = join(root, 'beside');
const system = join(root, 'system');

function program(...place: readonly string[]): string {
  const file = join(root, ...place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

beforeAll(() => {
  mkdirSync(join(repository, '.git', 'worktrees', 'beside'), { recursive: true });
  mkdirSync(join(repository, 'packages', 'a'), { recursive: true });
  mkdirSync(beside);
  writeFileSync(join(beside, '.git'), `gitdir: ${repository}/.git/worktrees/beside\n`);
  for (const folder of ['bin', 'node_modules/.bin', 'packages/a/bin']) {
    program('repository', folder, 'git');
  }
  program('else', 'node_modules', '.bin', 'git');
  program('berry', 'xfs-1', 'git');
  program('system', 'git');
  symlinkSync(join(repository, 'bin'), join(root, 'linked'));
  mkdirSync(join(root, 'links'));
  symlinkSync(join(repository, 'bin', 'git'), join(root, 'links', 'git'));
});

describe.skipIf(process.platform === 'win32')('a program of ours is not looked for in', () => {
  test.each([
    ['what a package manager filled', [join(repository, 'node_modules', '.bin')]],
    ['what another one filled', [join(root, 'else', 'node_modules', '.bin')]],
    ['the repository', [join(repository, 'bin')]],
    ['a package of the repository', [join(repository, 'packages', 'a', 'bin')]],
    ['a link into the repository', [join(root, 'linked')]],
    ['the current folder', ['', '.', './bin', 'bin', '../repository/bin']],
  ])('%s', (_what, folders) => {
    const PATH = [...folders, system].join(delimiter);
    for (const cwd of [repository, join(repository, 'packages', 'a')]) {
      expect(ownProgram('git', cwd, { PATH })).toBe(join(system, 'git'));
      expect(ownPath(cwd, { PATH })).toBe(system);
    }
  });

  test('the main working tree, where this is another one of its repository', () => {
    const PATH = [join(repository, 'bin'), system].join(delimiter);
    expect(ownProgram('git', beside, { PATH })).toBe(join(system, 'git'));
  });

  test('the folder that Yarn makes for the programs of packages', () => {
    const folder = join(root, 'berry', 'xfs-1');
    const env = { PATH: [folder, system].join(delimiter), BERRY_BIN_FOLDER: folder };
    expect(ownProgram('git', repository, env)).toBe(join(system, 'git'));
  });

  test('a link that leads into the repository, where its folder is the person’s', () => {
    const PATH = [join(root, 'links'), system].join(delimiter);
    expect(ownProgram('git', repository, { PATH })).toBe(join(system, 'git'));
  });
});

describe.skipIf(process.platform === 'win32')('where it is nowhere else', () => {
  const PATH = join(repository, 'node_modules', '.bin');

  test('it is not started, and the sentence says which one was left', () => {
    expect(ownProgram('git', repository, { PATH: `${PATH}${delimiter}/nowhere` })).toBeUndefined();
    expect(whyNotFound('git', { PATH })).toBe(
      `git is on PATH only as ${PATH}/git, which the repository may have brought: it is not started`,
    );
    expect(whyNotFound('gh', { PATH })).toBe('gh is not on PATH');
  });

  test('an empty PATH, which would mean the current folder, is never passed on', () => {
    expect(withOwnPath({ PATH, HOME: '/h' }, repository)).toEqual({
      PATH: '/usr/bin:/bin',
      HOME: '/h',
    });
  });
});

test('a program that was given with its place is taken from there', () => {
  expect(ownProgram('/opt/sandbox', repository, { PATH: '' })).toBe('/opt/sandbox');
});
