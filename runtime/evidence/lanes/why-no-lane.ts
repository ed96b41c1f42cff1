// In which repositories there are no lanes. Then there is one writer at a time, in the working tree of the person.

import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from '../../files/file-failure.ts';
import { fields, git } from '../trees/git.ts';
import { openRepository, type Repository } from '../trees/tree-store.ts';
import { attempt, gitSaid } from './why.ts';

/** The first that merges without a working tree. */
const FLOOR = [2, 38] as const;

/** One sentence, without its full stop; undefined: it can have them. */
export async function whyNoLane(worktree: string, objectsDir: string): Promise<string | undefined> {
  const why = await attempt(async () => {
    const old = await whyTooOld(worktree);
    if (old !== undefined) return old;
    const opened = await openRepository(worktree, objectsDir);
    if (!opened.ok) return `git cannot read the repository: ${gitSaid(opened.error)}`;
    return (await whyThisOne(opened.value)) ?? (await whyItsFiles(opened.value));
  });
  return typeof why === 'object' ? why.why : why;
}

async function whyTooOld(cwd: string): Promise<string | undefined> {
  const asked = await git({ cwd, args: ['version'] });
  if (!asked.ok) return gitSaid(asked.error);
  const said = asked.value.stdout.toString('utf8').trim();
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(said) ?? [];
  const isOld =
    Number(major) < FLOOR[0] || (Number(major) === FLOOR[0] && Number(minor) < FLOOR[1]);
  return isOld ? `lanes need git ${FLOOR.join('.')} or newer, and this is ${said}` : undefined;
}

async function whyThisOne({ top, gitDir }: Repository): Promise<string | undefined> {
  const args = ['rev-parse', '--is-shallow-repository', '--git-common-dir'];
  const asked = await git({ cwd: top, args });
  if (!asked.ok) return gitSaid(asked.error);
  const [shallow, common = gitDir] = asked.value.stdout.toString('utf8').split('\n');
  if (shallow === 'true') return 'the repository is a shallow clone';
  const head = await git({ cwd: top, args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] });
  if (!head.ok) return 'the repository has no commit yet';
  const keys = '^(?:extensions\\.partialclone|remote\\..*\\.promisor|core\\.sparsecheckout)$';
  const config = ['config', '-z', '--type=bool-or-str', '--get-regexp', keys.replace('?:', '')];
  const set = await git({ cwd: top, args: config, expect: [0, 1] });
  const settings = set.ok ? fields(set.value.stdout).map((one) => one.split('\n')) : [];
  for (const [key = '', value] of settings) {
    if (value === 'false') continue;
    return key === 'core.sparsecheckout'
      ? 'the working tree is a sparse checkout'
      : 'the repository is a partial clone';
  }
  const folder = resolve(top, common);
  return mayWrite(folder) && mayWrite(join(folder, 'worktrees'))
    ? undefined
    : `nothing can be written in ${folder}, where git keeps what it knows of working trees`;
}

/** Nobody has to be there yet. */
function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

async function whyItsFiles({ top }: Repository): Promise<string | undefined> {
  const list = ['ls-files', '-z', '--stage'];
  const staged = await git({ cwd: top, args: list });
  if (!staged.ok) return gitSaid(staged.error);
  const isModule = staged.value.stdout.subarray(0, 7).equals(Buffer.from('160000 '));
  if (
    isModule ||
    staged.value.stdout.includes('\u0000160000 ') ||
    existsSync(join(top, '.gitmodules'))
  ) {
    return 'the repository has submodules';
  }
  const others = ['--cached', '--others', '--exclude-standard', '--', ':(attr:filter=lfs)'];
  const forLfs = await git({ cwd: top, args: ['ls-files', '-z', ...others] });
  if (!forLfs.ok) return gitSaid(forLfs.error);
  const [first] = fields(forLfs.value.stdout);
  return first === undefined ? undefined : `${first} is a file of Git LFS`;
}
