// `wukong` as on a machine of a team: a person's folder of its own, and pg-boss beside Wukong.

import { join } from 'node:path';
import { systemPaths } from '../client/environment.ts';
import { gitEnvironment } from '../example.ts';
import type { Engine } from './engine.ts';

/** `url`: with its password, as tests and examples have it, and no file. */
export function addressOf(url: string): Readonly<{ url: string; password: string }> {
  const whole = new URL(url);
  const { password } = whole;
  whole.password = '';
  return { url: whole.href, password };
}

export function environmentOn(
  engine: Engine,
  { root }: Readonly<{ root: string }>,
  password: string,
) {
  return {
    ...systemPaths(),
    ...gitEnvironment(),
    HOME: root,
    XDG_STATE_HOME: join(root, 'state'),
    // Beside Wukong, as `npm install --global` puts it.
    NODE_PATH: join(engine.packages, 'node_modules'),
    PGPASSWORD: password,
  };
}
