// The one place that knows where things lie, and where names from outside become file names.

import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { crc32 } from './crc32.ts';

export type Workspace = Readonly<{
  /** The main checkout. */
  root: string;
  /** The checkout the session works in: the main one or a linked worktree. */
  worktree: string;
  /** The repository's common git directory: shared by worktrees, carried by no clone. */
  commonDir: string;
  /** `<root>/.wukong` */
  dir: string;
}>;

/**
 * Finds the repository a folder belongs to, through `.git` and `commondir`, without starting git.
 * Links on the way are resolved, so that one repository has one name.
 */
export function findRepository(start: string): Workspace | undefined {
  const folder = realPath(start);
  return folder === undefined ? undefined : locateRepository(folder);
}

/** The same by the name it was reached by, for hooks that only need to get there. */
export function locateRepository(start: string): Workspace | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const dotGit = join(folder, '.git');
    const kind = lstatSync(dotGit, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return workspace(folder, folder, dotGit);
    if (kind?.isFile()) return linked(folder, dotGit);
    if (dirname(folder) === folder) return undefined;
  }
}

export function isSameRepository(a: Workspace, b: Workspace): boolean {
  return a.commonDir === b.commonDir || realPath(a.commonDir) === realPath(b.commonDir);
}

/** Undefined: the path is gone, or never was. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // Not there, not ours to see, or no path at all (a zero byte).
  }
}

function linked(worktree: string, dotGit: string): Workspace | undefined {
  const target = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1];
  if (!target) return undefined;
  const gitDir = resolve(worktree, target.trim());
  const commonFile = join(gitDir, 'commondir');
  // A submodule's git directory has no `commondir`: it is a repository of its own.
  if (!existsSync(commonFile)) return workspace(worktree, worktree, gitDir);
  const common = readFileSync(commonFile, 'utf8').trim();
  const commonDir = isAbsolute(common) ? common : resolve(gitDir, common);
  if (!existsSync(commonDir)) return undefined;
  return workspace(dirname(realpathSync.native(commonDir)), worktree, commonDir);
}

function workspace(root: string, worktree: string, commonDir: string): Workspace {
  return { root, worktree, commonDir, dir: join(root, '.wukong') };
}

/** `.wukong` is there and is a real folder: a link could lead the log anywhere. */
export function isInstalled(ws: Workspace): boolean {
  return lstatSync(ws.dir, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export const files = {
  log: (ws: Workspace) => join(ws.dir, 'events.jsonl'),
  lock: (ws: Workspace) => join(ws.dir, 'events.lock'),
  state: (ws: Workspace) => join(ws.dir, 'state.json'),
  taskgraph: (ws: Workspace) => join(ws.dir, 'taskgraph.json'),
  archive: (ws: Workspace) => join(ws.dir, 'archive'),
  inbox: (ws: Workspace) => join(ws.dir, 'inbox'),
  objects: (ws: Workspace) => join(ws.dir, 'objects'),
  config: (ws: Workspace) => join(ws.dir, 'config.yaml'),
  localConfig: (ws: Workspace) => join(ws.dir, 'config.local.yaml'),
  templates: (ws: Workspace) => join(ws.dir, 'templates'),
  runtime: (ws: Workspace) => join(ws.dir, 'runtime'),
  anchors: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors.md'),
  candidates: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors_candidates.md'),
  trust: (ws: Workspace) => join(ws.commonDir, 'wukong', 'trust.json'),
  artifacts: (ws: Workspace, session: string) => join(ws.dir, 'artifacts', safeName(session)),
  orderFolder: (ws: Workspace, session: string, node: string, run: string) =>
    join(ws.dir, 'artifacts', safeName(session), safeName(node), safeName(run)),
  checkpoint: (ws: Workspace, goal: string) =>
    join(ws.dir, 'context_packs', safeName(goal), 'checkpoint.json'),
};

/**
 * Ids of ours pass as they are. A name from outside becomes `[a-z0-9-]` plus 8 hex of its checksum,
 * so that no two names collide and none leaves its folder.
 */
export function safeName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,80}$/.test(name)) return name;
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${plain}-${crc32(Buffer.from(name))}`;
}
