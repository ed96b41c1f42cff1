// The one place that knows where things lie, and where names from outside become file names.

import { join } from 'node:path';
import { crc32 } from './crc32.ts';
import {
  configOf,
  inboxOf,
  localConfigOf,
  lockOf,
  logOf,
  nextOf,
  stateOf,
  trustOf,
  type Workspace,
} from './places.ts';

export type { Workspace } from './places.ts';

export const files = {
  log: logOf,
  lock: lockOf,
  state: stateOf,
  taskgraph: (ws: Workspace) => join(ws.dir, 'taskgraph.json'),
  archive: (ws: Workspace) => join(ws.dir, 'archive'),
  goals: (ws: Workspace) => `${ws.dir}/goals`,
  graphs: (ws: Workspace) => join(ws.dir, 'graphs'),
  inbox: inboxOf,
  next: nextOf,
  objects: (ws: Workspace) => join(ws.dir, 'objects'),
  config: configOf,
  localConfig: localConfigOf,
  templates: (ws: Workspace) => join(ws.dir, 'templates'),
  runtime: (ws: Workspace) => join(ws.dir, 'runtime'),
  anchors: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors.md'),
  candidates: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors_candidates.md'),
  trust: trustOf,
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
