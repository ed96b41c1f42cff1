// The last commits, for the work orders of roles that have no shell to ask git themselves.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { putFile } from '../../files/atomic-write.ts';
import { ownPath, ownProgram } from '../../files/own-programs.ts';
import { redactor } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export function keepHistory(ws: Workspace, artifacts: string): void {
  const git = runGit(ws.worktree, ['log', '-n', '15', '--date=short', '--format=%h %ad %s', '--']);
  // A repository without commits has no history, and git says so by failing.
  const text = git?.status === 0 ? redactor(process.env)(git.stdout) : '';
  const folder = files.artifacts(ws, artifacts);
  makeFolder(ws, folder);
  if (text !== '') putFile(join(folder, 'history.txt'), text);
}

function runGit(cwd: string, args: readonly string[]) {
  const program = ownProgram('git', cwd);
  if (program === undefined) return undefined;
  const env = { PATH: ownPath(cwd), HOME: process.env.HOME ?? '', GIT_OPTIONAL_LOCKS: '0' };
  return spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 10_000, env });
}
