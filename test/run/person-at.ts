// A person at a terminal, who types what is asked for.

import { join } from 'node:path';
import { systemPaths } from '../../scripts/client/environment.ts';
import { atTerminal } from '../rig/person.ts';
import { gitEnvironment, type Repository } from '../rig/repository.ts';
import { CLI } from './driven.ts';

export type Answers = string | readonly (readonly [RegExp, string])[];

export function personAt(
  { path, root }: Pick<Repository, 'path' | 'root'>,
  key: Answers,
  ...args: readonly string[]
) {
  const env = {
    ...systemPaths(),
    ...gitEnvironment(),
    HOME: root,
    TERM: 'xterm',
    XDG_STATE_HOME: join(root, 'state'),
  };
  return atTerminal(process.execPath, [CLI, ...args], { cwd: path, env, key });
}
