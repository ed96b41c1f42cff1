// Manifests that come with their folder: what they say concerns what is new, and no test that was there.

import { dirname } from 'node:path';
import { git } from '../trees/git.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { openRepository } from '../trees/tree-store.ts';
import { isManifest } from './sealed-files.ts';

/** Of package.json what describes a package. Of all other words in it some tool may read its settings. */
const DESCRIBES: ReadonlySet<string> = new Set(
  (
    'name version private description keywords license author contributors maintainers homepage repository bugs ' +
    'funding type main module browser types typings exports imports files bin man engines os cpu sideEffects ' +
    'publishConfig scripts dependencies devDependencies peerDependencies peerDependenciesMeta optionalDependencies'
  ).split(' '),
);

/** Those of `added` that are manifests of packages whose folders were not in the tree `first`. */
export async function newPackages(
  place: TreePlace,
  first: string,
  tree: string,
  added: readonly string[],
): Promise<readonly string[]> {
  const manifests = added.filter((path) => isManifest(path) && !isInstalled(path));
  if (manifests.length === 0) return [];
  const opened = await openRepository(place.worktree, place.objectsDir);
  const before = await entriesOf(place, first);
  if (!opened.ok || !before.ok) return [];
  const { top, env } = opened.value;
  const found: string[] = [];
  for (const path of manifests) {
    const folder = dirname(path);
    if (before.value.some((entry) => folder === '.' || entry.path.startsWith(`${folder}/`)))
      continue;
    const blob = await git({ cwd: top, env, args: ['cat-file', 'blob', `${tree}:${path}`] });
    if (blob.ok && (path.endsWith('.toml') || onlyDescribes(blob.value.stdout.toString('utf8')))) {
      found.push(path);
    }
  }
  return found;
}

/** There it would stand in for one that others wrote. */
function isInstalled(path: string): boolean {
  return path.split('/').includes('node_modules');
}

function onlyDescribes(manifest: string): boolean {
  try {
    return Object.keys(JSON.parse(manifest)).every((key) => DESCRIBES.has(key));
  } catch {
    return false; // No tool could read it, and who knows what comes of that.
  }
}
