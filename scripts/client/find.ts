import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { KNOWN_VERSIONS } from '../../runtime/hosts/claude-code/install/client-version.ts';
import { run } from './child.ts';
import { clientEnvironment } from './environment.ts';
import { fetchProgram, isExecutable } from './fetch.ts';

const FETCHED_VERSION = KNOWN_VERSIONS[0];
const EXECUTABLE = process.platform === 'win32' ? 'claude.exe' : 'claude';

export type FoundClient = Readonly<{
  ok: true;
  path: string;
  version: string;
  source: 'path' | 'cache';
}>;
export type NoClient = Readonly<{ ok: false; why: string; hint: string }>;

/** Finds a client whose behaviour is known: on PATH, else in the cache, else fetched into the cache. */
export async function findClient(
  options: { onProgress?: (line: string) => void; env?: NodeJS.ProcessEnv } = {},
): Promise<FoundClient | NoClient> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? (() => undefined);

  const onPath = await clientOnPath(env);
  if (onPath !== undefined) return onPath;

  const platform = platformName();
  const fetched = await fetchProgram(
    {
      npmName: `@anthropic-ai/claude-code-${platform}@${FETCHED_VERSION}`,
      folder: `claude-code-${FETCHED_VERSION}-${platform}`,
      executable: EXECUTABLE,
      title: `Claude Code ${FETCHED_VERSION} (about 175 MB, once)`,
    },
    { env, onProgress },
  );
  if (fetched.ok)
    return { ok: true, path: fetched.value, version: FETCHED_VERSION, source: 'cache' };
  const hint =
    `Put claude ${KNOWN_VERSIONS.join(' or ')} on your PATH, or let npm reach its registry, ` +
    'or point WUKONG_CACHE_DIR at a folder that already has it.';
  return { ok: false, why: fetched.error, hint };
}

async function clientOnPath(env: NodeJS.ProcessEnv): Promise<FoundClient | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, EXECUTABLE);
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
