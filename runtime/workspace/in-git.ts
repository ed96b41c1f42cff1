import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { files, type Workspace } from './paths.ts';

/** `unknown`: git could not be asked, so the file may have come with the repository. */
export type InGit = 'yes' | 'no' | 'unknown';

const LIMIT_MS = 10_000;

/** Under any spelling: where a file system does not tell upper from lower case, each is the same file. */
export function inGit(ws: Workspace, name: string): InGit {
  if (!existsSync(join(ws.root, '.git'))) return 'no';
  const { PATH = '', HOME = '' } = process.env;
  const { status } = spawnSync('git', ['ls-files', '--error-unmatch', '--', `:(icase)${name}`], {
    cwd: ws.root,
    stdio: 'ignore',
    timeout: LIMIT_MS,
    env: { PATH, HOME, GIT_OPTIONAL_LOCKS: '0' },
  });
  if (status === 0) return 'yes';
  return status === 1 ? 'no' : 'unknown';
}

export function localConfigInGit(ws: Workspace): InGit {
  return existsSync(files.localConfig(ws)) ? inGit(ws, '.wukong/config.local.yaml') : 'no';
}
