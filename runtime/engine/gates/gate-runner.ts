// Who runs gates on a working tree at this moment, beside the lock that keeps others away: for those who
// wait, for `wukong status`, and for ending what a runner that was killed has left behind.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { removeIfThere } from '../../files/changing.ts';
import { crc32 } from '../../files/crc32.ts';
import { codeOf } from '../../files/file-failure.ts';
import { readText } from '../../files/reading.ts';
import { realPath } from '../../files/real-path.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export type GateRunner = Readonly<{
  /** Its real path; null: a copy, which is nobody else's. */
  worktree: string | null;
  host: string;
  process: ProcessRef;
  goal: string;
  /** Null at the end of a goal. */
  run: string | null;
  /** What runs now, since when, and the leader of its process group. */
  gate: string | null;
  since: string;
  child: ProcessRef | null;
  /** In a copy: what it is run for (`red`, `green`, …). Notes of earlier versions do not say. */
  side?: string | undefined;
  /** It only tries gates: whoever is to write there ends what runs. */
  trial?: true | undefined;
}>;

/** What is locked: one name a working tree, by whatever path one came to it. */
export function treeLock(ws: Workspace, worktree: string): string {
  return join(files.objects(ws), `gates-${crc32(Buffer.from(realPath(worktree) ?? worktree))}`);
}

/** A command in a copy locks nothing, and is written down all the same. */
export function copyNote(ws: Workspace, pid: number): string {
  return join(files.objects(ws), `gates-copy-${pid}`);
}

/** A full disk stops no gate: what can't be written down is only not shown. */
export function writeRunner(lock: string, runner: GateRunner): void {
  try {
    replaceFile(`${lock}.json`, JSON.stringify(runner), false);
  } catch (error) {
    process.stderr.write(`wukong: what runs cannot be written down: ${String(error)}\n`);
  }
}

export function removeRunner(lock: string): void {
  removeIfThere(`${lock}.json`);
}

export function readRunner(lock: string): GateRunner | undefined {
  try {
    return parse(readText(`${lock}.json`));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function allRunners(ws: Workspace): GateRunner[] {
  return notesIn(ws).flatMap((note) => readRunner(note) ?? []);
}

/** What was written down, by the name of the lock it stands beside, or of a copy. */
export function notesIn(ws: Workspace): string[] {
  try {
    return readdirSync(files.objects(ws))
      .filter((name) => /^gates-(?:[0-9a-f]{8}|copy-\d+)\.json$/.test(name))
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
    return typeof value?.process?.pid === 'number' && value.worktree !== undefined
      ? value
      : undefined;
  } catch {
    return undefined; // Written by somebody else: ours is renamed into place whole.
  }
}
