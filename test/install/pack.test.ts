// What a stranger gets is one file. Nothing of this folder is beside it.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { git, gitEnvironment, PROJECT } from '../rig/repository.ts';

const MB = 1024 * 1024;
const root = temporaryFolder('wukong pack 包 ');

/** An empty cache of its own and no network: what is missing in the file is missing. */
const OFFLINE = {
  ...systemPaths(),
  ...gitEnvironment(),
  HOME: root,
  npm_config_cache: join(root, '.npm'),
  npm_config_offline: 'true',
};

function npm(command: 'npm' | 'npx', args: readonly string[], cwd: string) {
  return run(command, args, { cwd, env: OFFLINE, timeoutMs: 300_000 });
}

test('the packed file installs with npx, without a network, in a folder with spaces', async () => {
  const packed = await npm(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', root],
    PROJECT,
  );
  expect(packed, packed.stderr).toMatchObject({ code: 0 });
  const [{ filename, unpackedSize, files }] = JSON.parse(packed.stdout);
  // Five of it are grammars.
  expect(unpackedSize).toBeLessThan(13 * MB);
  const folders = new Set(files.map(({ path }: { path: string }) => path.split('/')[0]));
  expect([...folders].sort()).toEqual([
    'LICENSE',
    'README.md',
    'README.zh-CN.md',
    'dist',
    'package.json',
  ]);
  const repo = join(root, 'my repository');
  mkdirSync(repo);
  await git(repo, 'init', '--quiet', '--initial-branch=main');
  // By a path that begins with a dot: an absolute one npx takes for a program.
  const file = `../${filename}`;
  const init = await npm('npx', ['--yes', file, 'init', '--yes'], repo);
  expect(init, init.stderr).toMatchObject({ code: 0 });
  expect(readdirSync(repo).sort()).toEqual(['.claude', '.git', '.wukong']);
  const doctor = await npm('npx', ['--yes', file, 'doctor', '--json'], repo);
  expect(doctor, doctor.stdout + doctor.stderr).toMatchObject({ code: 0 });
});
