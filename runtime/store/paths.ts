// The one place that knows where things lie, and where names from outside become file names.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
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

/** What a folder is if it is the root of a main checkout. */
export function mainCheckout(folder: string): Workspace {
  return { root: folder, worktree: folder, commonDir: `${folder}/.git`, dir: `${folder}/.wukong` };
}

/** `.wukong` is there and is a real folder: a link could lead the log anywhere. */
export function isInstalled(ws: Workspace): boolean {
  return lstatSync(ws.dir, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Those a hook always needs are put together by hand: `join` takes a path apart first. */
export const files = {
  log: (ws: Workspace) => `${ws.dir}/events.jsonl`,
  lock: (ws: Workspace) => `${ws.dir}/events.lock`,
  state: (ws: Workspace) => `${ws.dir}/state.json`,
  taskgraph: (ws: Workspace) => join(ws.dir, 'taskgraph.json'),
  archive: (ws: Workspace) => join(ws.dir, 'archive'),
  goals: (ws: Workspace) => `${ws.dir}/goals`,
  graphs: (ws: Workspace) => join(ws.dir, 'graphs'),
  inbox: (ws: Workspace) => `${ws.dir}/inbox`,
  objects: (ws: Workspace) => join(ws.dir, 'objects'),
  config: (ws: Workspace) => `${ws.dir}/config.yaml`,
  localConfig: (ws: Workspace) => `${ws.dir}/config.local.yaml`,
  templates: (ws: Workspace) => join(ws.dir, 'templates'),
  runtime: (ws: Workspace) => join(ws.dir, 'runtime'),
  anchors: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors.md'),
  candidates: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors_candidates.md'),
  trust: (ws: Workspace) => `${ws.commonDir}/wukong/trust.json`,
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
