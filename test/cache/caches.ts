// The caches on disk, and those the log gives.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeCaches } from '../../runtime/cache/make-caches.ts';
import { rebuildState } from '../../runtime/cache/rebuild-state.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';

/** Files of the goals and the state, as they are on disk. */
export function cached(ws: Workspace): Map<string, string> {
  const names = existsSync(files.goals(ws))
    ? readdirSync(files.goals(ws), { recursive: true, encoding: 'utf8' })
    : [];
  const all = ['state.json', ...names.map((name) => `goals/${name}`)].sort();
  const found = all.filter((name) => statSync(join(ws.dir, name)).isFile());
  return new Map(found.map((name) => [name, readFileSync(join(ws.dir, name), 'utf8')]));
}

/** The same as they are made from the log alone. */
export function remade(ws: Workspace): Map<string, string> {
  const rebuilt = rebuildState(ws);
  if (!rebuilt.ok) throw new Error(JSON.stringify(rebuilt.failure));
  const made = makeCaches(rebuilt.state).filter(({ name }) => name !== 'taskgraph.json');
  const sorted = made.sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(sorted.map(({ name, bytes }) => [name, bytes.toString()]));
}
