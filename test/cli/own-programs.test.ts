// A repository can bring a file of any name, and npx puts the folder of its packages first in PATH.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { git, gitEnvironment } from '../../scripts/example.ts';
import { DIST } from '../install/temporary.ts';
import { makeRepository } from '../rig/repository.ts';

const NAMES = ['git', 'gh', 'ssh', 'claude', 'node', 'ps', 'sh', 'bwrap', 'git-remote-https'];

const COMMANDS = [
  ['prove'],
  ['prove', '--check', `${process.execPath} --version`],
  ['rehearse'],
  ['init', '--dry-run'],
  ['init', '--yes'],
  ['status'],
  ['doctor'],
  ['goal', 'start', 'fix the decoder', '--track', 'fix'],
  ['publish', 'G-0001'],
  ['daemon', 'unit'],
];

test.skipIf(process.platform === 'win32')(
  'no command starts a program that the repository brings and npx puts first in PATH',
  async () => {
    const repository = await makeRepository({});
    try {
      const { path, root } = repository;
      const started = join(root, 'started');
      for (const folder of ['node_modules/.bin', 'bin']) {
        mkdirSync(join(path, folder), { recursive: true });
        for (const name of NAMES) {
          const file = join(path, folder, name);
          writeFileSync(file, `#!/bin/sh\necho ${folder}/${name} "$*" >> '${started}'\nexit 1\n`);
          chmodSync(file, 0o755);
        }
      }
      await git(path, 'add', '--all', '--force');
      await git(path, 'commit', '--quiet', '--message', 'Bring programs');
      const { PATH = '' } = process.env;
      const first = [join(path, 'node_modules', '.bin'), join(path, 'bin'), 'bin', '', PATH];
      const env = { ...gitEnvironment(), HOME: root, PATH: first.join(delimiter), NO_COLOR: '1' };
      for (const command of COMMANDS) {
        const options = { cwd: path, env, timeoutMs: 120_000 };
        const ended = await run(process.execPath, [join(DIST, 'cli.js'), ...command], options);
        expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).not.toBe(70);
        expect(existsSync(started) ? readFileSync(started, 'utf8') : '', command.join(' ')).toBe(
          '',
        );
      }
    } finally {
      repository.remove();
    }
  },
);
