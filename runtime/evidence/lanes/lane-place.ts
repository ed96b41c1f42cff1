// Where lanes lie: a folder of the user, beside no repository, in which nobody else looks. They stay for days, so it
// is one that is kept.

import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolders, removeIfEmpty, setMode } from '../../files/changing.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { configurationAbove } from '../trees/copy-place.ts';
import { attempt } from './why.ts';

type Folder = Readonly<{ ok: true; path: string } | { ok: false; why: string }>;

/** Of one log. As the system knows it, where it is there. */
export function lanesFolder(logId: string): string {
  const folder = join(stateFolder(), 'lanes', logId);
  return existsSync(folder) ? realpathSync.native(folder) : folder;
}

/** Where no lane is left in it. */
export function dropLanesFolder(logId: string): void {
  removeIfEmpty(lanesFolder(logId));
}

/** `name`: as `G-0001-N-030`. */
export function lanePath(logId: string, name: string): string {
  return join(lanesFolder(logId), name);
}

/** Makes it, for nobody else to look into, or says why no lane can lie there. */
export async function makeLanesFolder(worktree: string, logId: string): Promise<Folder> {
  return attempt(async () => {
    const folder = lanesFolder(logId);
    makeFolders(folder);
    const path = realpathSync.native(folder);
    const stat = lstatSync(path);
    if (stat.uid !== (process.getuid?.() ?? stat.uid)) {
      return no(`${path}, in which lanes would lie, belongs to another user`);
    }
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) setMode(path, 0o700);
    if (relativeInside(realpathSync.native(worktree), path) !== undefined) {
      return no(`${path}, in which lanes would lie, is inside of the repository${ELSEWHERE}`);
    }
    const found = configurationAbove(join(path, 'lane'));
    return found === undefined
      ? { ok: true, path }
      : no(`tools that run in a lane would find ${found}${ELSEWHERE}`);
  });
}

const ELSEWHERE =
  '; set XDG_STATE_HOME to a folder outside of the repository with no such file in it or above it';

function no(why: string): Folder {
  return { ok: false, why };
}

/**
 * Below no folder with a dot before its name: servers of files refuse such paths, and linters and test runners pass
 * them over, so a test that passes elsewhere would fail in a lane. `/var/tmp` is kept when the machine restarts.
 */
function stateFolder(): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'wukong');
  // As the specification has it: what is no whole path does not count.
  const named = XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : undefined;
  if (named !== undefined && !named.split('/').some((part) => part.startsWith('.'))) {
    return join(named, 'wukong');
  }
  const shared = existsSync(KEPT) ? KEPT : tmpdir();
  return join(shared, `wukong-${process.getuid?.() ?? 'lanes'}`);
}

const KEPT = '/var/tmp';
