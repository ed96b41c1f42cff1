// pg-boss is no part of Wukong: who works in a team installs it beside it. Never taken from the repository, whose
// packages nobody here has trusted.

import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf } from '../files/file-failure.ts';
import { readIfThere } from '../files/reading.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import { shellWord } from '../model/gate.ts';
import type { PgBossModule, PgModule } from './pg-boss-types.ts';

/** As it was tested. */
export const PG_BOSS_VERSION = '12.38.0';
const NODE_FLOOR = [22, 12] as const;
/** Before it, a result of a lease that is over was taken. */
const FLOOR = [12, 35] as const;

/** `from`: the folder it is installed in, or one below it. */
export async function loadPgBoss(
  from: string,
  node: string = process.versions.node,
): Promise<Result<PgBossModule>> {
  const entry = entryOf(from, node);
  return entry.ok ? ok(await import(pathToFileURL(entry.value).href)) : entry;
}

/** The driver that pg-boss itself uses. */
export function loadPg(from: string, node?: string): Result<PgModule> {
  const entry = entryOf(from, node);
  return entry.ok ? ok(createRequire(entry.value)('pg')) : entry;
}

/** Of pg-boss's tables, the version that it makes. */
export function ordersVersion(from: string): Result<number> {
  const entry = entryOf(from);
  return entry.ok ? ok(manifestOf(entry.value).pgboss?.schema ?? 0) : entry;
}

/** Undefined: it is new enough. */
export function nodeProblem(node: string = process.versions.node): Failure | undefined {
  return reaches(node, NODE_FLOOR) ? undefined : oldNode(node);
}

function entryOf(from: string, node?: string): Result<string> {
  const old = nodeProblem(node);
  if (old) return fail(old);
  let entry: string;
  try {
    entry = createRequire(join(from, 'index.js')).resolve('pg-boss');
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    return fail(noPackage(from));
  }
  const { version = 'no version' } = manifestOf(entry);
  const isKnown = version.startsWith(`${FLOOR[0]}.`) && reaches(version, FLOOR);
  if (!isKnown) return fail(noPackage(from, version));
  // What its driver will do otherwise in a later version (~/.pgpass) is nothing a person here could put right.
  process.noDeprecation = true;
  return ok(entry);
}

type Manifest = Readonly<{ version?: string; pgboss?: Readonly<{ schema?: number }> }>;

function manifestOf(entry: string): Manifest {
  const manifest = readIfThere(join(dirname(dirname(entry)), 'package.json')) ?? '{}';
  return JSON.parse(manifest.toString());
}

function reaches(version: string, [major, minor]: readonly [number, number]): boolean {
  const [its = 0, itsMinor = 0] = version.split('.').map(Number);
  return its > major || (its === major && itsMinor >= minor);
}

function oldNode(node: string): Failure {
  const message = `Teams need Node ${NODE_FLOOR.join('.')} or newer, and this is ${node}.`;
  return { kind: 'refused', message, hint: 'Type: npm install --global node@22' };
}

/** `there`: the version that is, and cannot be used. Of a clone that was linked, the global folder is not beside it. */
function noPackage(from: string, there?: string): Failure {
  const isInstalled = from.split(sep).includes('node_modules');
  const where = isInstalled ? '--global' : `--no-save --prefix ${shellWord(dirname(from))}`;
  const hint = `Type: npm install ${where} pg-boss@${PG_BOSS_VERSION}`;
  const message =
    there === undefined
      ? 'Teams need pg-boss, which is not installed beside Wukong.'
      : `Teams need pg-boss ${FLOOR.join('.')} or a newer 12, and beside Wukong is ${there}.`;
  return { kind: 'refused', message, hint };
}
