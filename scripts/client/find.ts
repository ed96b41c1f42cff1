import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  isNewerClient,
  KNOWN_VERSIONS,
} from '../../runtime/hosts/claude-code/install/client-version.ts';
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
  /** Newer than any that was measured. */
  isUnknown?: true;
}>;
export type NoClient = Readonly<{ ok: false; why: string; hint: string }>;

type FindOptions = Readonly<{
  onProgress?: (line: string) => void;
  env?: NodeJS.ProcessEnv;
  /** Of the person's own client, which may be newer; what measures and compares takes a known one. */
  takeNewer?: boolean;
}>;

/** Finds a client: on PATH, if its behaviour is known, else in the cache, else fetched into the cache. */
export async function findClient(options: FindOptions = {}): Promise<FoundClient | NoClient> {
  const env = options.env ?? process.env;
  const onProgress = options.onProgress ?? (() => undefined);

  const onPath = await clientOnPath(env, options.takeNewer === true);
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

/** For the one who waits, of a client that nobody measured. */
export function unknownClientLine(version: string): string {
  return `Claude Code ${version} is newer than ${KNOWN_VERSIONS.join(', ')}, which Wukong was measured with. It is on your PATH, so it is used.`;
}

async function clientOnPath(
  env: NodeJS.ProcessEnv,
  takeNewer: boolean,
): Promise<FoundClient | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, EXECUTABLE);
    if (folder === '' || !isExecutable(path)) continue;
    // Only the first one counts: it is the one the person would start.
    const asked = await run(path, ['--version'], {
      env: clientEnvironment({ home: tmpdir() }),
      timeoutMs: 20_000,
    });
    const version = /^\d+\.\d+\.\d+/.exec(asked.stdout)?.[0];
    if (version === undefined) return undefined;
    const found = { ok: true, path, version, source: 'path' } as const;
    if (KNOWN_VERSIONS.some((known) => known === version)) return found;
    return takeNewer && isNewerClient(version) ? { ...found, isUnknown: true } : undefined;
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
