// A home in which `wukong` is the program that was built.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { systemPaths } from '../../scripts/client/environment.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { PROJECT } from './pages.ts';

/** `node`: what it runs on. */
export function homeWithWukong(node = process.execPath) {
  const home = temporaryFolder('wukong-first-');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const cli = join(PROJECT, 'dist', 'cli.js');
  writeFileSync(join(bin, 'wukong'), `#!/bin/sh\nexec "${node}" "${cli}" "$@"\n`);
  chmodSync(join(bin, 'wukong'), 0o755);
  const system = systemPaths();
  const PATH = [bin, system.PATH].join(delimiter);
  return { home, env: { ...system, ...gitEnvironment(), HOME: home, PATH } };
}
