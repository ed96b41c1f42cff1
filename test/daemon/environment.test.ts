// A daemon outlives the shell it was started in: of its variables it has those it needs, by name.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { CLI, ended } from '../run/driven.ts';
import { repositoryThatAdmits } from './at-work.ts';

test.skipIf(process.platform !== 'linux')(
  'a daemon has what clients need to be themselves and where lanes lie, and no other secret of the shell',
  async () => {
    const repository = await repositoryThatAdmits();
    const { root: HOME, path: cwd } = repository;
    const given = { ANTHROPIC_API_KEY: 'key', HTTPS_PROXY: 'http://proxy', XDG_STATE_HOME: HOME };
    const env = { ...systemPaths(), ...gitEnvironment(), HOME, ...given, SECRET_TOKEN: 'secret' };
    const args = [CLI, 'daemon', 'start', '--json'];
    const { out } = await ended(spawn(process.execPath, args, { cwd, env }));
    const { pid } = JSON.parse(out);
    const has = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(has).toEqual(
      expect.arrayContaining(Object.entries(given).map(([name, value]) => `${name}=${value}`)),
    );
    expect(has.filter((line) => line.startsWith('SECRET_TOKEN='))).toEqual([]);
  },
);
