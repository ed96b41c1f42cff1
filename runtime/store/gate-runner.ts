// Who runs gates on a working tree at this moment, beside the lock that keeps others away: for those who
// wait, for `wukong status`, and for ending what a runner that was killed has left behind.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessRef } from '../model/state.ts';
import { replaceFile } from './atomic.ts';
import { codeOf } from './code-of.ts';
import { crc32 } from './crc32.ts';
import { files, type Workspace } from './paths.ts';
import { realPath } from './real-path.ts';

export type GateRunner = Readonly<{
  /** Its real path. */
  worktree: string;
  host: string;
  process: ProcessRef;
  goal: string;
  /** Null at the end of a goal. */
  run: string | null;
  /** What runs now, since when, and the leader of its process group. */
  gate: string | null;
  since: string;
  child: ProcessRef | null;
}>;

/** What is locked: one name a working tree, by whatever path one came to it. */
export function treeLock(ws: Workspace, worktree: string): string {
  return join(files.objects(ws), `gates-${crc32(Buffer.from(realPath(worktree) ?? worktree))}`);
}

export function writeRunner(lock: string, runner: GateRunner): void {
  replaceFile(`${lock}.json`, JSON.stringify(runner), false);
}

export function removeRunner(lock: string): void {
  rmSync(`${lock}.json`, { force: true });
}

export function readRunner(lock: string): GateRunner | undefined {
  try {
    return parse(readFileSync(`${lock}.json`, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function allRunners(ws: Workspace): GateRunner[] {
  return locksIn(ws).flatMap((lock) => readRunner(lock) ?? []);
}

/** The locks somebody has written down beside, whoever that was. */
export function locksIn(ws: Workspace): string[] {
  try {
    return readdirSync(files.objects(ws))
      .filter((name) => /^gates-[0-9a-f]{8}\.json$/.test(name))
      .map((name) => join(files.objects(ws), name.slice(0, -'.json'.length)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []; // No tree was ever taken here.
    throw error;
  }
}

/** A file of another make says nothing: it is written over by the next runner. */
function parse(text: string): GateRunner | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value?.process?.pid === 'number' && typeof value.worktree === 'string'
      ? value
      : undefined;
  } catch {
    return undefined; // Written by somebody else: ours is renamed into place whole.
  }
}
