import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownPath, ownProgram } from '../files/own-programs.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { files, type Workspace } from './paths.ts';

/** `unknown`: git could not be asked, so the file may have come with the repository. */
export type InGit = 'yes' | 'no' | 'unknown';

const LIMIT_MS = 10_000;

/** Under any spelling: where a file system does not tell upper from lower case, each is the same file. */
export function inGit(ws: Workspace, name: string): InGit {
  if (!existsSync(join(ws.root, '.git'))) return 'no';
  const { status } = askGit(ws, ['ls-files', '--error-unmatch', '--', `:(icase)${name}`]);
  if (status === 0) return 'yes';
  return status === 1 ? 'no' : 'unknown';
}

/**
 * Whether this repository's git lists `.wukong` as a submodule, also where nothing of it is checked out yet. Where
 * git cannot be asked it is none: what counts is looked at by `isOwnRepository` as well.
 */
export function isSubmodule(ws: Workspace): boolean {
  if (!existsSync(join(ws.root, '.git'))) return false;
  const { stdout } = askGit(ws, ['ls-files', '--stage', '--', ':(icase).wukong']);
  return /^160000 /m.test(stdout ?? '');
}

/** `place`: the file with the pattern, and its line. */
export type Ignored = Readonly<{ place: string; pattern: string; path: string }>;

/** Which of these paths git leaves out, of those it does not have yet, and by which pattern of whose file. */
export function ignoredBy(ws: Workspace, paths: readonly string[]): readonly Ignored[] {
  if (!existsSync(join(ws.root, '.git'))) return [];
  const { stdout } = askGit(ws, ['check-ignore', '--verbose', '--', ...paths]);
  return (stdout ?? '').split('\n').flatMap((line): Ignored[] => {
    const [, file = '', at = '', pattern = '', path = ''] =
      /^(.*?):(\d+):(.*)\t(.*)$/.exec(line) ?? [];
    const isHidden = path !== '' && !pattern.startsWith('!');
    return isHidden ? [{ place: `${file}:${at}`, pattern, path }] : [];
  });
}

/**
 * Files of the working tree that are tracked and there, and new ones that nothing ignores. The failure is what git
 * says.
 */
export function listedByGit(root: string): Result<readonly string[], string> {
  const program = ownProgram('git', root);
  if (program === undefined) return fail('git was not found');
  const which = ['--cached', '--deleted', '--others', '--exclude-standard'];
  const args = [...NO_PROGRAMS, 'ls-files', '-z', '-t', ...which];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: LIST_LIMIT_MS,
    maxBuffer: MAX_LIST_BYTES,
    env: environment(root),
  });
  if (status !== 0) return fail(error?.message ?? stderr.trim().split('\n', 1)[0] ?? '');
  const entries = stdout.split('\0').filter(Boolean);
  // `R path`: it is gone, and listed as tracked as well. `S path`: a sparse checkout left it out.
  const gone = new Set(entries.filter((one) => /^[RS] /.test(one)).map((one) => one.slice(2)));
  return ok([...new Set(entries.map((one) => one.slice(2)))].filter((path) => !gone.has(path)));
}

/** A pipe in the place of a .gitignore holds git up for ever. */
const LIST_LIMIT_MS = 20_000;
const MAX_LIST_BYTES = 256 * 1024 * 1024;
/** A repository may name a program that git starts to hear what changed. */
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false', '-c', 'core.untrackedCache=false'];

function askGit(ws: Workspace, args: readonly string[]) {
  const program = ownProgram('git', ws.root);
  if (program === undefined) return { status: null, stdout: null };
  return spawnSync(program, args, {
    cwd: ws.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
    env: environment(ws.root),
  });
}

function environment(root: string): NodeJS.ProcessEnv {
  const { HOME = '', XDG_CONFIG_HOME } = process.env;
  return {
    PATH: ownPath(root),
    HOME,
    ...(XDG_CONFIG_HOME && { XDG_CONFIG_HOME }),
    GIT_OPTIONAL_LOCKS: '0',
  };
}

export function localConfigInGit(ws: Workspace): InGit {
  return existsSync(files.localConfig(ws)) ? inGit(ws, '.wukong/config.local.yaml') : 'no';
}
